"""The options ledger: what was considered, what was chosen, why not the others, and by whom."""

import pytest

from decisions.extraction.contract import Option
from tests.decisions.extraction.conversations import ANN, BOB, decisions, reply

CHOSEN_OVER = (
    "We chose Postgres over MySQL because row security is built in.",
    "We went with Postgres instead of MySQL because row security is built in.",
    "We're going with Postgres rather than MySQL, since row security is built in.",
    "Decision: Postgres over MySQL because row security is built in.",
    "We looked at Postgres and MySQL. We picked Postgres because row security is built in.",
    "It was between Postgres and MySQL. We'll go with Postgres because row security is built in.",
    "We compared MySQL with Postgres, and we chose Postgres because row security is built in.",
    "Of MySQL and Postgres, we chose Postgres because row security is built in.",
    "We evaluated MySQL and Postgres last week.\nWe settled on Postgres. The reason is that row "
    "security is built in.",
    "Options: MySQL, Postgres\n\nWe decided to use Postgres because row security is built in.",
    "We are dropping MySQL in favor of Postgres because row security is built in.",
    "We're moving from MySQL to Postgres because row security is built in.",
    "We decided to use Postgres, not MySQL, because row security is built in.",
    "We picked Postgres because row security is built in. We also considered MySQL.",
)


@pytest.mark.parametrize("text", CHOSEN_OVER)
def test_what_was_chosen_over_what_and_why_however_it_is_said(text):
    (found,) = decisions(text)
    assert found.options[0] == Option(
        "Postgres", chosen=True, reason="row security is built in", by="Ann Lee"
    )
    assert [(each.option, each.chosen) for each in found.options[1:]] == [("MySQL", False)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("We looked at Kafka and NATS. NATS is too young. We chose Kafka.", "is too young"),
        ("We chose Kafka over NATS. NATS has no replay.", "has no replay"),
        (
            "We chose Kafka over NATS: NATS lost messages in our tests.",
            "lost messages in our tests",
        ),
        ("We went with Kafka. We ruled out NATS because it is too young.", "it is too young"),
        ("We'll go with Kafka. NATS was rejected because it has no replay.", "it has no replay"),
        ("We chose Kafka over NATS, which is too young.", "is too young"),
        (
            "We looked at Kafka and NATS, but NATS is too young. We chose Kafka.",
            "is too young",
        ),
        ("Let's go with Kafka instead of NATS. NATS would need a cluster.", "would need a cluster"),
    ],
)
def test_why_the_other_was_not(text, reason):
    found = next(each for each in decisions(text) if each.options and each.options[0].chosen)
    other = next(each for each in found.options if each.option == "NATS")
    assert (other.chosen, other.reason, other.by) == (False, reason, "Ann Lee")


@pytest.mark.parametrize(
    "text",
    [
        "We decided not to use Mongo because it has no joins.",
        "We rejected Mongo because it has no joins.",
        "We ruled out Mongo because it has no joins.",
        "Let's not use Mongo because it has no joins.",
    ],
)
def test_a_rejection_is_a_ledger_of_what_was_not_chosen(text):
    assert decisions(text)[0].options == (
        Option("Mongo", chosen=False, reason="it has no joins", by="Ann Lee"),
    )


def test_an_option_is_credited_to_who_proposed_it():
    (found,) = reply(
        (BOB, "I suggest we use Postgres."), (ANN, "Agreed, we'll go with Postgres over MySQL.")
    )
    assert [(each.option, each.by) for each in found.options] == [
        ("Postgres", "Bob Ray"),
        ("MySQL", ""),
    ]


@pytest.mark.parametrize(
    "text",
    ["We approved the budget.", "I'll send it by Friday.", "Let's cancel the launch event."],
)
def test_where_nothing_was_weighed_there_is_no_ledger(text):
    assert decisions(text)[0].options == ()
