"""Examples of people, teams, keys and invitations."""

from typing import Any

EXAMPLES: dict[str, Any] = {
    "link": "https://momo.lighthouse.example/join#Qm9hdHMtYXJlLXNhZmU",
    "token": "Qm9hdHMtYXJlLXNhZmUtaW4taGFyYm9y",
    "prefix": "momo_3fJ9",
    "NewKey.key": "momo_3fJ9kT0dPq7bXr2mVw5sYz8aLc4eHg6n",
    "TeamDetail.name": "Lighthouse",
    "TeamItem.name": "Lighthouse",
    "NewTeamBodyRequest": {"name": "Lighthouse", "slug": "lighthouse"},
    "TeamChangeRequest": {"timezone": "Europe/Lisbon"},
    "AgentItem.name": "release-bot",
    "AgentBodyRequest.name": "release-bot",
    "KeyItem.name": "continuous integration",
    "NewKey.name": "continuous integration",
    "KeyBodyRequest": {"name": "continuous integration", "scopes": ["read", "write"]},
    "RoleBodyRequest": {"role": "admin"},
}
