"""The command line: what it prints, how it exits, and whom it shows what."""

import json

import pytest
from click.testing import CliRunner

from momo.platform.tenancy.visibility import Visibility
from momo.surfaces.cli.main import run
from tests.api import decision
from tests.mailbox import mail, write_mbox


@pytest.fixture
def momo(world, monkeypatch):
    """Run a command as one of the four people; the result, with `.data` where it is JSON."""
    teams = {"stranger": world.other_team}
    monkeypatch.delenv("MOMO_TEAM", raising=False)
    monkeypatch.delenv("MOMO_USER", raising=False)

    def call(who, *arguments, code=0):
        env = {}
        if who:
            team = teams.get(who, world.team)
            env = {"MOMO_TEAM": team.slug, "MOMO_USER": getattr(world, who).email}
        result = CliRunner().invoke(run, [str(a) for a in arguments], env=env)
        assert result.exit_code == code, (result.output, result.exception)
        if "--json" in arguments and code == 0:
            result.data = json.loads(result.stdout)
        return result

    return call


@pytest.fixture
def mailbox(tmp_path):
    return write_mbox(tmp_path / "box.mbox", [mail(n) for n in range(12)])


@pytest.mark.parametrize("command", [[], *([name] for name in run.commands)])
def test_every_command_explains_itself(command):
    result = CliRunner().invoke(run, [*command, "--help"])
    assert result.exit_code == 0
    assert "Usage:" in result.output


def test_ingest_says_what_was_taken(momo, mailbox):
    first = momo("owner", "ingest", "mbox", mailbox, "--json").data
    assert {k: first[k] for k in ("added", "refused", "parked", "waiting")} == {
        "added": 12, "refused": 0, "parked": 0, "waiting": 0,
    }  # fmt: skip
    again = momo("owner", "ingest", "mbox", mailbox)
    assert "0 added" in again.output
    assert "12 unchanged" in again.output


def test_an_answer_cites_the_mail_it_rests_on(momo, mailbox):
    momo("owner", "ingest", "mbox", mailbox)
    answer = momo("owner", "ask", "What did we decide about Postgres for billing?", "--json").data
    assert answer["known"]
    assert "Postgres" in answer["citations"][0]["quote"]
    assert "[1]" in answer["text"]


def test_an_answer_says_so_when_nothing_is_known(momo, mailbox):
    momo("owner", "ingest", "mbox", mailbox)
    answer = momo("owner", "ask", "Which zoo did the penguins move to?", "--json").data
    assert not answer["known"]
    assert answer["citations"] == []


def test_private_mail_is_found_by_its_owner_alone(momo, mailbox):
    momo("private_owner", "ingest", "mbox", mailbox)
    question = ["Postgres", "for", "billing"]
    assert momo("private_owner", "search", *question, "--json").data["results"]
    for who in ("owner", "teammate", "stranger"):
        assert momo(who, "search", *question, "--json").data["results"] == []
        assert not momo(who, "ask", *question, "--json").data["known"]
        assert "Postgres" not in momo(who, "context", *question).output
        assert momo(who, "decisions", "list", "--json").data == []
        assert momo(who, "pipeline", "status", "--json").data["waiting"] == 0


def test_a_decision_is_shown_in_full_to_those_who_may_see_it(momo, mailbox):
    momo("owner", "ingest", "mbox", mailbox, "--visibility", "shared")
    listed = momo("teammate", "decisions", "list", "--json").data
    shown = momo("teammate", "decisions", "show", listed[0]["id"], "--json").data
    assert shown["title"] == listed[0]["title"]
    missing = momo("stranger", "decisions", "show", listed[0]["id"], code=1)
    assert "no such decision" in missing.output


def test_filters_narrow_what_is_found(momo, mailbox):
    momo("owner", "ingest", "mbox", mailbox)
    rejections = momo("owner", "decisions", "list", "--type", "rejection", "--json").data
    assert {d["decision_type"] for d in rejections} == {"rejection"}
    assert momo("owner", "search", "--until", "2025-12-31", "--json").data["results"] == []
    unknown = momo("owner", "search", "--type", "wish", code=2)
    assert "'approval'" in unknown.output


