from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "momo.surfaces.web"
    label = "web"
