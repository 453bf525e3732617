"""Every command that a page shows exists, with the options it is shown with."""

import re
from pathlib import PurePosixPath

import click
import pytest

from connectors.registry import FILE_CONNECTORS
from momo.surfaces.cli.main import run
from tests.docs.pages import CHECKOUT, DOCS, Page, pages

_TARGET = re.compile(r"^([a-z]+):", re.MULTILINE)


def _leaf(words: list[str]) -> tuple[click.Command, list[str]]:
    """The command that the first words name, and the words after them."""
    command: click.Command = run
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        assert words[0] in command.commands, f"there is no command {words[0]!r}"
        command, words = command.commands[words[0]], words[1:]
    return command, words


def _check(words: list[str], *, whole: bool = True) -> None:
    """Fails for unknown commands and options, and for a `whole` command that lacks an argument."""
    command, rest = _leaf(words)
    with click.Context(command) as context:
        given, left, _ = command.make_parser(context).parse_args(list(rest))
        assert not left, f"nothing takes {left}"
        for parameter in command.params:
            value = given.get(parameter.name)
            missing = value in (None, ()) or repr(value) == "Sentinel.UNSET"
            if whole and parameter.required:
                assert not missing, f"{parameter.name} is missing"
            if isinstance(parameter.type, click.Choice) and isinstance(value, str):
                parameter.type.convert(value, parameter, context)
        if whole:
            group = isinstance(command, click.Group) and not command.invoke_without_command
            assert rest or not group, "a group, not a command"


def _momo(words: list[str]) -> list[str] | None:
    """What follows `momo`, in this checkout's environment or on the path; None for others."""
    return words[1:] if PurePosixPath(words[0]).name == "momo" else None


def test_commands_in_blocks_exist(page: Page):
    for words in page.commands():
        if (rest := _momo(words)) is not None:
            try:
                _check(rest)
            except click.UsageError as error:
                pytest.fail(f"{' '.join(words)}: {error.message}")


def test_commands_in_the_text_exist(page: Page):
    for span in page.spans:
        if span.startswith(("momo ", ".venv/bin/momo ")):
            try:
                _check(span.split()[1:], whole=False)
            except click.UsageError as error:
                if "requires an argument" not in str(error.message):
                    pytest.fail(f"{span}: {error.message}")


def test_make_targets_exist(page: Page):
    targets = set(_TARGET.findall((CHECKOUT / "Makefile").read_text()))
    shown = [words for words in page.commands() if words[0] == "make"]
    shown += [span.split() for span in page.spans if span.startswith("make ")]
    for words in shown:
        assert words[1] in targets, " ".join(words)


def test_all_commands_are_on_the_page_of_commands():
    shown = (DOCS / "cli.md").read_text()
    for name, command in run.commands.items():
        names = command.commands if isinstance(command, click.Group) else [""]
        for sub in names:
            assert f"momo {name} {sub}".strip() in shown


def test_every_kind_of_source_has_a_page_that_brings_it_in():
    shown = {
        rest[1]
        for page in pages()
        if page.name.startswith("docs/how-to/")
        for words in page.commands()
        if (rest := _momo(words)) and rest[0] == "ingest"
    }
    assert shown == set(FILE_CONNECTORS)
