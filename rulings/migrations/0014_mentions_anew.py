import json
from pathlib import Path

from django.conf import settings
from django.db import migrations


def leave_note(apps, editor):
    """Mentions are found in more ways than when they were recorded: the longest of two names, a noun and its adjective
    in the other order, names partly in bold; the set in front of a code chooses its card, a reference to what stands
    here twice is open, and a citation has its quotes. Made anew once all migrations are done
    (rulings/relinking.py)."""
    if apps.get_model("rulings", "Entry").objects.exists():
        (Path(settings.DATA_DIR) / "relink.json").write_text(json.dumps({"due": True}), encoding="utf-8")


class Migration(migrations.Migration):

    dependencies = [("rulings", "0013_name_has_a_word")]

    operations = [migrations.RunPython(leave_note, migrations.RunPython.noop)]
