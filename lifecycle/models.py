"""All tables of the lifecycle, for Django to find."""

from lifecycle.compaction.models import Compaction, Neighbors
from lifecycle.reconcile.models import Conflict, Restatement, Unreconciled

__all__ = ["Compaction", "Conflict", "Neighbors", "Restatement", "Unreconciled"]
