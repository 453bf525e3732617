"""Lists that people come back to."""

from django.db import models

from momo.platform.tenancy.models import OwnedModel


class SavedView(OwnedModel):
    """Filters and order of a list of decisions under a name, its owner's or the team's.

    `query` has the parameters of `GET /decisions` by name.
    """

    name = models.CharField(max_length=100)
    query = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team_id", "owner_id", "name"], name="saved_view_name"),
        ]
