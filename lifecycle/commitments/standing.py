"""Which memories are commitments, and whether one is done: parts of SQL for several statements.

They take `%(team)s`. A message counts while it says what it said, and for those who see it; a
person's last word wins over all messages.
"""

# Action items, what someone took on or was given, and whatever else has an owner and a date.
COMMITMENT = """(m.kind = 'action_item' OR (m.kind = 'decision' AND (
        m.decision_type IN ('commitment', 'delegation')
        OR (m.due_on IS NOT NULL AND m.owner_name <> ''))))
    AND m.status IN ('decided', '') AND m.superseded_by IS NULL AND m.archived_at IS NULL
    AND m.visibility <> 'secret'"""


def last_word(*, shared_only: bool = False) -> str:
    """A lateral join, `word`, with at most one row for each memory `m`: what was said last."""
    shared = " AND k.visibility = 'shared'" if shared_only else ""
    return f"""LEFT JOIN LATERAL (
    SELECT k.closed, k.at, k.by_principal, k.by_rule, k.item_id, k.quote
    FROM lifecycle_commitmentmark k
    WHERE k.team_id = %(team)s AND k.memory_id = m.id{shared} AND (k.item_id IS NULL OR EXISTS (
        SELECT FROM connectors_sourceitem i WHERE i.team_id = %(team)s AND i.id = k.item_id
          AND i.content_hash = k.item_hash AND i.deleted_at IS NULL))
    ORDER BY k.by_principal IS NOT NULL DESC, k.at DESC, k.id DESC LIMIT 1
) word ON true"""  # noqa: S608  (constants)


IS_OPEN = "word.closed IS NOT TRUE"
