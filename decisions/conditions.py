"""Conditions on memories in SQL, for lists and for searches: what they name, how they once stood.

Parts of a larger statement, which gives `%(team)s`, and `%(f_as_of)s` to those that ask what was.
"""

_THEN = """COALESCE((
    SELECT v.changes->'{1}'->>0 FROM decisions_memoryrevision v
    WHERE v.team_id = %(team)s AND v.memory_id = {0}.id AND v.changed_at > %(f_as_of)s
      AND v.changes ? '{1}'
    ORDER BY v.number LIMIT 1), {0}.{1})"""
# Of several that replaced it the row names the last alone, and none that was reversed since. As
# when decisions are settled, one that not all who see the older one see does not count. What the
# row names goes only where no record is seen: of one that is, the answer above has said all.
_SUCCESSOR_THEN = """COALESCE((
    SELECT r.new_id FROM decisions_supersession r
    JOIN decisions_memory n ON n.team_id = %(team)s AND n.id = r.new_id
    WHERE r.team_id = %(team)s AND r.old_id = {m}.id AND r.undone_at IS NULL
      AND n.valid_from <= %(f_as_of)s AND {status} <> 'reversed'
      AND (n.visibility = 'shared' OR {m}.visibility IN ('private', 'secret')
           OR ({m}.visibility = 'restricted' AND n.visibility = 'restricted'
               AND n.audience_id = {m}.audience_id))
    ORDER BY n.valid_from DESC, n.id DESC LIMIT 1
), CASE WHEN {m}.invalid_at <= %(f_as_of)s AND NOT EXISTS (
    SELECT FROM decisions_supersession r
    WHERE r.team_id = %(team)s AND r.old_id = {m}.id AND r.new_id = {m}.superseded_by
      AND r.undone_at IS NULL
) THEN {m}.superseded_by END)"""
_HOLDS = """CASE WHEN {status} = 'reversed' THEN 'reversed'
    WHEN {successor} IS NOT NULL THEN 'superseded'
    WHEN {status} = 'pending' THEN 'pending' ELSE 'holds' END"""
# An entity that is another one to its holder alone leads where that one does, and an id may be that
# of a name that went to another entity since it was given out. As an array the entities are looked
# up once, not once a row.
_NAMES = """{m}.id IN (
    SELECT e.src_memory_id FROM decisions_edge e
    WHERE e.team_id = %(team)s AND e.src_memory_id IS NOT NULL AND e.dst = ANY (ARRAY(
        SELECT COALESCE(n.merged_into, n.id) FROM decisions_entity n
        WHERE n.team_id = %(team)s AND {which})))"""
_NAMED = """(n.key = ANY({0}) OR lower(n.name) = ANY({0}) OR n.aliases && {0}::text[]
    OR n.id::text = ANY({0}) OR n.id IN (
        SELECT x.entity_id FROM decisions_entityname x
        WHERE x.team_id = %(team)s AND x.id::text = ANY({0})))"""
_PERSON = """n.type = 'person' AND ({named} OR n.emails && {0}::text[] OR n.handles && {0}::text[]
    OR string_to_array(lower(n.name), ' ') && {0}::text[])"""


def column_then(column: str, row: str = "m") -> str:
    """A column of a row at `%(f_as_of)s`: an edit keeps what was there before, and when."""
    return _THEN.format(row, column)


def successor_then(row: str = "m") -> str:
    """The id of what replaced a row at `%(f_as_of)s`, or null."""
    return _SUCCESSOR_THEN.format(m=row, status=column_then("status", "n"))


def holds(row: str = "m", *, then: bool = False) -> str:
    """Whether a decision holds, as one of `history.STANDINGS`; `then` at `%(f_as_of)s`."""
    if then:
        return _HOLDS.format(status=column_then("status", row), successor=successor_then(row))
    return _HOLDS.format(status=f"{row}.status", successor=f"{row}.superseded_by")


def names_person(parameter: str, row: str = "m") -> str:
    """That a row names one of the people of a list parameter, by name, address, handle or id."""
    which = _PERSON.format(parameter, named=_NAMED.format(parameter))
    return _NAMES.format(m=row, which=which)


def names_project(parameter: str, row: str = "m") -> str:
    """That a row names one of the projects of a list parameter, by name or id."""
    return _NAMES.format(m=row, which="n.type = 'project' AND " + _NAMED.format(parameter))


def names_entity(parameter: str, row: str = "m") -> str:
    """That a row names one of the entities of a list parameter, by name or id."""
    return _NAMES.format(m=row, which=_NAMED.format(parameter))


def folded(names: list[str]) -> list[str]:
    """Names as those parameters take them."""
    return [name.strip().lstrip("@").casefold() for name in names]
