"""`momo digest`: where what it tells goes."""

import json

import pytest
from click.testing import CliRunner

from momo.surfaces.cli.main import run

BEFORE = ("--before", "2026-11-23")


@pytest.fixture
def momo(world):
    env = {"MOMO_TEAM": world.team.slug, "MOMO_USER": world.owner.email}
    return lambda *given: CliRunner().invoke(run, ["digest", *map(str, given)], env=env)


@pytest.mark.parametrize("how", ["text", "html", "slack", "json"])
def test_every_format_goes_into_the_file(momo, tmp_path, how):
    file = tmp_path / "digest"
    done = momo("--format", how, *BEFORE, "--output", file)
    assert (done.exit_code, done.output) == (0, "")
    assert "16" in file.read_text()
    if how in ("slack", "json"):
        assert json.loads(file.read_text())


def test_a_file_that_cannot_be_written_is_said(momo, tmp_path):
    told = momo("--output", tmp_path / "nowhere" / "digest")
    assert (told.exit_code, "No such file" in told.output) == (1, True)


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_a_day_without_others_around_it_is_refused(momo, day):
    told = momo("--before", day)
    assert (told.exit_code, "Give a day from" in told.output) == (2, True)


def test_a_mail_that_only_a_file_has_is_not_said_to_have_been_sent(momo, settings, tmp_path):
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path
    assert "no mail server is set, so it is kept in" in momo("--send").output.replace("\n", " ")
