"""What a thing is called by has to be seen: nothing changes in the database."""

import rulings.models.base
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('rulings', '0011_drawn_as'),
    ]

    operations = [
        migrations.AlterField(
            model_name='entry',
            name='title',
            field=models.TextField(blank=True, validators=[rulings.models.base.validate_visible], verbose_name='title or question'),
        ),
        migrations.AlterField(
            model_name='name',
            name='text',
            field=models.CharField(max_length=200, validators=[rulings.models.base.validate_visible], verbose_name='name'),
        ),
        migrations.AlterField(
            model_name='source',
            name='title',
            field=models.CharField(max_length=300, validators=[rulings.models.base.validate_visible], verbose_name='title'),
        ),
    ]
