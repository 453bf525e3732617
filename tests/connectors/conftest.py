"""Small exports, made by the tests that read them."""

import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from connectors.contract import FileConnector, Refusal, SourceRecord

MakeZip = Callable[..., Path]
MakeFolder = Callable[..., Path]
Sort = Callable[[FileConnector, Path], tuple[list[SourceRecord], list[Refusal]]]


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


@pytest.fixture
def make_zip(tmp_path: Path) -> MakeZip:
    def make(files: Mapping[str, str | bytes], name: str = "export.zip") -> Path:
        path = tmp_path / name
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for inside, content in files.items():
                archive.writestr(inside, _bytes(content))
        return path

    return make


@pytest.fixture
def make_folder(tmp_path: Path) -> MakeFolder:
    def make(files: Mapping[str, str | bytes], name: str = "folder") -> Path:
        root = tmp_path / name
        root.mkdir(exist_ok=True)
        for inside, content in files.items():
            path = root / inside
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(_bytes(content))
        return root

    return make


@pytest.fixture
def read() -> Sort:
    """Reads a path twice, checks that both readings are the same, and sorts what came."""

    def sort(connector: FileConnector, path: Path) -> tuple[list[SourceRecord], list[Refusal]]:
        readings = list(connector.read(path))
        assert readings == list(connector.read(path))
        records = [each for each in readings if isinstance(each, SourceRecord)]
        return records, [each for each in readings if isinstance(each, Refusal)]

    return sort


@pytest.fixture
def live(committed_world, settings):
    """A team with the four people, that connects to fakes through the real engine."""
    import momo.celery  # noqa: F401  (the broker that wake-ups go to)
    from connectors.live import limits
    from connectors.registry import LIVE_CONNECTORS
    from momo.platform import breaker
    from tests.connectors.live.harness import Live

    known = dict(LIVE_CONNECTORS)
    breaker.forget_all()
    limits.forget_all()
    yield Live(committed_world, settings)
    LIVE_CONNECTORS.clear()
    LIVE_CONNECTORS.update(known)
