"""Reading JSON bodies."""

from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser


class TooLarge(APIException):
    status_code = 413
    default_code = "too_large"

    def __init__(self, what: str, limit: int) -> None:
        super().__init__(f"{what} may have at most {limit:,} bytes.")


class JSONBodyParser(JSONParser):
    """Bounded in size, which the framework leaves open, and in depth, where Python gives up."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Raises TooLarge and ParseError."""
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise TooLarge("A JSON body", limit)
        try:
            return super().parse(BytesIO(body), media_type, parser_context)
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None
