"""Signing in: django-allauth's headless endpoints, and where Momo has a say in them."""
