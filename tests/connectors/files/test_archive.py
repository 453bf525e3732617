"""Zips and folders from strangers."""

import contextlib
import io
import os
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from connectors.contract import UnreadableSource
from connectors.discord_export.connector import discord_export
from connectors.files.archive import Budget, ZipBundle, ZipLimits
from connectors.files.bundle import open_bundle
from connectors.files.folder import FolderBundle
from connectors.files.members import MIB, MemberError, read_whole
from connectors.mbox.connector import mbox
from connectors.notion_export.connector import notion_export
from connectors.slack_export.connector import slack_export


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> io.BytesIO:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file


def opened(files: dict[str, bytes], limits: ZipLimits | None = None) -> ZipBundle:
    return ZipBundle(zipped(files), Budget(limits or ZipLimits()))


def test_files_are_in_order_of_name_without_the_systems_litter():
    bundle = opened({"b.md": b"", "a.md": b"", "__MACOSX/._a.md": b"", ".DS_Store": b""})
    assert [member.name for member in bundle.members] == ["a.md", "b.md"]


def test_a_path_that_leads_out_is_only_a_name():
    bundle = opened({"../../evil.md": b"text", "/etc/evil.md": b"text"})
    assert [member.name for member in bundle.members] == ["etc/evil.md", "evil.md"]
    assert read_whole(bundle, bundle.members[0]) == b"text"


def test_a_bomb_is_stopped_while_it_unpacks():
    bundle = opened({"bomb.md": bytes(90 * MIB)})
    tracemalloc.start()
    with pytest.raises(MemberError, match="bombs"):
        read_whole(bundle, bundle.members[0])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 30 * MIB


def test_a_file_over_its_limit_is_stopped():
    bundle = opened({"a.md": os.urandom(3000)}, ZipLimits(member=2000, total=10_000))
    with pytest.raises(MemberError, match="larger than"):
        read_whole(bundle, bundle.members[0])


def test_all_files_together_have_a_limit_too():
    bundle = opened({"a.md": os.urandom(900), "b.md": os.urandom(900)}, ZipLimits(1000, 1500))
    read_whole(bundle, bundle.members[0])
    with pytest.raises(MemberError, match="unpacks to more"):
        read_whole(bundle, bundle.members[1])


def test_a_size_that_lies_is_not_believed():
    data = bytearray(zipped({"bomb.md": bytes(60 * MIB)}).getvalue())
    central = data.rindex(b"PK\x01\x02")
    data[central + 20 : central + 24] = (2**31).to_bytes(4, "little")  # the packed size
    bundle = ZipBundle(io.BytesIO(bytes(data)), Budget(ZipLimits()))
    with pytest.raises(MemberError):
        read_whole(bundle, bundle.members[0])


def test_a_damaged_file_leaves_the_others_readable():
    file = zipped({"a.md": b"first", "b.md": b"second"}, zipfile.ZIP_STORED)
    data = file.getvalue().replace(b"first", b"fixst", 1)
    bundle = ZipBundle(io.BytesIO(data), Budget(ZipLimits()))
    with pytest.raises(MemberError, match="damaged"):
        read_whole(bundle, bundle.members[0])
    assert read_whole(bundle, bundle.members[1]) == b"second"


def test_a_zip_cut_short_is_unreadable():
    data = zipped({"a.md": b"text" * 100}).getvalue()
    with pytest.raises(UnreadableSource, match="cut short"):
        ZipBundle(io.BytesIO(data[:-30]), Budget(ZipLimits()))


def test_a_zip_with_a_password_says_so():
    data = bytearray(zipped({"a.md": b"text"}).getvalue())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    with pytest.raises(UnreadableSource, match="password"):
        ZipBundle(io.BytesIO(bytes(data)), Budget(ZipLimits()))


def test_names_in_utf8_without_its_mark_and_with_back_slashes_are_read():
    data = zipped({"Caf\u00e9\\page.md": b""}).getvalue()
    for mark, offset in ((b"PK\x03\x04", 7), (b"PK\x01\x02", 9)):
        at = data.index(mark) + offset
        data = data[:at] + b"\0" + data[at + 1 :]
    bundle = ZipBundle(io.BytesIO(data), Budget(ZipLimits()))
    assert [member.name for member in bundle.members] == ["Caf\u00e9/page.md"]


def test_a_named_pipe_does_not_block(tmp_path):
    os.mkfifo(tmp_path / "pipe.md")
    bundle = FolderBundle(tmp_path)
    with pytest.raises(MemberError, match="regular"):
        read_whole(bundle, bundle.members[0])
    with pytest.raises(UnreadableSource), open_bundle(tmp_path / "pipe.md"):
        pass


def test_hidden_folders_and_linked_ones_are_left_out(make_folder, tmp_path):
    folder = make_folder({"a.md": "", ".git/b.md": "", "node_modules/c.md": ""})
    (folder / "up").symlink_to(tmp_path)
    assert [member.name for member in FolderBundle(folder).members] == ["a.md"]


CONNECTORS = (mbox, slack_export, notion_export, discord_export)
SOUND = zipped({"channels.json": b"[]", "a/1.json": b"[{}]", "b.md": b"# b"}).getvalue()


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.integers(0, len(SOUND)),
    st.binary(max_size=6),
    st.integers(0, 6),
    st.sampled_from(CONNECTORS),
)
@example(0, b"", 0, slack_export)
def test_any_damage_to_a_zip_is_survived(tmp_path: Path, at, new, dropped, connector):
    path = tmp_path / "fuzz.zip"
    path.write_bytes(SOUND[:at] + new + SOUND[at + dropped :])
    with contextlib.suppress(UnreadableSource):
        list(connector.read(path))


def test_compression_that_exports_never_use_is_refused():
    bundle = ZipBundle(zipped({"a.md": b"text"}, zipfile.ZIP_LZMA), Budget(ZipLimits()))
    with pytest.raises(MemberError, match="unusual"):
        read_whole(bundle, bundle.members[0])
