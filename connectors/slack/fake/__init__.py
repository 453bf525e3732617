"""Slack under control: its pages of consent, its Web API and its signed events."""

from connectors.slack.fake.verbs import FakeSlack

__all__ = ["FakeSlack"]
