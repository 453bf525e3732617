"""A local server that speaks OpenAI's wire format, for tests and demonstrations."""

from momo.platform.ai.fakes.faults import Fault
from momo.platform.ai.fakes.replies import Rule
from momo.platform.ai.fakes.server import FakeOpenAI, Recorded

__all__ = ["FakeOpenAI", "Fault", "Recorded", "Rule"]
