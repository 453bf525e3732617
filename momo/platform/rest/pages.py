"""Answers outside of any REST view: health, and errors before a view is reached."""

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from redis.exceptions import RedisError

from momo.platform.rest.problems import CONTENT_TYPE, NOTHING_THERE, body_of


def healthz(request: HttpRequest) -> JsonResponse:
    """200 where the database and Redis answer, else 503. Says nothing else."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        cache.ping()  # type: ignore[attr-defined]
    except (DatabaseError, RedisError):
        return JsonResponse({"status": "unavailable"}, status=503)
    return JsonResponse({"status": "ok"})


def bad_request(request: HttpRequest, exception: Exception) -> JsonResponse:
    return _problem(400, "This request cannot be read.")


def forbidden(request: HttpRequest, exception: Exception) -> JsonResponse:
    return _problem(403, "You may not do this.")


def without_csrf_token(request: HttpRequest, reason: str = "") -> JsonResponse:
    return _problem(403, f"{reason} Send the csrftoken cookie's value as X-CSRFToken.")


def not_found(request: HttpRequest, exception: Exception) -> JsonResponse:
    return _problem(404, NOTHING_THERE)


def failed(request: HttpRequest) -> JsonResponse:
    return _problem(500, "Something went wrong here. It was logged; please try again.")


def _problem(status: int, detail: str) -> JsonResponse:
    return JsonResponse(body_of(status, detail), status=status, content_type=CONTENT_TYPE)
