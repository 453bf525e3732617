"""Folders that only one account may enter, and the way to them."""

import os
import stat
from pathlib import Path

from momo.platform.embedded.accounts import Account
from momo.platform.embedded.errors import EmbeddedError


def private_folder(path: Path, owner: Account) -> Path:
    """Make `path` (mode 0700) for `owner`, or check that it is theirs.

    Raises EmbeddedError when it belongs to somebody else or is a symlink: whoever owns the
    folder of a socket can pose as the server.
    """
    try:
        path.mkdir(mode=0o700)
        os.chown(path, owner.uid, owner.gid)
    except FileExistsError:
        _require_owner(path, owner)
    return path


def passage_folder(path: Path) -> Path:
    """Make `path` for this process' account so that others may pass through, not list it."""
    try:
        path.mkdir(mode=0o700)
        path.chmod(0o711)  # whatever the umask
    except FileExistsError:
        _require_owner(path, Account.current())
    return path


def let_pass(path: Path) -> None:
    """Let every account pass through the parents of `path`, as root, where they cannot yet.

    Only the right to pass is added, not the right to list: /root is among the parents of a
    checkout made there.
    """
    for parent in path.resolve().parents:
        _add_mode(parent, stat.S_IXOTH)


def let_read(folder: Path) -> None:
    """Let every account read what is installed in `folder`: a strict umask may forbid it."""
    _add_mode(folder, stat.S_IROTH | stat.S_IXOTH)
    for path in folder.rglob("*"):
        if path.is_symlink():
            continue
        runnable = path.is_dir() or path.stat().st_mode & stat.S_IXUSR
        _add_mode(path, stat.S_IROTH | (stat.S_IXOTH if runnable else 0))


def _add_mode(path: Path, bits: int) -> None:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & bits != bits:
        path.chmod(mode | bits)


def _require_owner(path: Path, owner: Account) -> None:
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != owner.uid:
        raise EmbeddedError(
            f"{path} belongs to another account (uid {found.st_uid}, expected {owner.uid}): "
            "run as that account, or set MOMO_DATA_DIR to a folder of your own"
        )
