"""Which decisions are summed up together: old ones that stand, of the very same readers. SQL."""

from datetime import datetime
from typing import Any

from decisions.reindex import Holder
from lifecycle.compaction.tuning import OLDER_THAN

# A shared memory may have an owner, whoever stated it: all the same everybody sees it.
OF_HOLDER = """m.team_id = %(team)s AND m.visibility = %(held)s
    AND (%(holder)s::uuid IS NULL
         OR CASE m.visibility WHEN 'private' THEN m.owner_id ELSE m.audience_id END
            = %(holder)s::uuid)"""
STANDS = f"""{OF_HOLDER} AND m.kind = 'decision' AND m.archived_at IS NULL
    AND m.superseded_by IS NULL AND m.status <> 'reversed'"""
OLD = f"{STANDS} AND m.source_date < %(before)s"
_SUMMED_UP = """EXISTS (
    SELECT FROM decisions_edge c
    WHERE c.team_id = %(team)s AND c.dst = m.id AND c.kind = 'COMPACTS'{which})"""
ALONE = f"{OLD} AND NOT {_SUMMED_UP.format(which='')}"
# What something may lie near to: what is alone too, and the centers that it could join.
ALONE_OR_CENTER = f"{OLD} AND NOT {_SUMMED_UP.format(which=' AND c.role <> %(center)s')}"

CENTER = "center"  # the role of the edge from a summary to the most central of its originals


def parameters(holder: Holder, now: datetime) -> dict[str, Any]:
    return holder.parameters | {"before": now - OLDER_THAN, "center": CENTER}
