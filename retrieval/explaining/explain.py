"""Explain: why each result is there, why it is not further up, and what is missing. Pure."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from retrieval.explaining.reasons import comparison, found, sentence_of, spelled
from retrieval.landing.candidate import Candidate
from retrieval.ranking.contributions import Contribution, told_apart
from retrieval.ranking.signals import Scored
from retrieval.results import Dropped, Explanation, Reason, Result, Run, Why
from retrieval.tuning import NEAREST_DROPPED

_WORD = re.compile(r"\w+")


def explanation_of(
    run: Run,
    results: Sequence[Result],
    *,
    ties: Mapping[UUID, str],
    seconds: Mapping[str, float],
) -> Explanation:
    """How the search went that gave these results. `ties` are by memory id, `seconds` by stage."""
    dropped = dropped_of(run)
    return Explanation(
        terms=run.query.terms,
        names=tuple(named.name for named in run.query.named),
        dense_text=run.query.dense_text,
        candidates=len(run.scored),
        read=tuple(run.read),
        question=run.query.question,
        reached=len({e.candidate.id for e in run.ranked} - {e.candidate.id for e in run.scored}),
        ties=dict(ties),
        seconds=dict(seconds),
        why=whys(run, results, ties),
        dropped=dict(Counter(each.reason for each in dropped)),
        nearest=tuple(dropped[:NEAREST_DROPPED]),
    )


def whys(run: Run, results: Sequence[Result], ties: Mapping[UUID, str]) -> tuple[Why, ...]:
    """One for each result, in their order."""
    candidates = {each.candidate.id: each.candidate for each in run.best}
    words = spelled(run.lexemes, run.query.terms)
    all_found = [found(result, candidates[result.id], words) for result in results]
    made: list[Why] = []
    for place, (result, parts) in enumerate(zip(results, _parts(run, results), strict=True)):
        tie = ties.get(result.id, "")
        sentence = sentence_of(all_found[place], run.query, now=run.now, tie=tie)
        behind = ""
        if place:
            changes = told_apart(parts, made[-1].contributions)
            than = "the first" if place == 1 else "the one before it"
            behind = comparison(all_found[place], all_found[place - 1], changes, than=than)
        made.append(Why(result.id, sentence, parts, behind))
    return tuple(made)


def _parts(run: Run, results: Sequence[Result]) -> list[tuple[Contribution, ...]]:
    """What each score is made of; what the graph added to what landed is a part of its own."""
    scored = zip(run.scored, run.parts, strict=True)
    landed = {each.candidate.id: parts for each, parts in scored}
    return [_with_graph(landed.get(result.id, ()), result.score) for result in results]


def _with_graph(parts: tuple[Contribution, ...], score: float) -> tuple[Contribution, ...]:
    added = score - sum(part.contribution for part in parts)
    if abs(added) < 1e-9:  # rounding
        return parts
    return (*parts, Contribution("graph", 1.0, added, added))


def dropped_of(run: Run) -> list[Dropped]:
    """What landed or was reached and is not among the best, best first."""
    kept = {each.candidate.id for each in run.best}
    ranked = {each.candidate.id for each in run.ranked}
    seen = _seen(run, kept)
    repeating = [each for each in run.ranked[:seen] if each.candidate.id not in kept]
    found = [_outdone(each, run.best) for each in repeating]
    found += [_dropped(each, Reason.LIMIT) for each in run.ranked[seen:]]
    silent = [each for each in run.scored if each.candidate.id not in ranked]
    return found + [_dropped(each, Reason.NO_EVIDENCE) for each in silent]


def _seen(run: Run, kept: Collection[UUID]) -> int:
    """How many of the ranked were looked at: all, unless there were enough of them before."""
    if len(run.best) < run.limit:
        return len(run.ranked)
    return 1 + max((n for n, e in enumerate(run.ranked) if e.candidate.id in kept), default=-1)


def _dropped(each: Scored, reason: Reason, repeats: UUID | None = None) -> Dropped:
    return Dropped(each.candidate.id, each.candidate.title, reason, each.score, repeats)


def _outdone(each: Scored, best: Sequence[Scored]) -> Dropped:
    """By a better one of the same message, or else by the one with the most words in common."""
    here = each.candidate
    better = [other.candidate for other in best if other.score >= each.score]
    for there in better:
        if here.source_item_id and here.source_item_id == there.source_item_id:
            told = here.kind == "observation" and there.kind == "decision"
            return _dropped(each, Reason.REPEATS if told else Reason.SAME_SOURCE, there.id)
    shared = {there.id: len(_words(here) & _words(there)) for there in better}
    return _dropped(each, Reason.REPEATS, max(shared, key=shared.__getitem__, default=None))


def _words(candidate: Candidate) -> frozenset[str]:
    return frozenset(_WORD.findall(f"{candidate.title} {candidate.summary}".casefold()))
