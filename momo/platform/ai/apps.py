from django.apps import AppConfig


class ModelsConfig(AppConfig):
    name = "momo.platform.ai"
    label = "ai"
