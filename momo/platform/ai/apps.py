from django.apps import AppConfig


class ModelsConfig(AppConfig):
    name = "momo.platform.ai"
    label = "ai"

    def ready(self) -> None:
        from momo.platform.ai import counting  # noqa: F401  (registers its check)
