"""Examples of conflicts, digests, commitments, retention and erasure."""

from typing import Any

EXAMPLES: dict[str, Any] = {
    "EndpointItem.description": "Tells the deploy board",
    "EndpointSecret.description": "Tells the deploy board",
    "EndpointChangeRequest": {"active": False},
    "events": ["decision.made", "decision.superseded"],
    "secret": "whsec_bGlnaHRob3VzZQ",
    "WebhookDeliveryItem.event": "decision.made",
    "message_id": "msg_019a9d2e7c41",
    "closed_by": "",
    "ConflictBodyRequest": {"holds": "newer"},
    "DigestItem.counts": {"decided": 7, "reversed": 1},
    "reader": "team",
    "where": "#architecture",
    "RenderedDigest.subject": "What was decided last week",
    "RenderedDigest.body": "Decided\n\n- Use Postgres for the event store",
    "RenderedDigest.blocks": [{"type": "divider"}],
    "SubscriptionBodyRequest": {"cadence": "week", "weekday": 0, "hour": 9},
    "SubscriptionChangeRequest": {"hour": 8},
    "snippets": ["Can we look at the release train again?"],
    "sentiments": {"neutral": 3},
    "RecurringItem.title": "The release train",
    "HoldBodyRequest": {"reason": "Case 7", "person": "ada@lighthouse.example"},
    "HoldItem.reason": "Case 7",
    "ErasureBodyRequest": {"person": "ada@lighthouse.example"},
    "RetentionBodyRequest": {"days": 365, "action": "erase", "private": True},
    "DisconnectBodyRequest": {"items": "keep"},
    "erased": {"items": 12, "memories": 3},
    "verified": {"items": 0, "memories": 0},
}
