from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "momo.platform.accounts"
    label = "accounts"
