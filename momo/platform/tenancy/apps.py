from django.apps import AppConfig


class TenancyConfig(AppConfig):
    name = "momo.platform.tenancy"
    label = "tenancy"

    def ready(self) -> None:
        from momo.platform.tenancy import checks, packed  # noqa: F401  (registers checks)

        packed.register()
