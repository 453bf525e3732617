"""Finds decisions by rules alone: no network, no model, well under a millisecond a message."""

from decisions.extraction.rules.extractor import RulesExtractor
from decisions.extraction.rules.noise import is_small_talk
from decisions.extraction.rules.reading import is_noise
from decisions.extraction.rules.speech import leads_to_decision

__all__ = ["RulesExtractor", "is_noise", "is_small_talk", "leads_to_decision"]
