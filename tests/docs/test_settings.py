"""docs/settings.md names the variables that are read, each with its default, and no others."""

import ast
import re
from collections.abc import Iterator

import pytest

from connectors.live.app import variable
from connectors.registry import LIVE_CONNECTORS
from tests.docs.pages import CHECKOUT, DOCS, Page

_ROW = re.compile(r"^\| `(?P<name>[A-Z_]+)` \| (?P<default>[^|]*) \| (?P<meaning>[^|]*) \|$", re.M)
_VARIABLE = re.compile(r"MOMO_[A-Z_]*[A-Z]|DATABASE_URL|REDIS_URL")
_READERS = {"get", "_flag", "_words"}  # os.environ.get and the settings' own; name, then default
_READING = ("momo/settings.py", "momo/platform/embedded/urls.py", "momo/surfaces/cli")


def _rows() -> dict[str, str]:
    """The defaults on the page, by variable."""
    text = (DOCS / "settings.md").read_text()
    return {row["name"]: row["default"] for row in _ROW.finditer(text)}


def _calls() -> Iterator[tuple[str, ast.Call]]:
    """The calls of the settings whose first argument is a variable's name."""
    for node in ast.walk(ast.parse((CHECKOUT / "momo/settings.py").read_text())):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = node.args[0].value
            if isinstance(name, str) and _VARIABLE.fullmatch(name):
                yield name, node


def _read() -> set[str]:
    """Every variable that the code names in full as a string of its own."""
    files = [CHECKOUT / place for place in _READING]
    paths = [p for file in files for p in (file.rglob("*.py") if file.is_dir() else [file])]
    trees = [ast.parse(path.read_text()) for path in paths]
    strings = (
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return {text for text in strings if _VARIABLE.fullmatch(text)}


def test_the_page_names_all_variables_and_no_others():
    assert set(_rows()) == _read()


def test_the_settings_read_nothing_that_is_not_on_the_page():
    assert {name for name, _ in _calls()} <= set(_rows())


def test_defaults_on_the_page_are_those_of_the_settings():
    rows = _rows()
    for name, call in _calls():
        reader = call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
        default = call.args[1] if len(call.args) > 1 else None
        if reader in _READERS and isinstance(default, ast.Constant) and default.value != "":
            assert f"`{default.value!s}`" in rows[name], name


def _of_apps(kind: str) -> set[str]:
    """The variables of one live source."""
    return {variable(kind, setting.name) for setting in LIVE_CONNECTORS[kind].app_settings}


def test_variables_on_other_pages_exist(page: Page):
    named = re.findall(rf"\b(?:{_VARIABLE.pattern})\b", page.text)
    apps = {name for kind in LIVE_CONNECTORS for name in _of_apps(kind)}
    assert set(named) <= set(_rows()) | apps


@pytest.mark.parametrize("kind", sorted(LIVE_CONNECTORS))
def test_the_page_of_a_live_source_names_all_its_variables(kind):
    text = (DOCS / "connectors" / f"{kind}.md").read_text()
    assert _of_apps(kind) <= set(re.findall(rf"\b(?:{_VARIABLE.pattern})\b", text))
