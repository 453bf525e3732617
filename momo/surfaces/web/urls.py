"""The client's own addresses: all that nothing else answers."""

from django.urls import path, re_path

from momo.surfaces.web.views import page

# An unknown address of the API is a problem for programs, and no page.
urlpatterns = [
    path("", page, name="web"),
    re_path(r"^(?!api/|_allauth/|static/)(?P<path>.+)$", page, name="web-page"),
]
