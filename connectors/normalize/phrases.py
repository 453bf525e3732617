"""The words by which mail programs mark quotes, headers and footers, in the languages they speak.

mail-parser-reply has such tables too, but as whole patterns that backtrack: 20 kB of blank lines
hold it for 18 s. Here each pattern is tried on one short line at a time.
"""

import re

# "On <date>, <name> wrote:" - how the line begins, and how it ends.
ATTRIBUTION_START = re.compile(
    r"[\s*_]*(?:On|Am|Le|El|Il|Op|Em|No dia|Den|Dne|Dnia|W dniu|På|Pe|Vào|A|At|В|"
    r"\d{4}年|\d{4}년|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b"
    r"|[\s*_]*\d{4}[年년]"
)
ATTRIBUTION_END = re.compile(
    r"(?:wrote|writes|a écrit|a ecrit|escribió|escreveu|ha scritto|napsal(?:\(a\)|a)?|"
    r"napisał(?:\(a\)|a)?|pisze|skrev|schrieb|schreef|kirjoitti|yazdı|написал(?:\(а\)|а)?|пишет|"
    r"het volgende geschreven|đã viết|a scris)\s*[:：]\s*-*$"
    r"|\b(?:schrieb|schreef|skrev|napisał(?:\(a\)|a)?|napsal(?:\(a\)|a)?)\s[^:]{1,120}:\s*$"
    r"|(?:写道|寫道|님이 작성(?:하였습니다)?)\s*[:：]\s*$"
)
# With no language at all: a date or a time, a name, an address, a colon (Japanese, old Gmail).
ATTRIBUTION_BARE = re.compile(
    r"\d{4}[/年.-]\d{1,2}[/月.-]\d{1,2}\D.{0,160}<[^<>\s]+@[^<>\s]+>\s*[:：]?$"
)
ADDRESS_OR_TIME = re.compile(r"\S@\S|\b\d{1,2}[:.h]\d{2}")

_FIELDS = {
    "from": "From|Von|De|Da|Van|Från|Fra|Od|От|От кого|Lähettäjä|"
    "发件人|寄件者|差出人|送信者|보낸 ?사람",
    "date": "Sent|Date|Gesendet|Datum|Envoyé|Envoyé le|Fecha|Enviado|Enviado el|Enviada em|Inviato|"
    "Data|Verzonden|Skickat|Sendt|Wysłano|Odesláno|Отправлено|Дата|Lähetetty|发送时间|日期|"
    "傳送時間|送信日時|日時|보낸 ?날짜|날짜",
    "to": "To|An|À|A|Para|Aan|Till|Til|Do|Komu|Кому|Vastaanottaja|收件人|收件者|宛先|받는 ?사람",
    "subject": "Subject|Betreff|Objet|Asunto|Assunto|Oggetto|Onderwerp|Ämne|Emne|Temat|Předmět|"
    "Тема|Aihe|主题|主題|主旨|件名|제목",
    "cc": "Cc|CC|Bcc|Kopie|Copie|Copia|Kopia|Kopi|Копия|抄送|副本|참조|"
    "Reply-To|Organization|Importance|Attachments|Resent-From|Resent-To|Resent-Date",
}
_LABELS = {
    label.replace(" ?", ""): name for name, labels in _FIELDS.items() for label in labels.split("|")
}
_LABEL = re.compile(
    r"[\s*_]{0,8}(" + "|".join(sorted("|".join(_FIELDS.values()).split("|"), key=len, reverse=True))
    + r")\s?[*_]{0,2}\s?[:：][*_]{0,2}(?:\s(.*))?$"
)  # fmt: skip

ORIGINAL_MARK = re.compile(
    r"\s*[-_]{2,}\s*(?:Original Message|Original message|Original appointment|Reply message|"
    r"Ursprüngliche Nachricht|Originalnachricht|Original-Nachricht|Message d['’]origine|"
    r"Message original|Mensaje original|Mensagem original|Messaggio originale|"
    r"Oprindelig meddelelse|"
    r"Ursprungligt meddelande|Oorspronkelijk bericht|Oryginalna wiadomość|Původní zpráva|"
    r"Исходное сообщение|原始邮件|原始郵件|元のメッセージ|원본 메시지)\s*[-_]{2,}\s*$",
    re.IGNORECASE,
)
FORWARD_MARK = re.compile(
    r"\s*[-_]{2,}\s*(?:Forwarded message|Forwarded by [^-]{1,120}|Weitergeleitete Nachricht|"
    r"Message transféré|Message transmis|Mensaje reenviado|Mensagem encaminhada|"
    r"Messaggio inoltrato|Doorgestuurd bericht|Vidarebefordrat meddelande|Videresendt meddelelse|"
    r"Przekazana wiadomość|Přeposlaná zpráva|Пересылаемое сообщение|"
    r"转发的邮件|轉寄郵件|転送メッセージ|"
    r"Forwarded message from [^-]{1,120})\s*[-_]{2,}.{0,120}$"
    r"|\s*(?:Begin forwarded message|Anfang der weitergeleiteten (?:E-?Mail|Nachricht)|"
    r"Début du message (?:réexpédié|transféré)|Inicio del mensaje reenviado|"
    r"Inizio messaggio inoltrato|Begin doorgestuurd bericht|Início da mensagem (?:re)?encaminhada|"
    r"Vidarebefordrat brev|Start på videresendt besked)\s*[:：]\s*$",
    re.IGNORECASE,
)
FORWARDED_SUBJECT = re.compile(
    r"\s*\[?(?:FWD?|WG|TR|RV|ENC|VS|VB|PD|I|转发|轉寄|転送)\s*[:：]", re.IGNORECASE
)
RULE = re.compile(r"\s*(?:[_—–*=-]\s?){3,}\s*$|\s*—\s*$")

# Words without which a text holds no attribution, no header block and no mark: `in` is quick.
ATTRIBUTION_WORDS = (
    "wrote", "writes", "crit", "escribi", "escreveu", "scritto", "napsal", "napisa", "pisze",
    "skrev", "schrieb", "schreef", "kirjoitti", "yazd", "написал", "пишет", "geschreven",
    "viết", "scris", "写道", "寫道", "작성",
)  # fmt: skip
SUBJECT_WORDS = tuple(_FIELDS["subject"].split("|"))
MARK_EDGES = (
    "--", "__", "orward", "nachricht", "Nachricht", "Mail:", "message", "mensa", "messaggio",
    "bericht", "brev:", "besked:",
)  # fmt: skip


def header_field(line: str) -> tuple[str, str] | None:
    """(from | date | to | subject | cc, value) of a quoted header line; None for other lines."""
    match = _LABEL.match(line)
    if match is None:
        return None
    label = match.group(1).replace(" ", "") if match.group(1)[0] > "\u1100" else match.group(1)
    return _LABELS[label], (match.group(2) or "").strip(" *_\t")
