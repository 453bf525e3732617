"""What people and things are recognized by: addresses, handles and names in one form each. Pure."""

import re
import unicodedata
from collections.abc import Iterable

from decisions.entities.likeness import FEWEST_INITIALS, initials
from decisions.extraction.contract import EntityType
from decisions.extraction.rules.lexicon import FIRST_NAMES, words

# Labels of domains that lend addresses to anybody.
PROVIDERS = words(
    "aol email fastmail gmail gmx googlemail hotmail hush icloud live mac mail mailbox me msn "
    "outlook pm posteo proton protonmail qq sbcglobal web yahoo yandex ymail zoho"
)
# Mailboxes that several write from, or none.
_ROLES = words(
    "abuse accounts admin alerts all announce bot billing builds calendar contact dev "
    "donotreply events hello help hr info internet-drafts invoices it jobs legal list lists "
    "mail mailer-daemon marketing news newsletter no-reply noreply notifications notify "
    "office ops orders postmaster press robot root sales security service shop staff support "
    "team webmaster"
)
_ROLE_ENDINGS = (
    "-admin",
    "-bot",
    "-chairs",
    "-editor",
    "-list",
    "-noreply",
    "-owner",
    "-secretary",
)
# Surnames that too many share to tell anybody by, in many countries.
_COMMON_SURNAMES = words(
    "adams ali allen anderson baker brown campbell carter chang chen clark collins cohen cruz "
    "davis diaz edwards evans fernandez fischer garcia gomez gonzalez green gupta hall harris "
    "hernandez hill huang hughes ivanov jackson jensen johansson johnson jones khan kim king "
    "kumar larsen lee lewis lin liu lopez martin martinez meyer miller mitchell moore morgan "
    "morris mueller muller murphy nelson nguyen nielsen olsen parker patel perez phillips "
    "ramirez reddy roberts robinson rodriguez rogers rossi sanchez santos schmidt schneider "
    "scott shah sharma silva singh smith stewart suzuki tanaka taylor thomas thompson torres "
    "turner walker wang watson weber white williams wilson wood wright yang young zhang zhao"
)
MOST_INITIALS = 6
SHORTEST_SURNAME = 4  # letters; shorter ones are shared by too many
_ASIDE = re.compile(r"\([^)]*\)|\[[^\]]*\]|\bvia\b.*|[\"']", re.I)
_SPACE = re.compile(r"\s+")
_NAME_PART = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*\.?$")
_LOCAL = re.compile(r"[a-z]+(?:[._][a-z]+)+$")
_COMPANY = re.compile(
    r"[\s,]+(?:inc|incorporated|corp|corporation|ltd|limited|llc|gmbh|ag|plc|co|company)\.?$", re.I
)
_SNOWFLAKE = re.compile(r"\d{15,}$")
_SLACK_ID = re.compile(r"[uw](?=\w*\d)[a-z0-9]{8,}$", re.I)
_NUMBER = re.compile(r"([^\W\d_]) (\d)")  # "RFC 5245" is "RFC5245"
_THING_PART = re.compile(r"[\w+#]+")


def fold(text: str) -> str:
    """In small letters, without accents and odd space."""
    flat = unicodedata.normalize("NFKD", text.casefold())
    return _SPACE.sub(" ", "".join(c for c in flat if not unicodedata.combining(c))).strip()


def canonical_email(email: str) -> str:
    """The mailbox that an address delivers to: without a tag, and Gmail's as it reads them."""
    local, _, domain = email.casefold().partition("@")
    local = local.partition("+")[0] or local
    if domain in ("gmail.com", "googlemail.com"):
        local, domain = local.replace(".", ""), "gmail.com"
    return f"{local}@{domain}"


def is_role(email: str) -> bool:
    local = email.casefold().partition("@")[0].partition("+")[0]
    return local in _ROLES or local.endswith(_ROLE_ENDINGS)


def full_name(spelled: str) -> str:
    """First and last name in one form: "Ashby, Ada M." is "ada ashby". Empty where it is none."""
    text = _ASIDE.sub(" ", spelled)
    last, comma, first = text.partition(",")
    parts = fold(f"{first} {last}" if comma else text).split()
    if len(parts) < 2 or len(parts) > 4 or not all(map(_NAME_PART.match, parts)):
        return ""
    parts = [part.rstrip(".") for part in parts]
    kept = [parts[0], *(p for p in parts[1:-1] if len(p) > 1), parts[-1]]
    return " ".join(kept) if len(kept[0]) > 1 and len(kept[-1]) > 1 else ""


