"""Where a signature begins: delimiters, phone footers, closings and bare names."""

import re

from connectors.normalize.limits import (
    CLOSING_LINES,
    LOOSE_SIGNATURE_LINES,
    STRICT_SIGNATURE_LINES,
)

_DEVICES = (
    r"i ?phone|i ?pad|i ?pod|apple watch|blackberry|android|samsung|galaxy|huawei|xiaomi|pixel|"
    r"nokia|windows phone|mobile|handy|smartphone|handheld|tablet|phone|verizon|t-mobile|at&t|htc|"
    r"sony|lg|motorola|outlook|yahoo|proton ?mail|gmail|aol|mail for windows|mailbird|fairphone"
)
_PHONE = re.compile(
    rf"[\s*_~-]*(?:"
    rf"Sent (?:from|via|using|with) (?:my |an? |the )?(?:[\w-]+ ){{0,3}}(?:{_DEVICES})\b.{{0,100}}"
    r"|Sent from (?:my|a|an|the) [\w'’-]+(?: [\w'’-]+){0,5}"
    r"|Get Outlook for \w+.{0,100}|Download Outlook for \w+.{0,100}"
    r"|(?:Von|Gesendet von|Enviado desde|Enviado do|Enviado de|Envoyé depuis|Envoyé de|Inviato da|"
    r"Inviato dal|Verzonden vanaf|Verstuurd vanaf|Skickat från|Sendt fra|Wysłano z|Odesláno z|"
    rf"Отправлено с|Lähetetty)(?: [\w'’-]+){{0,4}} ?(?:{_DEVICES}).{{0,60}}"
    r"|(?:发自我的|從我的|发自|傳送自我的).{1,40}|.{0,30}(?:から送信|에서 보냄)"
    r")\s*[*_]*$",
    re.IGNORECASE,
)
_VALEDICTION = re.compile(
    r"\W*(?:(?:with |my |our )?(?:best|kind|kindest|warm|warmest|many|all the best|sincere)?[\s,]*"
    r"(?:regards|wishes)(?: from [\w ]{1,20})?|best|all (?:the )?best|cheers|sincerely(?: yours)?|"
    r"yours(?: sincerely| truly| faithfully)?|respectfully(?: yours)?|cordially|"
    r"br|rgds|kr|vg|mvh|mfg|lg|vlg|(?:mit )?(?:freundlichen?|besten?|lieben?|vielen?|schönen?) "
    r"gr(?:ü|ue)(?:ß|ss)en?|(?:viele|beste|liebe|schöne) gr(?:ü|ue)(?:ß|ss)e|"
    r"(?:bien )?cordialement|bien à (?:vous|toi)|salutations(?: distinguées)?|"
    r"(?:un )?(?:cordial )?saludos?|atentamente|cordiali saluti|distinti saluti|saluti|"
    r"(?:met )?vriendelijke groet(?:en)?|groet(?:en|jes)?|(?:med )?venlig hilsen|"
    r"(?:med )?vänliga hälsningar|hälsningar|hilsen|atenciosamente|abraços|abs|"
    r"pozdrawiam|z poważaniem|s pozdravem|с уважением|此致|祝好|敬具|감사합니다)\s*[,.!;–-]*\s*$",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"\W*(?:many |thanks and |best and )?(?:thanks|thank you|thx|tia|danke|merci|gracias|grazie|"
    r"bedankt|tack|tak|obrigad[oa]|dzięki|спасибо|谢谢|謝謝)"
    r"(?: (?:a lot|again|so much|very much|in advance|and (?:best |kind )?regards))?"
    r"\s*[,.!–-]*\s*$",
    re.IGNORECASE,
)
_NAME_WORD = r"(?:[^\W\d_a-z][\w.'’-]*|de|da|di|van|von|der|den|del|la|le|bin|al)"
_NAME = re.compile(rf"[\s*_~/-]*{_NAME_WORD}(?: {_NAME_WORD}){{0,4}}\s*[*_.,]*$")
_DASHED_NAME = re.compile(rf"(?:[-–—~]{{1,2}}|[–—~] ){_NAME_WORD}(?: {_NAME_WORD}){{0,2}}\s*$")
_BUSINESS_CARD = re.compile(r"\*[^*|]{2,60}\|[^*]{2,80}\*\s*$")
_LIST_ITEM = re.compile(r"\s*(?:[-*+•–]\s?|\d{1,3}[.)]\s)\S")
_POSTSCRIPT = re.compile(r"\s*p\.?\s?s\b", re.IGNORECASE)
_NAME_EDGES = " \t-–—~/*_.,!"
_PROSE_WORDS = 9
_CONTACT_CHARACTERS = 100


def phone_start(tail: list[str], _names: frozenset[str]) -> int | None:
    """ "Sent from my iPhone" as the last line, or the last two where a link is below it."""
    for start in (len(tail) - 1, len(tail) - 2):
        below = tail[start + 1 :] if start >= 0 else []
        if start >= 0 and _PHONE.match(tail[start]) and all("://" in line for line in below):
            return start
    return None


def delimited_start(tail: list[str], _names: frozenset[str]) -> int | None:
    """Below "-- "; also below "--", if that is short and does not read like a text."""
    for index in range(len(tail) - 1, -1, -1):
        line = tail[index]
        if line.rstrip() not in ("--", "- --"):
            continue
        below = tail[index + 1 :]
        if line.endswith(" ") and len(below) <= STRICT_SIGNATURE_LINES:
            return index
        if len(below) <= LOOSE_SIGNATURE_LINES and not any(map(_is_prose, below)):
            return index
    return None


def closing_start(tail: list[str], names: frozenset[str]) -> int | None:
    """ "Best regards," with a name and contact lines below it, or with nothing."""
    first = max(0, len(tail) - CLOSING_LINES)
    for index in range(len(tail) - 1, first - 1, -1):
        below = [line for line in tail[index + 1 :] if line.strip()]
        if _VALEDICTION.match(tail[index]):
            return index if not below or _is_contact(below, names) else None
        if _THANKS.match(tail[index]):
            return index if below and _is_contact(below, names) else None
    return None


def name_start(tail: list[str], names: frozenset[str]) -> int | None:
    """The author's name, or "-Name", or "*Name | Role*", as the last line."""
    last = tail[-1]
    start = len(tail) - 1
    above = next((line for line in reversed(tail[:start]) if line.strip()), "")
    if last.strip(_NAME_EDGES).lower() in names and not _LIST_ITEM.match(above):
        return start
    apart = start == 0 or not tail[start - 1].strip()
    if not apart or above.rstrip().endswith(":") or _LIST_ITEM.match(above):
        return None
    shaped = _DASHED_NAME.match(last) or _BUSINESS_CARD.match(last.strip())
    return start if shaped and len(last) <= _CONTACT_CHARACTERS else None


def _is_contact(lines: list[str], names: frozenset[str]) -> bool:
    """A name, then short lines such as a role, a company, a number."""
    named = lines[0].strip(_NAME_EDGES).lower() in names or _NAME.match(lines[0])
    return bool(named) and not any(
        _is_prose(line) or _LIST_ITEM.match(line) or _POSTSCRIPT.match(line) for line in lines[1:]
    )


def _is_prose(line: str) -> bool:
    if len(line) > _CONTACT_CHARACTERS and "://" not in line:
        return True
    words = len(line.split())
    return words >= _PROSE_WORDS or (words >= 7 and line.rstrip().endswith((".", "?", "!")))
