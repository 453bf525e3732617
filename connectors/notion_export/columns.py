"""What a property of a page means, by its name in lower case. Pure."""

CREATED = ("created", "created time", "date created", "created at", "creation date")
DATE = ("date", "decision date", "decided on", "meeting date", "when")
EDITED = ("last edited", "last edited time", "last updated", "updated", "updated at", "edited")
AUTHORS = ("created by", "author", "authors", "written by")
DECIDERS = (
    "decided by",
    "decision maker",
    "decision makers",
    "deciders",
    "approved by",
    "approver",
)
OTHERS = (
    "owner", "owners", "assignee", "assign", "assigned to", "person", "people", "participants",
    "attendees", "dri", "lead", "last edited by",
)  # fmt: skip
TAGS = ("tags", "tag", "labels", "category")
