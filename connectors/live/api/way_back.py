"""Where a service sends the browser back to: pages for people, who may be signed in here or not."""

from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_GET

from connectors.live import authorizing
from connectors.live.app import NotConfigured
from connectors.live.authorizing import WayBack
from connectors.live.contract import LiveConnector
from connectors.live.errors import Refused, SourceError
from connectors.live.models import Authorization, Connection, LinkedIdentity
from connectors.live.tuning import AUTHORIZATION
from connectors.registry import LIVE_CONNECTORS
from momo.platform.accounts.services import AccountError
from momo.platform.tenancy.context import NotAMember, acting_as

CLIENT_PAGE = "/integrations/connected"  # of the web client
MAX_FIELDS = 20
MAX_CHARS = 4_096  # of one value; codes and states have some hundred
_MINUTES = AUTHORIZATION // timedelta(minutes=1)
AGAIN = "Begin again where you began: in Momo, or with momo connect."
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",  # the address holds the service's answer
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex",
}


@dataclass(frozen=True, slots=True)
class Told:
    """What the page says. `code` is to be typed in where it began; `note` warns of it.

    `outcome` and `source`, an integration's id, are for the web client, which has its own words.
    """

    title: str
    text: str
    status: int = 200
    code: str = ""
    note: str = ""
    outcome: str = "failed"
    source: str = ""


@require_GET
def way_back(request: HttpRequest, kind: str) -> HttpResponse:
    """Finish for whoever began it and is signed in here; else keep the answer, and show the code
    that finishes it."""
    connector = LIVE_CONNECTORS.get(kind)
    if connector is None:
        raise Http404
    told = _told(request, connector)
    if _leads_on(request):
        query = urlencode({"kind": kind, "outcome": told.outcome, "source": told.source})
        page: HttpResponse = HttpResponseRedirect(f"{CLIENT_PAGE}?{query}")
    else:
        page = render(request, "connectors/way_back.html", {"told": told}, status=told.status)
    for name, value in _HEADERS.items():
        page[name] = value
    return page


def _told(request: HttpRequest, connector: LiveConnector) -> Told:
    failed = f"{connector.title} is not connected"
    try:
        answer = _answer(request)
        back = _began(answer.pop("state", ""), connector.kind)
        if "error" in answer:
            said = answer["error"][:100]
            text = f"It was not allowed at {connector.title} ({said}). {AGAIN}"
            return Told(failed, text, 400, outcome="denied")
        if _is_who_began(request, back):
            return _done(connector, authorizing.complete(back.scope, back.authorization_id, answer))
        code = authorizing.keep_answer(back, answer)
    except (Refused, AccountError) as error:
        return Told(failed, f"{error}", 400)
    except NotAMember:
        return Told(failed, "Whoever began this is not in the team any more.", 403)
    except (NotConfigured, SourceError) as error:
        return Told(failed, f"{error} {AGAIN}", 503, outcome="unavailable")
    note = (
        "If it was not you who began, close this page and tell nobody the code: it connects"
        " somebody else."
    )
    text = f"Type this code where you began, within {_MINUTES} minutes of beginning."
    return Told(f"One more step for {connector.title}", text, code=code, note=note)


def _leads_on(request: HttpRequest) -> bool:
    """Whether it began in the web client, and the same person is still signed in here."""
    try:
        back = authorizing.way_back(request.GET.get("state", ""))
    except Refused:
        return False
    return back.to_page and _is_who_began(request, back)


def _is_who_began(request: HttpRequest, back: WayBack) -> bool:
    return request.user.is_authenticated and request.user.pk == back.scope.principal_id


def _answer(request: HttpRequest) -> dict[str, str]:
    """What the service sent along. Raises Refused where no service sends such a thing."""
    answer = {name: request.GET[name] for name in request.GET}
    too_long = any(len(name) + len(value) > MAX_CHARS for name, value in answer.items())
    if len(answer) > MAX_FIELDS or too_long or any("\0" in value for value in answer.values()):
        raise Refused(f"This is not how a service answers. {AGAIN}")
    return answer


def _began(state: str, kind: str) -> WayBack:
    """Raises Refused, also where it began for another service: none may answer for another."""
    back = authorizing.way_back(state)
    with acting_as(back.scope.team_id, back.scope.principal_id):
        if not Authorization.objects.filter(id=back.authorization_id, kind=kind).exists():
            raise Refused(f"This authorization is not one that began here. {AGAIN}")
    return back


def _done(connector: LiveConnector, done: Connection | LinkedIdentity) -> Told:
    if isinstance(done, LinkedIdentity):
        text = f"Momo knows you at {connector.title} as {done.name or 'yourself'}."
        return Told("Linked", text, outcome="linked")
    text = "What is there is brought in from now on. You can close this page."
    title = f"Connected: {done.account_name}"
    return Told(title, text, outcome="connected", source=str(done.integration_id))
