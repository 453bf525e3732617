"""The addresses of the account endpoints."""

from django.urls import path

from momo.platform.accounts.invitation_api import (
    AcceptInvitationView,
    InvitationsView,
    InvitationView,
    ResendInvitationView,
    ShownInvitationView,
)
from momo.platform.accounts.key_api import (
    AgentsView,
    AgentView,
    KeysView,
    KeyView,
    RotateKeyView,
)
from momo.platform.accounts.sign_in_api import ChooseTeamView, MeView
from momo.platform.accounts.team_api import MembersView, MemberView, OneTeamView, TeamsView

urlpatterns = [
    path("auth/me", MeView.as_view(), name="me"),
    path("auth/team", ChooseTeamView.as_view(), name="choose-team"),
    path("teams", TeamsView.as_view(), name="teams"),
    path("teams/<uuid:team_id>", OneTeamView.as_view(), name="team"),
    path("members", MembersView.as_view(), name="members"),
    path("members/<uuid:user_id>", MemberView.as_view(), name="member"),
    path("invitations", InvitationsView.as_view(), name="invitations"),
    path("invitations/show", ShownInvitationView.as_view(), name="show-invitation"),
    path("invitations/accept", AcceptInvitationView.as_view(), name="accept-invitation"),
    path("invitations/<uuid:invitation_id>", InvitationView.as_view(), name="invitation"),
    path(
        "invitations/<uuid:invitation_id>/resend",
        ResendInvitationView.as_view(),
        name="resend-invitation",
    ),
    path("agents", AgentsView.as_view(), name="agents"),
    path("agents/<uuid:agent_id>", AgentView.as_view(), name="agent"),
    path("keys", KeysView.as_view(), name="keys"),
    path("keys/<uuid:key_id>", KeyView.as_view(), name="key"),
    path("keys/<uuid:key_id>/rotate", RotateKeyView.as_view(), name="rotate-key"),
]
