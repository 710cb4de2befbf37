"""The group «Редакторы»: whoever is in it may edit the content and nothing else."""

from django.db import migrations

GROUP = "Редакторы"
EDITED = ["game", "source", "entry", "card", "name", "mention", "redirect", "synonym"]
RIGHTS = {
    **dict.fromkeys(EDITED, ["view", "add", "change", "delete"]),
    "missedquery": ["view", "delete"],
    "namesfile": ["view"],
}


def make_group(apps, schema_editor):
    """Rights are made here too: Django makes its own only after the last migration, and finds these."""
    Group = apps.get_model("auth", "Group")
    Permission = apps.get_model("auth", "Permission")
    ContentType = apps.get_model("contenttypes", "ContentType")
    group, _ = Group.objects.get_or_create(name=GROUP)
    for model, actions in RIGHTS.items():
        content_type, _ = ContentType.objects.get_or_create(app_label="rulings", model=model)
        label = apps.get_model("rulings", model)._meta.verbose_name_raw
        for action in actions:
            right, _ = Permission.objects.get_or_create(
                content_type=content_type, codename=f"{action}_{model}", defaults={"name": f"Can {action} {label}"}
            )
            group.permissions.add(right)


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(make_group, migrations.RunPython.noop)]
