"""GitHub's things as its API and its events write them. Pure."""

import hashlib
from typing import Any

Json = dict[str, Any]


def user(web: str, login: str, number: int, kind: str = "User", email: str = "") -> Json:
    return {
        "login": login, "id": number, "node_id": f"U_{number}", "type": kind, "site_admin": False,
        "html_url": f"{web}/{login}", "email": email or None,
    }  # fmt: skip


def shown(person: Json) -> Json:
    """A user as others' things name them: without an address."""
    return {key: value for key, value in person.items() if key != "email"}


def repository(web: str, owner: Json, name: str, number: int, *, private: bool, at: str) -> Json:
    return {
        "id": number, "node_id": f"R_{number}", "name": name,
        "full_name": f"{owner['login']}/{name}", "private": private, "owner": shown(owner),
        "html_url": f"{web}/{owner['login']}/{name}", "fork": False, "default_branch": "main",
        "has_discussions": True, "created_at": at, "updated_at": at, "pushed_at": at,
        "visibility": "private" if private else "public",
    }  # fmt: skip


def issue(repo: Json, number: int, key: int, by: Json, title: str, body: str, at: str) -> Json:
    return {
        "id": key, "node_id": f"I_{key}", "number": number, "title": title, "body": body,
        "user": shown(by), "state": "open", "labels": [], "assignees": [], "comments": 0,
        "html_url": f"{repo['html_url']}/issues/{number}", "created_at": at, "updated_at": at,
        "closed_at": None, "locked": False, "reactions": reactions(),
    }  # fmt: skip


def pull(repo: Json, number: int, key: int, by: Json, title: str, body: str, at: str) -> Json:
    return {
        "id": key, "node_id": f"PR_{key}", "number": number, "title": title, "body": body,
        "user": shown(by), "state": "open", "labels": [], "assignees": [],
        "requested_reviewers": [], "draft": False, "merged": False, "merged_at": None,
        "merged_by": None, "closed_at": None, "comments": 0, "review_comments": 0,
        "html_url": f"{repo['html_url']}/pull/{number}", "created_at": at, "updated_at": at,
    }  # fmt: skip


def pull_as_issue(found: Json) -> Json:
    """A pull request as the list of issues has it."""
    left_out = ("merged", "merged_at", "merged_by", "review_comments", "requested_reviewers")
    kept = {key: value for key, value in found.items() if key not in left_out}
    return kept | {"pull_request": {"html_url": found["html_url"], "merged_at": found["merged_at"]}}


def pull_in_short(found: Json) -> Json:
    """A pull request as the events of its reviews have it."""
    left_out = ("merged", "merged_by", "comments", "review_comments")
    return {key: value for key, value in found.items() if key not in left_out}


def comment(on: Json, key: int, by: Json, body: str, at: str) -> Json:
    return {
        "id": key, "node_id": f"IC_{key}", "user": shown(by), "body": body, "created_at": at,
        "updated_at": at, "html_url": f"{on['html_url']}#issuecomment-{key}",
        "reactions": reactions(),
    }  # fmt: skip


def review(on: Json, key: int, by: Json, state: str, body: str, at: str) -> Json:
    return {
        "id": key, "node_id": f"PRR_{key}", "user": shown(by), "body": body or None,
        "state": state, "submitted_at": at, "commit_id": sha(f"{on['id']}"),
        "html_url": f"{on['html_url']}#pullrequestreview-{key}",
    }  # fmt: skip


def remark(on: Json, key: int, by: Json, body: str, path: str, line: int, at: str) -> Json:
    return {
        "id": key, "node_id": f"PRRC_{key}", "user": shown(by), "body": body, "path": path,
        "line": line, "original_line": line, "diff_hunk": "@@ -1 +1,2 @@\n+first line",
        "pull_request_review_id": None, "created_at": at, "updated_at": at,
        "html_url": f"{on['html_url']}#discussion_r{key}", "reactions": reactions(),
    }  # fmt: skip


def discussion(
    repo: Json, number: int, key: int, by: Json, title: str, body: str, category: str, at: str
) -> Json:
    return {
        "id": key, "node_id": f"D_{key}", "number": number, "title": title, "body": body,
        "user": shown(by), "state": "open", "category": {"name": category}, "comments": 0,
        "html_url": f"{repo['html_url']}/discussions/{number}", "created_at": at,
        "updated_at": at, "answer_html_url": None, "answer_chosen_at": None,
        "reactions": reactions(),
    }  # fmt: skip


def discussion_comment(on: Json, key: int, by: Json, body: str, parent: int, at: str) -> Json:
    return {
        "id": key, "node_id": f"DC_{key}", "user": shown(by), "body": body,
        "parent_id": parent or None, "discussion_id": on["id"], "created_at": at,
        "updated_at": at, "html_url": f"{on['html_url']}#discussioncomment-{key}",
        "reactions": reactions(),
    }  # fmt: skip


def release(repo: Json, key: int, by: Json, tag: str, name: str, body: str, at: str) -> Json:
    return {
        "id": key, "node_id": f"RE_{key}", "tag_name": tag, "name": name, "body": body,
        "draft": False, "prerelease": False, "author": shown(by), "created_at": at,
        "published_at": at, "html_url": f"{repo['html_url']}/releases/tag/{tag}",
    }  # fmt: skip


def pushed_commit(repo: Json, by: Json, message: str, at: str) -> Json:
    key = sha(f"{repo['id']} {at} {message}")
    email = f"{by['id']}+{by['login']}@users.noreply.github.com"
    person = {"name": by["login"], "email": email, "username": by["login"]}
    return {
        "id": key, "message": message, "timestamp": at, "author": person,
        "committer": {"name": person["name"], "email": email},
        "url": f"{repo['html_url']}/commit/{key}", "distinct": True,
    }  # fmt: skip


def listed_commit(pushed: Json, by: Json | None) -> Json:
    """A pushed commit as the list of a branch has it."""
    who = {
        "name": pushed["author"]["name"], "email": pushed["author"]["email"],
        "date": pushed["timestamp"],
    }  # fmt: skip
    return {
        "sha": pushed["id"], "html_url": pushed["url"], "author": shown(by) if by else None,
        "commit": {"message": pushed["message"], "author": who, "committer": who},
    }  # fmt: skip


def reactions() -> Json:
    names = ("+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes")
    return {"total_count": 0} | dict.fromkeys(names, 0)


def sha(text: str) -> str:
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
