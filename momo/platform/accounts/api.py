"""The addresses of the account endpoints."""

from django.urls import path

from momo.platform.accounts.key_api import AgentsView, KeysView, KeyView
from momo.platform.accounts.sign_in_api import (
    ChooseTeamView,
    MeView,
    SignInView,
    SignOutView,
    SignUpView,
)
from momo.platform.accounts.team_api import (
    AcceptInvitationView,
    InvitationsView,
    InvitationView,
    MembersView,
    MemberView,
    OneTeamView,
    TeamsView,
)

urlpatterns = [
    path("auth/sign-up", SignUpView.as_view(), name="sign-up"),
    path("auth/sign-in", SignInView.as_view(), name="sign-in"),
    path("auth/sign-out", SignOutView.as_view(), name="sign-out"),
    path("auth/me", MeView.as_view(), name="me"),
    path("auth/team", ChooseTeamView.as_view(), name="choose-team"),
    path("teams", TeamsView.as_view(), name="teams"),
    path("teams/<uuid:team_id>", OneTeamView.as_view(), name="team"),
    path("members", MembersView.as_view(), name="members"),
    path("members/<uuid:user_id>", MemberView.as_view(), name="member"),
    path("invitations", InvitationsView.as_view(), name="invitations"),
    path("invitations/accept", AcceptInvitationView.as_view(), name="accept-invitation"),
    path("invitations/<uuid:invitation_id>", InvitationView.as_view(), name="invitation"),
    path("agents", AgentsView.as_view(), name="agents"),
    path("keys", KeysView.as_view(), name="keys"),
    path("keys/<uuid:key_id>", KeyView.as_view(), name="key"),
]
