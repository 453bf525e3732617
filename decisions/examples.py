"""Examples of memories, their people, names and history."""

from typing import Any

_ID = "019a9d2e-7c41-7b52-9d36-3f1b6c2a8e70"
_MEMORY = {
    "title": "Use Postgres for the event store",
    "summary": "The event store moves to Postgres, as one database is easier to run.",
    "rationale": "One database to back up and to watch.",
    "people": [{"name": "Ada Ferrari", "email": "ada@lighthouse.example", "role": "decider"}],
    "options": [
        {"option": "Postgres", "chosen": True},
        {"option": "MySQL", "chosen": False, "reason": "We would run two databases."},
    ],
    "tags": ["architecture"],
}

EXAMPLES: dict[str, Any] = {
    "SavedViewItem.query": {"tag": ["architecture"], "holds": ["holds"]},
    "CountedItem.value": "architecture",
    "export_decisions text/csv": "id,title,status\n019a9d2e,Use Postgres,decided\n",
    "export_decisions application/json": {"items": [{"title": "Use Postgres"}]},
    "DecisionBodyRequest": {**_MEMORY, "decision_type": "selection"},
    "MemoryBodyRequest": {**_MEMORY, "kind": "decision"},
    "MemoryChangeRequest": {"tags": ["architecture", "storage"]},
    "SupersedeBodyRequest": {"by": _ID, "reason": "We move off MySQL after all."},
    "ReverseBodyRequest": {"reason": "The vendor stops the product."},
    "RatifyBodyRequest": {"verdict": "confirm"},
    "AnswerBodyRequest": {"same": True, "reason": "She changed her address."},
    "option": "MySQL",
    "OptionItem.reason": "We would run two databases.",
    "OptionItem.by": "Ada Ferrari",
    "relation": "about",
    "EntityOfMemory.name": "Event store",
    "EntityOfMemory.role": "",
    "replaces": "MySQL",
    "extractor": "rules",
    "thread_key": "C01/1772443800",
    "snippet": "As decided, the event store is Postgres.",
    "sentiment": "neutral",
    "by_rule": "",
    "ChangeItem.by": "Ada Ferrari",
    "ChangeItem.who": "Ada Ferrari",
    "RevisionItem.changes": {"title": ["Use MySQL", "Use Postgres"]},
    "SourceOfMemory.text": "Let's go with Postgres for the event store, then.",
    "aliases": ["Ada"],
    "spelled": ["Ada F."],
    "AccuracyDetail.by_type": {
        "selection": {"judged": 21, "confirmed": 18, "edited": 2, "rejected": 1, "share": 0.95}
    },
    "AccuracyDetail.by_source": {
        "slack": {"judged": 21, "confirmed": 18, "edited": 2, "rejected": 1, "share": 0.95}
    },
    "chosen": ["graph"],
}
