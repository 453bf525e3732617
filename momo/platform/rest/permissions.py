"""What a principal may do with a team endpoint."""

from typing import TYPE_CHECKING

from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from momo.platform.accounts.keys import KeyScope
from momo.platform.rest.access import MANAGING, Access

if TYPE_CHECKING:  # the framework loads this module while it loads its views
    from rest_framework.views import APIView


class InTeam(BasePermission):
    """Reading needs the scope `read`, all else `write`, unless the view's `needs` says otherwise.

    `admin` also needs the role of an owner or admin.
    """

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Raises PermissionDenied with what is missing; False where nobody is signed in."""
        access = request.auth
        if not isinstance(access, Access):
            return False
        method = meant_method(request)
        usual = KeyScope.READ if method in SAFE_METHODS else KeyScope.WRITE
        needed = getattr(view, "needs", {}).get(method, usual)
        if needed not in access.allowed:
            raise PermissionDenied(f"This API key lacks the scope {needed.value!r}.")
        if needed == KeyScope.ADMIN and not access.is_admin:
            raise PermissionDenied("Only the team's owners and admins may do this.")
        return True


def meant_method(request: Request) -> str:
    """Whoever asks for the headers of an answer alone (HEAD) asks for the answer, as views see it:
    its version and its length tell of what it holds."""
    method = request.method or ""
    return "GET" if method == "HEAD" else method


def refuse_lesser_keys(access: Access) -> None:
    """Whom an owner or admin gave a key that only writes cannot manage what the team shares by it.

    For what others do with what is theirs alone, so that their keys need not more. Raises
    PermissionDenied.
    """
    if access.role in MANAGING and not access.is_admin:
        raise PermissionDenied(f"This API key lacks the scope {str(KeyScope.ADMIN)!r}.")
