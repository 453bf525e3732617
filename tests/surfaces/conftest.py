"""What tests of several surfaces stand on."""

import pytest

from momo.surfaces.web import built


@pytest.fixture
def graph_script(tmp_path, monkeypatch):
    """The script of a graph's own page, whether the client is built here or not."""
    folder = tmp_path / "built"
    file = folder / "standalone" / "graph.js"
    file.parent.mkdir(parents=True)
    file.write_text("draw();")
    monkeypatch.setattr(built, "BUILT", folder)
    built.standalone.cache_clear()
    yield file
    built.standalone.cache_clear()
