"""The `Idempotency-Key` header: a request sent twice is carried out once.

The key's row is written in the transaction of the deed where there is one: then both stand or
neither does, and a twin that comes meanwhile waits for it. A view that calls out has no such
transaction; its row is there before, and says "under way" until the answer is known.
"""

import hashlib
import json
import re
from collections.abc import Callable, Collection
from datetime import timedelta
from uuid import UUID

from django.utils import timezone
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response

from momo.platform.rest.access import Access
from momo.platform.rest.models import IdempotentRequest
from momo.platform.tenancy.context import acting_as, current
from momo.platform.vault import services as vault
from momo.platform.vault.envelope import SealError

HEADER = "Idempotency-Key"
KEPT = timedelta(hours=24)  # how long an answer can be had again
GIVEN_UP = timedelta(minutes=10)  # a request still under way then died with its process
_TABLE = "idempotent_request"
_MAX_KEY = 200
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

Handler = Callable[[], Response]


class KeyReused(APIException):
    status_code = 422
    default_code = "idempotency_key_reused"
    default_detail = (
        f"This {HEADER} came with another request, or with other rights, before: use a new one."
    )


class UnderWay(APIException):
    status_code = 409
    default_code = "under_way"
    default_detail = f"The request with this {HEADER} is still under way: ask again in a moment."


class ShownOnce(APIException):
    status_code = 409
    default_code = "shown_once"
    default_detail = (
        f"The request with this {HEADER} was carried out, and its answer is shown only once. "
        "If it was lost, revoke what was made and make another with a new key."
    )


class NoKey(APIException):
    status_code = 400
    default_code = "invalid"
    default_detail = f"An {HEADER} has 1 to {_MAX_KEY} characters."


def once(request: Request, access: Access, handler: Handler, *, keep: bool = True) -> Response:
    """Run a handler in its scope, and once only for a key.

    Without `keep` the answer is not stored, as it must be seen by nobody later. Raises KeyReused,
    UnderWay, and ShownOnce where the answer was not kept.
    """
    scope = access.scope
    with acting_as(scope.team_id, scope.principal_id):
        row, earlier = _reserve(request, access)
        if earlier:
            return earlier
        response = handler()
        _remember(row, response, keep=keep)
        return response


def once_calling_out(
    request: Request, access: Access, handler: Handler, *, keep: bool = True
) -> Response:
    """`once` for a handler that opens its scopes itself."""
    scope = access.scope
    with acting_as(scope.team_id, scope.principal_id):
        row, earlier = _reserve(request, access)
    if earlier:
        return earlier
    try:
        response = handler()
    except BaseException:
        with acting_as(scope.team_id, scope.principal_id):
            IdempotentRequest.objects.filter(id=row.id).delete()
        raise
    with acting_as(scope.team_id, scope.principal_id):
        _remember(row, response, keep=keep)
    return response


def key_of(request: Request) -> str:
    """The request's key; empty without one. Raises NoKey."""
    key = request.headers.get(HEADER)
    if key is not None and not 0 < len(key) <= _MAX_KEY:
        raise NoKey
    return key or ""


def forget_answers(ids: Collection[UUID]) -> int:
    """Keep no answer that tells of any of these ids. Returns how many did.

    In the caller's transaction. Asked for again, such a request is answered as `ShownOnce` is.
    """
    told = _telling_of(ids)
    return IdempotentRequest.objects.filter(id__in=told).update(sealed_answer=None)


def answers_telling_of(ids: Collection[UUID]) -> int:
    """How many kept answers tell of any of these ids."""
    return len(_telling_of(ids))


def _telling_of(ids: Collection[UUID]) -> list[UUID]:
    wanted = {str(each) for each in ids}
    found = []
    for row in IdempotentRequest.objects.exclude(sealed_answer=None):
        if not wanted.isdisjoint(_ID.findall(_sealed_text(row))):
            found.append(row.id)
    return found


def _sealed_text(row: IdempotentRequest) -> str:
    """The kept answer; empty where its key is gone, as nobody can read it."""
    sealed = row.sealed_answer or b""
    try:
        return vault.unseal(sealed, table=_TABLE, row_id=row.id, field="sealed_answer").decode()
    except SealError:
        return ""


def _reserve(request: Request, access: Access) -> tuple[IdempotentRequest, Response | None]:
    """The key's row, and the answer where the request was carried out before."""
    key, now = key_of(request), timezone.now()
    fingerprint = _fingerprint(request, access)
    rows = IdempotentRequest.objects
    rows.filter(created_at__lt=now - KEPT).delete()
    rows.filter(status=None, created_at__lt=now - GIVEN_UP).delete()
    row, created = rows.get_or_create(
        principal_id=current().principal_id,
        key=key,
        defaults={"fingerprint": fingerprint, "created_at": now},
    )
    if not created and bytes(row.fingerprint) != fingerprint:
        raise KeyReused
    return row, None if created else _answer_of(row)


def _answer_of(row: IdempotentRequest) -> Response:
    if row.status is None:
        raise UnderWay
    if row.sealed_answer is None:
        raise ShownOnce
    answer = vault.unseal(row.sealed_answer, table=_TABLE, row_id=row.id, field="sealed_answer")
    data = json.loads(answer)
    return Response(data, status=row.status, headers={"Idempotent-Replayed": "true"})


def _remember(row: IdempotentRequest, response: Response, *, keep: bool) -> None:
    sealed = None
    if keep:
        answer = json.dumps(response.data, default=str)
        sealed = vault.seal(answer, table=_TABLE, row_id=row.id, field="sealed_answer")
    IdempotentRequest.objects.filter(id=row.id).update(
        status=response.status_code, sealed_answer=sealed
    )


def _fingerprint(request: Request, access: Access) -> bytes:
    """SHA-256 of method, path, body and what the asker may do.

    An answer that one may have is not given to whoever may do less: the handler's checks are not
    made again. Of a file its name and size stand for its content.
    """
    body = {
        name: [value.name, value.size] if hasattr(value, "size") else value
        for name, value in request.data.items()
    } if hasattr(request.data, "items") else request.data  # fmt: skip
    rights = [access.role, sorted(access.allowed)]
    said = json.dumps([request.method, request.path, body, rights], sort_keys=True, default=str)
    return hashlib.sha256(said.encode()).digest()
