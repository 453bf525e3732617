"""By what name an entity is shown. Pure: the same in whatever order its names came."""

from collections.abc import Sequence

from decisions.entities.groups import Known
from decisions.entities.keys import full_name

LONGEST_SHOWN = 60  # characters of a name; what is longer has something else in it


def shown_name(names: Sequence[Known]) -> str:
    """A person's fullest name, else their handle or address; a thing's as its first name has it."""
    if not names[0].is_person:
        return min(names[0].spelled, default=names[0].key)
    spelled = {each for name in names for each in name.spelled}
    if spelled:
        return max(spelled, key=_worth)
    handles = [handle for name in names for handle in name.handles]
    emails = [email for name in names for email in name.emails]
    return min(handles, default="") or min(emails, default=names[0].key)


def _worth(spelled: str) -> tuple[object, ...]:
    plain = "," not in spelled and "@" not in spelled and "(" not in spelled
    mixed = not spelled.isupper() and not spelled.islower()
    short = len(spelled) <= LONGEST_SHOWN
    return (bool(full_name(spelled)), plain, mixed, short, len(spelled), spelled)
