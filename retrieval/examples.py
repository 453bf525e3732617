"""Examples of searches, answers and the graph."""

from typing import Any

_STREAM = (
    "event: sources\ndata: []\n\n"
    'event: piece\ndata: {"text": "The event store uses Postgres [1]."}\n\n'
)

EXAMPLES: dict[str, Any] = {
    "AnswerAccuracyDetail.by_provider": {
        "extractive": {"judged": 12, "up": 11, "down": 1, "share": 0.92}
    },
    "AnswerAccuracyDetail.faults": {"bad_source": 1},
    "ConversationBodyRequest": {"title": "The event store"},
    "ExchangeItem.text": "The event store uses Postgres [1]. That still holds.",
    "SharedExchangeItem.text": "The event store uses Postgres [1]. That still holds.",
    "FiltersItem.entities": ["Event store"],
    "FiltersItem.projects": ["Atlas"],
    "FiltersItem.sources": ["slack"],
    "FiltersItem.tags_all": [],
    "FiltersItem.tags_any": ["architecture"],
    "FiltersItem.tags_none": [],
    "ask_in_conversation text/event-stream": _STREAM,
    "retry_exchange text/event-stream": _STREAM,
    "meaning": "How much of a score is when it was said.",
    "unit": "a share",
    "author": "Ada Ferrari",
    "behind": "",
    "sentence": "It says what was asked for in its title, and was said last week.",
    "ContributionItem.name": "relevance",
    "degraded": "",
    "dense_text": "Which database does the event store use?",
    "terms": ["database", "event", "store"],
    "names": ["event store"],
    "read": ["event store: a project"],
    "ExplanationItem.question": "what",
    "ties": {"019a9d2e-7c41-7b52-9d36-3f1b6c2a8e70": "about the event store"},
    "seconds": {"land": 0.008},
    "dropped": {"superseded": 2},
    "FoundItem.entities": ["Event store"],
    "FoundItem.options": [{"option": "Postgres", "chosen": True}],
    "FoundItem.people": [{"name": "Ada Ferrari", "role": "decider"}],
    "via": "",
    "RelatedMemoryItem.how": "Both are about the event store.",
    "provider": "extractive",
    "AnswerItem.text": "The event store uses Postgres [1]. That still holds.",
    "ContextItem.text": "## Use Postgres for the event store [1]\nOne database is easier to run.",
    "configured": "text-embedding-3-small",
    "target": "",
    "GraphNodeItem.type": "decision",
    "GraphEdgeItem.kind": "ABOUT",
    "GraphEdgeItem.role": "",
    "RetrievalSettingsBodyRequest": {"graph": "sem_ppr"},
    "ask text/event-stream": _STREAM,
}