def implied_name(email: str) -> str:
    """The full name that an address spells: ada.ashby@, or ada@ashby.example; empty if none."""
    if is_role(email):
        return ""
    local, _, domain = canonical_email(email).partition("@")
    if domain == "gmail.com":
        local = email.casefold().partition("@")[0].partition("+")[0]
    if _LOCAL.match(local):
        return full_name(" ".join(re.split(r"[._]", local)))
    label = domain.split(".")[-2] if "." in domain else ""
    if local in FIRST_NAMES and label not in PROVIDERS and label.isalpha() and len(label) > 3:
        return f"{local} {label}"
    return ""


def is_personal(email: str, name: str) -> bool:
    """Whether an address is no employer's: a provider's, or of a domain that has their name."""
    labels = email.casefold().partition("@")[2].split(".")[:-1]
    parts = [part for part in name.split() if len(part) >= SHORTEST_SURNAME]
    return any(label in PROVIDERS for label in labels) or any(
        part in label for part in parts for label in labels
    )


def are_of_one_house(one: str, other: str) -> bool:
    """Whether one address is at a part of the other's domain: dev.lighthouse.example."""
    ours, theirs = (email.casefold().partition("@")[2] for email in (one, other))
    return ours.endswith(f".{theirs}") or theirs.endswith(f".{ours}")


def handle_kind(handle: str) -> str:
    """Whose handle it is, as far as it shows: people have one with each."""
    if _SNOWFLAKE.match(handle):
        return "discord"
    return "slack" if _SLACK_ID.match(handle) else "chosen"


def tells_name(email: str, name: str) -> bool:
    """Whether the local part of an address is made of this name: aashby, ada, ada.ashby77."""
    local = re.sub(r"[^a-z]", "", email.casefold().partition("@")[0])
    first, last = name.split()[0], name.split()[-1]
    return (
        (len(last) >= SHORTEST_SURNAME and last in local)
        or (len(first) >= SHORTEST_SURNAME and local.startswith(first))
        or local in {first, last, f"{first}{last[0]}", f"{first[0]}{last}"}
    )


def is_distinctive(name: str) -> bool:
    """Whether a full name is so rare that two in one team's mail are hardly two people."""
    parts = name.split()
    if len(parts) > 2:
        return parts[-1] not in _COMMON_SURNAMES or len(parts) > 3
    return parts[-1] not in _COMMON_SURNAMES and len(parts[-1]) >= SHORTEST_SURNAME


def thing(spelled: str) -> str:
    """A thing's name in one form: without punctuation, plural, legal form, and ".js"."""
    text = _COMPANY.sub("", fold(spelled).removeprefix("the "))
    parts = _THING_PART.findall(re.sub(r"\.(?:js|io)\b", "js", text))
    if len(parts) > 1:  # "Teams" alone is another thing than "team"
        parts[-1] = _singular(parts[-1])
    return _NUMBER.sub(r"\1\2", " ".join(parts)) or fold(spelled)


def _singular(word: str) -> str:
    if word == "apis":
        return "api"
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is", "js", "os")):
        return word
    return word[:-1]


# Things by names that share no letters worth the name, as everybody calls them.
_KNOWN_AS = {
    "postgres": "postgresql", "k8s": "kubernetes", "golang": "go", "mongo": "mongodb",
    "amazon web service": "aws", "google cloud platform": "gcp", "google cloud": "gcp",
    "nodejs": "node", "reactjs": "react", "vuejs": "vue", "nextjs": "next",
}  # fmt: skip


def keys_of(
    type_: str, spelled: Iterable[str], emails: Iterable[str], handles: Iterable[str]
) -> list[str]:
    """What a name shares with the others of what it names; each follows from one of its parts."""
    if type_ == EntityType.THREAD:
        return []
    if type_ != EntityType.PERSON:
        forms = {_KNOWN_AS.get(form, form) for form in map(thing, spelled)}
        # What a short name is short for, and what a long one is called for short.
        short = {initials(form) or form for form in forms}
        short = {form for form in short if FEWEST_INITIALS <= len(form) <= MOST_INITIALS}
        return sorted({f"t:{form}" for form in forms} | {f"i:{form}" for form in short})
    emails, handles = list(emails), list(handles)
    keys = {f"e:{canonical_email(email)}" for email in emails}
    keys |= {f"{kind}:{handle.casefold()}" for handle in handles for kind in "hn"}
    keys |= {f"n:{name}" for email in emails if (name := implied_name(email))}
    if not any(map(is_role, emails)):
        keys |= {f"n:{full_name(each) or fold(each)}" for each in spelled if each.strip()}
    return sorted(keys)
