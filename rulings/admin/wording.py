"""What Django's desk says in words that don't fit ours: its Russian knows things of one gender only.

The texts are Django's; our catalogues, which come first, have other translations of them.
"""

from django.utils.translation import gettext_noop as _

SAID = (
    _("The {name} “{obj}” was added successfully."),
    _("The {name} “{obj}” was added successfully. You may add another {name} below."),
    _("The {name} “{obj}” was changed successfully."),
    _("The {name} “{obj}” was changed successfully. You may edit it again below."),
    _("The {name} “{obj}” was changed successfully. You may add another {name} below."),
    _("The %(name)s “%(obj)s” was deleted successfully."),
)
