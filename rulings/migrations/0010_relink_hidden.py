"""What stood under a draft when 0008 hid it was linked to before: those links are to be made anew, which is done once
all migrations are (rulings/relinking.py)."""

import json
from pathlib import Path

from django.conf import settings
from django.db import migrations


def leave_note(apps, editor):
    if apps.get_model("rulings", "Entry").objects.filter(hidden=True).exists():
        (Path(settings.DATA_DIR) / "relink.json").write_text(json.dumps({"due": True}), encoding="utf-8")


class Migration(migrations.Migration):

    dependencies = [
        ('rulings', '0009_things_elsewhere'),
    ]

    operations = [
        migrations.RunPython(leave_note, migrations.RunPython.noop),
    ]
