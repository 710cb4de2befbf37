"""The kinds in the order in which lists name them; nothing in the database changes."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('rulings', '0005_decisions'),
    ]

    operations = [
        migrations.AlterField(
            model_name='entry',
            name='kind',
            field=models.CharField(choices=[('ruling', 'question'), ('section', 'rule'), ('clarification', 'clarification'), ('erratum', 'erratum'), ('chapter', 'chapter'), ('note', 'note')], max_length=20, verbose_name='kind'),
        ),
    ]
