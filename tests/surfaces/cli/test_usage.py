"""`momo usage` and `momo budget`."""

import json
from decimal import Decimal

import pytest
from click.testing import CliRunner

from momo.platform.ai import Usage, metering
from momo.platform.ai.prices import Price
from momo.surfaces.cli.main import run


@pytest.fixture
def momo(world, settings):
    settings.MOMO_PRICES = {"fast": Price(Decimal(1), Decimal(4))}
    with metering.charged_to(world.scope("owner")):
        metering.charge(Usage("fast", 1_000, 100), "extract")

    def call(*arguments, who="owner"):
        env = {"MOMO_TEAM": world.team.slug, "MOMO_USER": getattr(world, who).email}
        return CliRunner().invoke(run, [*arguments], env=env)

    return call


def test_shows_calls_tokens_and_money(momo):
    shown = momo("usage").stdout
    assert "extract" in shown
    assert "0.0014" in shown
    (stage,) = json.loads(momo("usage", "--json").stdout)["by_stage"]
    assert (stage["key"], stage["calls"], Decimal(stage["cost"])) == (
        "extract", 1, Decimal("0.0014"),
    )  # fmt: skip


def test_sets_shows_and_takes_back_a_budget(momo):
    set_to = momo("budget", "--period", "day", "--stage", "extract", "--tokens", "500")
    assert "1100 of 500" in set_to.stdout
    (budget,) = json.loads(momo("budget", "--json").stdout)["budgets"]
    assert (budget["stage"], budget["tokens"], budget["spent"]) == ("extract", 500, True)
    assert "1100" not in momo("budget", "--period", "day", "--stage", "extract").stdout


def test_chooses_batches(momo):
    assert "in batches" in momo("budget", "--batches").stdout
    assert "at once" in momo("budget", "--no-batches").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["--tokens", "5"],
        *(["--period", "day", "--cost", cost] for cost in ("-1", "NaN", "five", "1e40")),
        ["--period", "day", "--tokens", str(10**30)],
    ],
)
def test_refuses_what_makes_no_budget(momo, arguments):
    assert momo("budget", *arguments).exit_code == 2


def test_says_so_where_no_model_was_asked(momo):
    assert "No model was asked" in momo("usage", "--until", "2020-01-31").stdout
    backwards = momo("usage", "--since", "2026-02-01", "--until", "2026-01-01")
    assert (backwards.exit_code, "--since comes after" in backwards.output) == (2, True)


@pytest.mark.parametrize("command", ["usage", "budget"])
def test_is_for_owners_and_admins(momo, command):
    told = momo(command, who="teammate")
    assert told.exit_code == 1
    assert "owners and admins" in told.stderr
