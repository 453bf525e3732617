"""What the first page loads, by what was built: it must not grow without notice."""

from pathlib import Path

import pytest

from momo.surfaces.web import built

MAX_SCRIPT_BYTES = 250_000  # compressed, all that is loaded before a first page is drawn

# Heavy, and of a few pages only; each with a word of its own that a minifier keeps.
ON_DEMAND = {"vis-network": "vis-network", "recharts": "recharts-wrapper"}


@pytest.fixture
def first(assets) -> list[str]:
    """The scripts that every page begins with."""
    return [path.removeprefix("web/") for path in (assets.script, *assets.imports)]


@pytest.mark.parametrize("compression", ["br", "gz"])
def test_the_first_script_stays_below_its_budget(first, compression):
    assert sum(_size(built.BUILT / path, compression) for path in first) < MAX_SCRIPT_BYTES


def _size(path: Path, compression: str) -> int:
    """What is too small to gain by it is not compressed."""
    compressed = path.with_name(f"{path.name}.{compression}")
    return (compressed if compressed.exists() else path).stat().st_size


@pytest.mark.parametrize("package", ON_DEMAND)
def test_what_only_a_few_pages_need_comes_with_them(first, package):
    scripts = {f"assets/{path.name}": path for path in (built.BUILT / "assets").glob("*.js")}
    holding = {name for name, path in scripts.items() if ON_DEMAND[package] in path.read_text()}
    assert holding
    assert not holding & set(first)
