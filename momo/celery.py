"""The Celery application. Its default task class refuses to run without a principal."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "momo.settings")

app = Celery("momo", task_cls="momo.platform.tenancy.tasks:TenantTask")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
