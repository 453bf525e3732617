from django.apps import AppConfig


class RestConfig(AppConfig):
    name = "momo.platform.rest"
    label = "rest"

    def ready(self) -> None:
        from momo.platform.rest import openapi  # noqa: F401  (registers how clients sign in)
