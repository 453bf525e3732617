"""Examples of what the audit log holds."""

from typing import Any

EXAMPLES: dict[str, Any] = {
    "AuditActions.items": ["memory.created", "memory.edited"],
    "export_audit_events text/csv": "id,number,at,action\n019a9d2e,7,2026-03-02,memory.edited\n",
    "AuditItem.action": "memory.edited",
    "AuditItem.subject": "019a9d2e-7c41-7b52-9d36-3f1b6c2a8e70",
    "AuditItem.details": {"fields": ["title"]},
}
