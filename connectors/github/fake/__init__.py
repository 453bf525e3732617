"""A GitHub for tests and for the demo that runs without any account."""

from connectors.github.fake.server import FakeGithub

__all__ = ["FakeGithub"]
