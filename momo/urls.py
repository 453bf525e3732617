"""All addresses."""

urlpatterns: list[object] = []
