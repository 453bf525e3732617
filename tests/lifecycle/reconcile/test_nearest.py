"""Which older statements a resolver is shown."""

from itertools import permutations

import numpy as np

from lifecycle.reconcile.hypotheses import hypotheses_of
from lifecycle.reconcile.nearest import nearby
from lifecycle.reconcile.references import labels_of, number_of, references_in
from lifecycle.reconcile.tuning import CANDIDATES
from tests.lifecycle.reconcile.statements import stated


def older_of(new, *others, hypotheses=None, vectors=None):
    found = nearby(
        [new, *others], {new.key}, hypotheses=hypotheses or {}, vectors=vectors or {}
    )  # fmt: skip
    return [each.title for each in next(found).older]


def test_fifteen_are_shown_as_asked():
    assert CANDIDATES == 15
    many = [stated(f"Berth plan of pier {chr(97 + n)}", day=n) for n in range(20)]
    assert len(older_of(stated("Berth plan of all piers", day=30), *many)) == 15


def test_only_older_ones_are_shown():
    new = stated("Berth plan", day=5)
    assert older_of(new, stated("Berth plan A", day=4), stated("Berth plan B", day=6)) == [
        "Berth plan A"
    ]


def test_what_not_all_readers_of_the_new_one_see_is_not_shown():
    mine, hers = "owner a", "owner b"
    older = [stated("Berth plan A"), stated("Berth plan B", readers=mine),
             stated("Berth plan C", readers=hers)]  # fmt: skip
    assert older_of(stated("Berth plan", day=2), *older) == ["Berth plan A"]
    private = stated("Berth plan", day=2, readers=mine)
    assert sorted(older_of(private, *older)) == ["Berth plan A", "Berth plan B"]


def test_what_was_found_in_the_same_text_is_not_shown():
    older = stated("Berth plan A", item="mail")
    assert older_of(stated("Berth plan", day=2, item="mail"), older) == []


def test_what_is_named_comes_first():
    many = [stated(f"Tide service for pier {chr(97 + n)}", day=n) for n in range(20)]
    named = stated("ADR 4: Cache")
    new = stated("ADR 9: Tide service", "It replaces ADR 4.", day=30)
    assert older_of(new, named, *many)[0] == "ADR 4: Cache"


def test_a_changed_state_is_near_by_its_meaning():
    older = stated("Xylophone")
    new = stated("Marimba", day=2)
    row = np.array([[1.0, 0.0]], dtype=np.float32)
    assert older_of(new, older) == []
    assert older_of(new, older, hypotheses={new.key: row}, vectors={older.key: row}) == [
        "Xylophone"
    ]


def test_three_rewordings_and_three_changed_states_are_looked_for():
    texts = hypotheses_of("weekly releases")
    assert len(set(texts)) == 6
    assert "No longer weekly releases" in texts
    assert "weekly releases was replaced" in texts


def test_the_order_of_arrival_does_not_matter():
    some = [stated(f"Berth plan {word}", word, day=n % 3) for n, word in
            enumerate(("east pier", "west pier", "both piers", "east quay"))]  # fmt: skip
    found = {
        tuple((each.new.title, tuple(o.title for o in each.older)) for each in nearby(
            order, {each.key for each in some}, hypotheses={}, vectors={}))
        for order in permutations(some)
    }  # fmt: skip
    assert len(found) == 1


def test_names_of_records_are_read_however_they_are_written():
    labels = [each.label for each in references_in("See ADR-0004, RFC 793 and PEPs 8, 12 and 20.")]
    assert labels == ["ADR 4", "RFC 793", "PEP 8", "PEP 12", "PEP 20"]
    assert labels_of("ADR-0012: Use Postgres") == ("ADR 12",)
    assert number_of("ADR-0012: Use Postgres") == 12
    assert labels_of("Use Postgres 18") == ()
