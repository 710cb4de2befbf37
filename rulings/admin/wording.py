"""What Django's desk says in words that don't fit ours.

Its sentences put the name of a kind of row after a verb or a number («Выберите карта», «Dodaj karta»), where both our
languages decline it, and guess at its gender («został(a)(-ło)»). Ours say the same without: a colon, brackets, nouns.
The texts are Django's; our catalogues, which come first, have other translations of them.
"""

from django.utils.translation import gettext_noop as _

SAID = (
    # messages
    _("The {name} “{obj}” was added successfully."),
    _("The {name} “{obj}” was added successfully. You may add another {name} below."),
    _("The {name} “{obj}” was changed successfully."),
    _("The {name} “{obj}” was changed successfully. You may edit it again below."),
    _("The {name} “{obj}” was changed successfully. You may add another {name} below."),
    _("The %(name)s “%(obj)s” was deleted successfully."),
    _("Successfully deleted %(count)d %(items)s."),
    _("%(name)s with ID “%(key)s” doesn’t exist. Perhaps it was deleted?"),
    _(
        "You are authenticated as %(username)s, but are not authorized to access this page. "
        "Would you like to login to a different account?"
    ),
    # titles
    _("Add %s"),
    _("Add %(name)s"),
    _("Change %s"),
    _("View %s"),
    _("Select %s"),
    _("Select %s to change"),
    _("Select %s to view"),
    _("Cannot delete %(name)s"),
    _("%(app)s administration"),
    _("Models in the %(name)s application"),
    _("Logged out"),
    _("Breadcrumbs"),
    _("Home"),
    # buttons, actions
    _("Add another %(verbose_name)s"),
    _("Add another %(model)s"),
    _("Save and add another"),
    _("Delete selected %(verbose_name_plural)s"),
    _("Select all %(total_count)s %(module_name)s"),
    # questions before deleting
    _(
        'Are you sure you want to delete the %(object_name)s "%(escaped_object)s"? '
        "All of the following related items will be deleted:"
    ),
    _(
        "Deleting the %(object_name)s '%(escaped_object)s' would require deleting "
        "the following protected related objects:"
    ),
    _(
        "Deleting the %(object_name)s '%(escaped_object)s' would result in deleting related objects, "
        "but your account doesn't have permission to delete the following types of objects:"
    ),
    _(
        "Are you sure you want to delete the selected %(objects_name)s? "
        "All of the following objects and their related items will be deleted:"
    ),
    _("Deleting the selected %(objects_name)s would require deleting the following protected related objects:"),
    _(
        "Deleting the selected %(objects_name)s would result in deleting related objects, "
        "but your account doesn't have permission to delete the following types of objects:"
    ),
    # history
    _("Added {name} “{object}”."),
    _("Changed {fields}."),
    _("Changed {fields} for {name} “{object}”."),
    _("Deleted {name} “{object}”."),
    # what is wrong in a form
    _("%(model_name)s with this %(field_label)s already exists."),
    _("%(model_name)s with this %(field_labels)s already exists."),
    _("The password is too similar to the %(verbose_name)s."),
)
