"""What stands under a heading that is off the site is off it too: whatever stands so by now."""

from django.db import migrations, models
from django.db.models import Q


def hide(apps, editor):
    Entry = apps.get_model("rulings", "Entry")
    is_under = ~Q(parent__state="published") | Q(parent__removed=True) | Q(parent__hidden=True)
    while Entry.objects.filter(is_under, parent__isnull=False, hidden=False).update(hidden=True):
        pass  # one step down at a time


class Migration(migrations.Migration):

    dependencies = [
        ('rulings', '0007_languages_from_the_table'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='hidden',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.RunPython(hide, migrations.RunPython.noop),
    ]
