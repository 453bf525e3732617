"""Discord's own polls as words. Pure."""

from collections.abc import Mapping

from connectors.files.json_input import as_object, as_text, objects


def poll_text(poll: Mapping[str, object]) -> str:
    """The question and the answers; of a poll that has ended also the votes, and what won.

    While it runs the votes are left out: each would be another version of the message.
    """
    question = as_text(as_object(poll.get("question")).get("text"))
    if not question.strip():
        return ""
    answers = {
        as_text(each.get("answer_id")): _answer(each) for each in objects(poll.get("answers"))
    }
    votes = _votes(poll)
    lines = [f"- {text}{_counted(votes, key)}" for key, text in answers.items() if text]
    return "\n".join([f"Poll: {question}", *lines, *_result(answers, votes)])


def _answer(entry: Mapping[str, object]) -> str:
    media = as_object(entry.get("poll_media"))
    emoji = as_text(as_object(media.get("emoji")).get("name"))
    return " ".join(filter(None, [emoji, as_text(media.get("text"))]))


def _votes(poll: Mapping[str, object]) -> dict[str, int] | None:
    results = as_object(poll.get("results"))
    if results.get("is_finalized") is not True:
        return None
    counts = objects(results.get("answer_counts"))
    return {as_text(each.get("id")): _count(each.get("count")) for each in counts}


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _counted(votes: dict[str, int] | None, key: str) -> str:
    return "" if votes is None else f": {_plural(votes.get(key, 0))}"


def _result(answers: Mapping[str, str], votes: dict[str, int] | None) -> list[str]:
    """What won. A tie has settled nothing, and neither has a poll that nobody voted in."""
    if votes is None:
        return []
    most = max(votes.values(), default=0)
    won = [answers[key] for key, count in votes.items() if count == most and answers.get(key)]
    if most == 0:
        return ["The poll has ended without a vote."]
    if len(won) != 1:
        return ["The poll has ended in a tie."]
    others = " and ".join(text for text in answers.values() if text not in ("", won[0]))
    return [f"By vote, we chose {won[0]}{' over ' if others else ''}{others}."]


def _plural(count: int) -> str:
    return f"{count} vote" if count == 1 else f"{count} votes"
