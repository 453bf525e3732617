"""The two questions that Momo asks of GraphQL, as GitHub answers them."""

from connectors.github.fake.shapes import Json
from connectors.github.fake.state import Repository, Thread

PAGE = 100
_GROUPS = {"+1": "THUMBS_UP", "-1": "THUMBS_DOWN"}


def answer(asked: Json, repositories: list[Repository]) -> Json:
    query, variables = str(asked["query"]), asked["variables"]
    if "node(id:" in query:
        return {"data": {"node": _one(repositories, variables["id"], variables["after"])}}
    name = f"{variables['owner']}/{variables['name']}"
    found = next((r for r in repositories if r.facts["full_name"] == name), None)
    if found is None:
        error = {"type": "NOT_FOUND", "message": "Could not resolve to a Repository."}
        return {"data": None, "errors": [error]}
    threads = [thread for thread in found.threads.values() if thread.kind == "discussion"]
    threads.sort(key=lambda thread: str(thread.body["updated_at"]), reverse=True)
    nodes = [_discussion(thread, 0) for thread in threads]
    listed = _page(nodes, int(variables["after"] or 0), int(variables["first"]))
    return {"data": {"repository": {"discussions": listed}}}


def _one(repositories: list[Repository], node_id: str, after: str | None) -> Json | None:
    for found in repositories:
        for thread in found.threads.values():
            if thread.body["node_id"] == node_id:
                return _discussion(thread, int(after or 0))
    return None


def _discussion(thread: Thread, after: int) -> Json:
    body = thread.body
    roots = [each for each in thread.comments if not each["parent_id"]]
    comments = [_said(root) | {"replies": _replies(thread, root)} for root in roots]
    answer_url = body["answer_html_url"]
    return _said(body) | {
        "id": body["node_id"], "number": body["number"], "title": body["title"],
        "closed": body["state"] == "closed", "category": body["category"],
        "labels": {"nodes": []}, "answer": {"url": answer_url} if answer_url else None,
        "comments": _page(comments, after, PAGE),
    }  # fmt: skip


def _replies(thread: Thread, root: Json) -> Json:
    return _page([_said(c) for c in thread.comments if c["parent_id"] == root["id"]], 0, PAGE)


def _said(item: Json) -> Json:
    user = item["user"]
    groups = [
        {"content": _GROUPS.get(name, name.upper()), "reactors": {"totalCount": count}}
        for name, count in item["reactions"].items()
        if name != "total_count"
    ]
    return {
        "reactionGroups": groups,
        "databaseId": item["id"], "url": item["html_url"], "body": item["body"],
        "createdAt": item["created_at"], "updatedAt": item["updated_at"],
        "author": {
            "login": user["login"], "__typename": user["type"], "databaseId": user["id"]
        },
    }  # fmt: skip


def _page(nodes: list[Json], after: int, size: int) -> Json:
    end = after + size
    info = {"hasNextPage": end < len(nodes), "endCursor": str(end)}
    return {"pageInfo": info, "nodes": nodes[after:end]}
