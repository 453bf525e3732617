"""Paragraphs of `format=flowed` text (RFC 3676) put back together."""


def unflow(text: str, *, delete_space: bool) -> str:
    """Join lines that end in a space with the next one of the same quote depth."""
    lines: list[str] = []
    parts: list[str] = []
    depth = 0
    for raw in text.replace("\r\n", "\n").split("\n"):
        line_depth, line = _split_quote(raw)
        if parts and line_depth != depth:
            lines.append(_quoted(depth, parts))
            parts = []
        depth = line_depth
        flows = line.endswith(" ") and line != "-- "
        parts.append(line[:-1] if flows and delete_space else line)
        if not flows:
            lines.append(_quoted(depth, parts))
            parts = []
    if parts:
        lines.append(_quoted(depth, parts))
    return "\n".join(lines)


def _split_quote(line: str) -> tuple[int, str]:
    """Quote depth, and the line without its marks and its stuffed space."""
    bare = line.lstrip(">")
    depth = len(line) - len(bare)
    return depth, bare[1:] if bare.startswith(" ") else bare


def _quoted(depth: int, parts: list[str]) -> str:
    text = "".join(parts)
    return f"{'>' * depth} {text}" if depth else text
