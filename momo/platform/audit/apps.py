from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "momo.platform.audit"
    label = "audit"
