"""How the tests in this folder hand over a mail."""

from collections.abc import Callable

import pytest

from connectors.contract import MediaType
from connectors.normalize import NormalizedText, normalize

Clean = Callable[..., NormalizedText]


@pytest.fixture
def clean() -> Clean:
    """Clean a mail with this body; keywords are header fields, with _ for -."""

    def clean_mail(body: str | bytes, **headers: str) -> NormalizedText:
        fields = {"From": "Ada Byron <ada@mail.example>", "Subject": "Plan"}
        fields |= {name.replace("_", "-"): value for name, value in headers.items()}
        fields.setdefault("Content-Type", "text/plain; charset=utf-8")
        head = "".join(f"{name}: {value}\n" for name, value in fields.items())
        content = body.encode() if isinstance(body, str) else body
        return normalize(f"{head}\n".encode() + content, MediaType.MAIL, {})

    return clean_mail
