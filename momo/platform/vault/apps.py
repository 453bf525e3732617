from django.apps import AppConfig


class VaultConfig(AppConfig):
    name = "momo.platform.vault"
    label = "vault"
