"""One request to one endpoint. Not to be called in a transaction."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

import httpx
from django.conf import settings

from lifecycle.hooks.addresses import BadAddress, Rules, Target, resolve
from lifecycle.hooks.tuning import TIMEOUT_SECONDS

_GONE = 410


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of it. `status` is None where there was no answer, and `error` then says why."""

    status: int | None = None
    error: str = ""

    @property
    def taken(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def gone(self) -> bool:
        """The receiver wants no more."""
        return self.status == _GONE


def rules() -> Rules:
    return Rules(private=settings.MOMO_HOOKS_ALLOW_PRIVATE, plain=not settings.PRODUCTION)


def post(url: str, body: str, headers: Mapping[str, str]) -> Answer:
    """Send it once. Of the answer nothing but its status is read; no redirect is followed."""
    try:
        target = resolve(url, rules())
    except BadAddress as bad:
        return Answer(error=str(bad))
    return asyncio.run(_post(target, body, headers))


async def _post(target: Target, body: str, headers: Mapping[str, str]) -> Answer:
    sent = {**headers, "Host": target.authority, "Content-Type": "application/json",
            "User-Agent": "Momo-Webhooks/1", "Accept-Encoding": "identity"}  # fmt: skip
    try:
        async with (
            asyncio.timeout(TIMEOUT_SECONDS),  # all of it: whoever sends a byte now and then, too
            httpx.AsyncClient(trust_env=False, timeout=TIMEOUT_SECONDS) as client,
            client.stream(
                "POST", target.url, content=body.encode(), headers=sent,
                # The certificate is checked for the name, though the address is connected to.
                extensions={"sni_hostname": target.host},
            ) as response,
        ):  # fmt: skip
            return _told(response.status_code)
    except (TimeoutError, httpx.TimeoutException):
        return Answer(error=_LATE)
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        return Answer(error=f"It could not be reached ({type(error).__name__}).")


_LATE = f"It did not answer within {TIMEOUT_SECONDS:.0f} seconds."


def _told(status: int) -> Answer:
    if 300 <= status < 400:
        return Answer(status, "It redirects elsewhere, which is not followed: enter that address.")
    return Answer(status)
