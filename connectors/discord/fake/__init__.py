"""A Discord of our own."""

from connectors.discord.fake.service import FakeDiscord

__all__ = ["FakeDiscord"]
