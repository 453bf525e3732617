"""Telling whoever made an endpoint that it was switched off."""

import logging

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from lifecycle.digests import outbox
from lifecycle.hooks.models import WebhookEndpoint
from momo.platform import mail
from momo.platform.accounts.models import Membership, Role, User
from momo.platform.tenancy.context import Scope, acting_as
from momo.platform.tenancy.models import Team

log = logging.getLogger(__name__)


def switched_off(scope: Scope, endpoint: WebhookEndpoint) -> None:
    """Whoever may still manage it is told. Not to be called in a transaction. The page of the
    endpoint says so, mail or not."""
    with acting_as(scope.team_id, scope.principal_id):
        team = " ".join(Team.objects.get().name.split())  # of one line, as a subject is
        still_there = Membership.objects.filter(
            id=endpoint.created_by, role__in=(Role.OWNER, Role.ADMIN)
        )
        people = User.objects.filter(id__in=still_there.values("id"), is_active=True)
        to = list(people.values_list("email", flat=True))
    if not to:
        return
    text = render_to_string("lifecycle/webhook_off.txt", {"endpoint": endpoint, "team": team})
    message = EmailMultiAlternatives(f"A webhook of {team} was switched off", text, to=to)
    try:
        mail.send(message, outbox.folder(scope.team_id, scope.principal_id))
    except mail.Undelivered as failure:
        log.warning("The notice of %s was not sent: %s", endpoint.id, failure)
