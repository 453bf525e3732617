"""Where a repository lives on the web, from the address of its origin. Pure."""

import re
from dataclasses import dataclass

_URL = re.compile(
    r"(?:https?|ssh|git)://(?:[^@/]*@)?(?P<host>[\w.-]+)(?::\d+)?/(?P<path>[\w./~-]+?)(?:\.git)?/?"
)
_SCP = re.compile(r"(?:[^@/:]+@)?(?P<host>[\w.-]+):(?!/)(?P<path>[\w./~-]+?)(?:\.git)?/?")


@dataclass(frozen=True, slots=True)
class Remote:
    """A repository's host and path, without any credentials its address held."""

    host: str = ""
    path: str = ""

    def commit_url(self, sha: str) -> str:
        """A link to a commit on GitHub or GitLab; empty for hosts whose links are not known."""
        first = self.host.partition(".")[0]
        if first == "github":
            return f"https://{self.host}/{self.path}/commit/{sha}"
        return f"https://{self.host}/{self.path}/-/commit/{sha}" if first == "gitlab" else ""


def remote_of(address: str) -> Remote:
    """The remote that an address names; an empty one for a local path or anything unknown."""
    found = _URL.fullmatch(address.strip()) or _SCP.fullmatch(address.strip())
    return Remote(found["host"].lower(), found["path"]) if found else Remote()