@pytest.mark.parametrize(
    ("who", "arguments", "says"),
    [
        (None, ["ask", "x"], "Who is asking?"),
        ("owner", ["ask", "x", "--as", "nobody@momo.example"], "no user"),
        ("owner", ["ask", "x", "--team", "elsewhere"], "in no team called"),
        ("owner", ["ingest", "mbox", "/no/such/file"], "does not exist"),
        ("owner", ["ingest", "fax", "."], "is not one of"),
    ],
)
def test_a_senseless_call_says_what_to_do(momo, who, arguments, says):
    assert says in momo(who, *arguments, code=2).output


def test_what_is_no_mailbox_is_refused_with_a_reason(momo, tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n" + bytes(range(256)) * 8)
    assert "Error:" in momo("owner", "ingest", "mbox", path, code=1).output


def test_a_key_is_shown_once_listed_and_revoked(momo):
    made = momo("owner", "key", "create", "ci", "--agent", "--json").data
    assert made["key"].startswith("momo_")
    listed = momo("owner", "key", "list", "--json").data
    assert [k["id"] for k in listed] == [made["id"]]
    assert made["key"] not in json.dumps(listed)
    momo("owner", "key", "revoke", made["id"])
    assert momo("owner", "key", "list", "--json").data[0]["revoked_at"]
    momo("stranger", "key", "revoke", made["id"], code=1)


def test_a_member_cannot_make_agents_or_invite(momo):
    assert "Only an owner" in momo("teammate", "key", "create", "x", "--agent", code=1).output
    assert "Only an owner" in momo("teammate", "team", "invite", "a@b.example", code=1).output


def test_only_an_owner_invites_an_owner(momo):
    token = momo("owner", "team", "invite", "admin@momo.example", "--role", "admin").output.strip()
    joining = [
        "team",
        "join",
        token,
        "--as",
        "admin@momo.example",
        "--password",
        "long enough it is",
    ]
    momo(None, *joining)
    inviting = ["team", "invite", "x@momo.example", "--role", "owner"]
    as_admin = ["--team", "lighthouse", "--as", "admin@momo.example"]
    assert "Only an owner makes" in momo(None, *inviting, *as_admin, code=1).output
    assert momo("owner", *inviting).output.strip()


def test_an_invited_person_joins(momo):
    token = momo("owner", "team", "invite", "new@momo.example").output.strip()
    joining = ["team", "join", token, "--as", "new@momo.example", "--password", "quite long enough"]
    assert "Joined Lighthouse" in momo(None, *joining).output
    members = momo("owner", "team", "members", "--json").data
    assert "new@momo.example" in {m["email"] for m in members}


def test_doctor_finds_everything_in_order(committed):
    findings = json.loads(CliRunner().invoke(run, ["doctor", "--json"]).stdout)
    assert [f for f in findings if not f["ok"]] == []
    assert {"Postgres", "pgvector", "serving role", "Redis", "migrations"} <= {
        f["what"] for f in findings
    }


def test_terminal_escapes_in_a_mail_come_out_inert(momo, tmp_path):
    hostile = mail(
        0, text="We decided to use \x1b[31mPostgres\x1b]0;owned\x07 for billing. [bold]x[/]"
    )
    momo("owner", "ingest", "mbox", write_mbox(tmp_path / "h.mbox", [hostile]))
    output = momo("owner", "search", "Postgres billing").output
    assert "Postgres" in output
    assert "\x1b" not in output
    assert "\x07" not in output


@pytest.mark.parametrize(("who", "titles"), [("owner", ["Shared"]), ("stranger", [])])
def test_decisions_are_exported_as_the_list_filters_them(momo, world, tmp_path, who, titles):
    decision(world, "owner", "Shared", tags=("a",))
    decision(world, "owner", "Other")
    decision(world, "private_owner", "Hidden", tags=("a",), visibility=Visibility.PRIVATE)
    written = tmp_path / "decisions.json"
    momo(who, "decisions", "export", "--format", "json", "--tag", "a", "-o", written)
    assert [item["title"] for item in json.loads(written.read_text())["items"]] == titles
    printed = momo(who, "decisions", "export", "--tag", "a").stdout.splitlines()
    assert len(printed) == 1 + len(titles)
