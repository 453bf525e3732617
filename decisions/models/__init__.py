"""Memories, what they name, how they hang together, what they are found by, how they changed."""

from decisions.models.edges import Edge, EdgeKind
from decisions.models.entities import ENTITY_TYPES, Entity, EntityName, EntityVerdict, Sameness
from decisions.models.histories import (
    MemoryRevision,
    Occurrence,
    Ratification,
    Supersession,
    Unreconciled,
    Verdict,
)
from decisions.models.index import MemoryEmbedding, MemoryTerms, MessageVector
from decisions.models.memories import Decision, Kind, Memory
from decisions.models.processing import ExtractionTally, HeldBack
from decisions.models.views import SavedView

__all__ = [
    "ENTITY_TYPES",
    "Decision",
    "Edge",
    "EdgeKind",
    "Entity",
    "EntityName",
    "EntityVerdict",
    "ExtractionTally",
    "HeldBack",
    "Kind",
    "Memory",
    "MemoryEmbedding",
    "MemoryRevision",
    "MemoryTerms",
    "MessageVector",
    "Occurrence",
    "Ratification",
    "Sameness",
    "SavedView",
    "Supersession",
    "Unreconciled",
    "Verdict",
]
