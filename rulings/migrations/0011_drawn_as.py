"""A game that was renamed keeps its drawings: they are called by its first address."""

from django.db import migrations, models


def keep(apps, editor):
    Redirect = apps.get_model("rulings", "Redirect")
    for old in Redirect.objects.filter(game__isnull=False).select_related("game").order_by("-pk"):
        if "/" not in (slug := old.path.rstrip("/")):
            old.game.drawn_as = slug
            old.game.save(update_fields=["drawn_as"])


class Migration(migrations.Migration):

    dependencies = [
        ('rulings', '0010_relink_hidden'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='drawn_as',
            field=models.SlugField(blank=True, editable=False),
        ),
        migrations.RunPython(keep, migrations.RunPython.noop),
    ]
