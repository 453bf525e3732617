"""`momo team`: teams, members and who the command line acts as."""

import click

from connectors.holds import OnHold
from lifecycle.retention.teams import erase_team
from momo.platform.accounts import services
from momo.platform.accounts.models import User
from momo.platform.accounts.selectors import members_of_team
from momo.platform.accounts.services import teams_of
from momo.platform.accounts.sign_in import second_factor
from momo.platform.tenancy.context import acting_as
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import out, print_json, table


@click.group()
def team() -> None:
    """Teams and their members."""


@team.command()
@click.argument("name")
@click.option("--as", "email", required=True, metavar="EMAIL", help="The owner's address.")
@click.option("--person", default="", help="The owner's name, for a new user.")
@click.option("--password", help="For a new user; asked for if it is not given.")
def create(name: str, email: str, person: str, password: str | None) -> None:
    """Create team NAME, and its owner if there is no such user yet."""
    with session.ready():
        try:
            owner = User.objects.filter(email=email.strip().lower()).first()
            if owner is None:
                password = password or click.prompt(
                    "Password", hide_input=True, confirmation_prompt=True
                )
                services.check_password_strength(password)
                owner = services.create_user(email=email, password=password, name=person)
            made = services.create_team(owner=owner, name=name)
        except services.AccountError as error:
            raise click.ClickException(str(error)) from None
        if not session.read_profile():
            session.write_profile(team=made.slug, user=owner.email)
    out.print(f"Created team {made.slug}.")


@team.command("use")
@click.argument("slug")
@click.option("--as", "email", required=True, metavar="EMAIL")
def use(slug: str, email: str) -> None:
    """Act in team SLUG as EMAIL from now on, unless an option says otherwise."""
    with session.ready():
        who = session.identify(slug, email)
        session.write_profile(team=who.team.slug, user=who.email)
    out.print(f"Acting in {who.team.slug} as {who.email}.")


@team.command("list")
@options.identity
@options.as_json
def list_(team: str | None, email: str | None, as_json: bool) -> None:
    """Your teams."""
    with session.acting(team, email) as who:
        teams = teams_of(who.scope.principal_id)
    if as_json:
        print_json(teams)
    else:
        table("Teams", ["name", "short name", "role"], [(t.name, t.slug, t.role) for t in teams])


@team.command()
@options.identity
@options.as_json
def members(team: str | None, email: str | None, as_json: bool) -> None:
    """The members of a team."""
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        found = members_of_team()
    if as_json:
        print_json(found)
    else:
        table(who.team.name, ["name", "email", "role"], [(m.name, m.email, m.role) for m in found])


@team.command()
@click.argument("address")
@click.option("--role", type=click.Choice(["owner", "admin", "member"]), default="member")
@options.identity
def invite(address: str, role: str, team: str | None, email: str | None) -> None:
    """Invite ADDRESS. Prints a token, this once, for the invited person to join with."""
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        try:
            token = services.invite(email=address, role=role)
        except services.NotAllowed as error:
            raise click.ClickException(str(error)) from None
    click.echo(token)


@team.command("reset-second-factor")
@click.argument("email")
def reset_second_factor(email: str) -> None:
    """Take away the second factors of EMAIL, who has lost them: the password alone signs in."""
    with session.ready():
        user = User.objects.filter(email=email.strip().lower()).first()
        if user is None:
            raise click.ClickException("There is no user with this address.")
        taken = second_factor.take_away(user)
    out.print("Their second factors are gone." if taken else "They have no second factor.")


@team.command()
@click.argument("slug")
@click.option("--as", "email", required=True, metavar="EMAIL", help="One of its owners.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def erase(slug: str, email: str, yes: bool) -> None:
    """Erase team SLUG: its keys first, then all that it has, its audit log included."""
    with session.ready():
        who = session.identify(slug, email)
        if not yes:
            typed = click.prompt("This cannot be taken back. Type the team's short name", err=True)
            if typed != who.team.slug:
                raise click.ClickException("That is another name: nothing was erased.")
        try:
            erase_team(who.scope)
        except (services.NotAllowed, OnHold) as error:
            raise click.ClickException(str(error)) from None
    out.print(f"Erased team {who.team.slug}.")


@team.command()
@click.argument("token")
@click.option("--as", "email", required=True, metavar="EMAIL", help="The invited address.")
@click.option("--person", default="", help="Your name, for a new user.")
@click.option("--password", help="For a new user; asked for if it is not given.")
def join(token: str, email: str, person: str, password: str | None) -> None:
    """Join the team that TOKEN invites to."""
    with session.ready():
        try:
            user = User.objects.filter(email=email.strip().lower()).first()
            if user is None:
                password = password or click.prompt(
                    "Password", hide_input=True, confirmation_prompt=True
                )
                services.check_password_strength(password)
                user = services.create_user(email=email, password=password, name=person)
            joined = services.accept_invitation(user=user, token=token)
        except services.AccountError as error:
            raise click.ClickException(str(error)) from None
    out.print(f"Joined {joined.name}.")
