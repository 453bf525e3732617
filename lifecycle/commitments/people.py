"""Whether a name in a text is a certain person. Pure."""

from collections.abc import Collection, Mapping


def names_of(name: str, email: str = "", handle: str = "") -> frozenset[str]:
    """What someone is called, case-folded: by name, first name, address and handle."""
    full = " ".join(name.casefold().split())
    first = full.split(" ")[0] if full else ""
    known = {full, first, email.strip().casefold(), handle.strip().lstrip("@").casefold()}
    return frozenset(known - {""})


def is_called(name: str, known: Collection[str]) -> bool:
    """Whether someone who is known under these names is called so."""
    return " ".join(name.casefold().split()).lstrip("@") in known


def names_of_person(person: Mapping[str, str] | None) -> frozenset[str]:
    """Of a person as sources and memories keep them."""
    kept = person or {}
    return names_of(kept.get("name", ""), kept.get("email", ""), kept.get("handle", ""))
