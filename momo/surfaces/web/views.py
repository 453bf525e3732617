"""The page that the web client runs in. It holds nothing of any team."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from momo.surfaces.web.built import NotBuilt, assets


@require_safe
@never_cache
@ensure_csrf_cookie
def page(request: HttpRequest, path: str = "") -> HttpResponse:
    """The same for every address: the client reads it and shows what is there."""
    try:
        found = assets()
    except NotBuilt as error:
        return HttpResponse(str(error), status=503, content_type="text/plain")
    nonce = str(request.csp_nonce)  # type: ignore[attr-defined]  # by the policy's middleware
    return render(request, "web/page.html", {"assets": found, "nonce": nonce})
