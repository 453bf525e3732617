"""The Normalize stage: a source's own bytes to the text that a person wrote."""

from collections.abc import Mapping

from connectors.contract import MediaType
from connectors.normalize.charset import decode_text
from connectors.normalize.chat import discord_text, slack_text
from connectors.normalize.headers import MailHeaders, read_mail
from connectors.normalize.html import html_charset, html_text
from connectors.normalize.limits import MAX_HTML_CHARACTERS
from connectors.normalize.mail import mail_text
from connectors.normalize.markdown import markdown_text
from connectors.normalize.model import Ledger, NormalizedText, Removed
from connectors.normalize.whitespace import bounded, clean_characters, tidy

__all__ = ["MailHeaders", "NormalizedText", "Removed", "normalize", "read_mail"]

_BYTES_A_CHARACTER = 4


def normalize(raw: bytes, media_type: MediaType, names: Mapping[str, str]) -> NormalizedText:
    """Clean `raw` by its media type; `names` maps ids mentioned in chat markup to display names.

    The text is NFC, with "\\n" line ends, at most one blank line in a row and nothing invisible.
    Takes any bytes: it does not raise on bad input.
    """
    if media_type is MediaType.MAIL:
        return mail_text(raw)
    ledger = Ledger()
    text = _cleaned(raw, media_type, names, ledger)
    return NormalizedText(tidy(bounded(text, ledger)), ledger.removed())


def _cleaned(raw: bytes, media_type: MediaType, names: Mapping[str, str], ledger: Ledger) -> str:
    kept = raw[: MAX_HTML_CHARACTERS * _BYTES_A_CHARACTER]
    ledger.add("oversize", len(raw) - len(kept))
    if media_type is MediaType.HTML:
        return html_text(decode_text(kept, html_charset(kept)), ledger)
    text = clean_characters(bounded(decode_text(kept), ledger))
    if media_type is MediaType.MARKDOWN:
        return markdown_text(text, ledger)
    if media_type is MediaType.SLACK:
        return slack_text(text, names)
    if media_type is MediaType.DISCORD:
        return discord_text(text, names)
    return text
