"""The mails that throughput is measured with are all taken, and no two are one."""

from pathlib import Path

import pytest

from connectors.contract import SourceRecord
from connectors.mbox.connector import mbox
from tests.bench import mails


@pytest.mark.parametrize("source", ["real", "generated"])
def test_every_mail_is_taken_once_and_threads_hold_together(tmp_path: Path, monkeypatch, source):
    if source == "real" and not mails.REAL.is_file():
        pytest.skip(f"needs the shared data at {mails.REAL}")
    if source == "generated":
        monkeypatch.setattr(mails, "REAL", tmp_path / "missing.mbox")
    path = tmp_path / "bench.mbox"
    mails.write_mailbox(path, 1000)
    records = [record for record in mbox.read(path) if isinstance(record, SourceRecord)]
    assert len(records) == 1000
    assert len({record.external_id for record in records}) == 1000
    assert 100 < len({record.thread_key for record in records}) < 1000
