"""A Gmail under control, with Google's sign-in and a topic that pushes."""

from connectors.gmail.fake.server import FakeGmail

__all__ = ["FakeGmail"]
