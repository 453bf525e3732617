"""The story as told on one day: offsets become dates, also those inside the texts.

A text may hold `{day:-12}`, which becomes "3 May", or the Friday before if that is a weekend:
nobody promises things for a Sunday.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from momo.surfaces.demo.story import Character, Item, Story, When

_TOKEN = re.compile(r"\{day:([+-]\d+)\}")
_SATURDAY = 5


@dataclass(frozen=True, slots=True)
class Edition:
    """A story and the day on which it is told."""

    story: Story
    today: date

    def moment(self, when: When) -> datetime:
        """`when` as an aware time in UTC."""
        return datetime.combine(self.today + timedelta(days=when.day), when.at, tzinfo=UTC)

    def working_day(self, offset: int) -> date:
        """The working day on or just before `offset` days from the day of telling."""
        day = self.today + timedelta(days=offset)
        return day - timedelta(days=max(0, day.weekday() - _SATURDAY + 1))

    def told(self, text: str) -> str:
        """`text` with its dates filled in."""
        return _TOKEN.sub(self._spoken, text)

    def author(self, item: Item) -> Character:
        """Who wrote `item`."""
        return self.story.people[item.by]

    def _spoken(self, token: re.Match[str]) -> str:
        day = self.working_day(int(token[1]))
        return f"{day.day} {day:%B}"
