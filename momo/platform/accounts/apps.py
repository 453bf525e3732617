from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "momo.platform.accounts"
    label = "accounts"

    def ready(self) -> None:
        from momo.platform.accounts.sign_in import events

        events.connect()
