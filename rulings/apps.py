from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class RulingsConfig(AppConfig):
    name = "rulings"
    verbose_name = _("Rules and rulings")

    def ready(self) -> None:
        from rulings import (
            checks,  # noqa: F401  registers itself
            relinking,
        )
        from rulings.models import content

        post_migrate.connect(content.watch, sender=self)
        post_migrate.connect(relinking.after_migrate, sender=self)
