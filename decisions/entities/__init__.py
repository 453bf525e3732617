"""Entities: who and what memories name, each once, by whatever name it goes.

`ensure` writes down the names that are stated, `resolve` says which of them are one entity.
"""

from decisions.entities.ensure import Target, ensure_entities
from decisions.entities.locks import lock
from decisions.entities.resolve import resolve_stale
from decisions.entities.specs import EntitySpec, SeenBy, person_spec, thing_spec

__all__ = [
    "EntitySpec",
    "SeenBy",
    "Target",
    "ensure_entities",
    "lock",
    "person_spec",
    "resolve_stale",
    "thing_spec",
]
