from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RulingsConfig(AppConfig):
    name = "rulings"
    verbose_name = _("Rules and rulings")

    def ready(self) -> None:
        from rulings import checks  # noqa: F401  registers itself
