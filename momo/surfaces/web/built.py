"""What `make web` built of `client/`: which files the page begins with."""

import json
from dataclasses import dataclass
from functools import cache

from django.conf import settings

BUILT = settings.WEB_BUILT
STATIC_PREFIX = "web"  # of the built files, below STATIC_URL
_ENTRY = "src/main.tsx"
_NOT_BUILT = "The web client is not built. Run: make web"
_FONT = "inter-latin-wght-normal.woff2"


class NotBuilt(Exception):
    """The client is not there; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Assets:
    """Paths below STATIC_URL. `imports` are the modules that the script begins with."""

    script: str
    imports: tuple[str, ...]
    styles: tuple[str, ...]
    fonts: tuple[str, ...]


@cache
def assets() -> Assets:
    """Read once. Raises NotBuilt."""
    try:
        manifest = json.loads((BUILT / "manifest.json").read_text())
    except FileNotFoundError:
        raise NotBuilt(_NOT_BUILT) from None
    entry = manifest[_ENTRY]
    needed = _needed(manifest, _ENTRY)
    return Assets(
        script=_path(entry["file"]),
        imports=tuple(_path(manifest[name]["file"]) for name in needed if name != _ENTRY),
        styles=tuple(_path(css) for name in needed for css in manifest[name].get("css", ())),
        fonts=tuple(_path(each["file"]) for name, each in manifest.items() if _FONT in name),
    )


@cache
def standalone(name: str) -> str:
    """The text of a script that is put into a page of its own. Raises NotBuilt."""
    try:
        code = (BUILT / "standalone" / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NotBuilt(_NOT_BUILT) from None
    if "</script" in code.lower() or "<!--" in code:
        raise NotBuilt(f"{name} was built so that it cannot be put into a page.")
    return code


def _needed(manifest: dict[str, dict[str, list[str]]], name: str) -> list[str]:
    """The chunk and all that it imports at once, in the order in which they are needed."""
    found = [name]
    for each in found:
        found += [other for other in manifest[each].get("imports", ()) if other not in found]
    return found


def _path(file: str) -> str:
    return f"{STATIC_PREFIX}/{file}"
