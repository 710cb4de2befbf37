"""A names file and a file of table talk may have one name: each is known by its folder and its name."""

from django.db import migrations, models


def add_folders(apps, schema_editor):
    for record in apps.get_model("rulings", "NamesFile").objects.exclude(file_name__contains="/"):
        is_talk = "[[synonym]]" in record.text or "[[word]]" in record.text
        record.file_name = f"{'talk' if is_talk else 'names'}/{record.file_name}"
        record.save(update_fields=["file_name"])


class Migration(migrations.Migration):
    dependencies = [("rulings", "0002_editors")]

    operations = [
        migrations.AlterField(
            model_name="namesfile",
            name="file_name",
            field=models.CharField(max_length=520, unique=True, verbose_name="file"),
        ),
        migrations.RunPython(add_folders, migrations.RunPython.noop),
    ]
