"""Which names are one person or thing."""

import pytest

from decisions.entities.keys import canonical_email, full_name, implied_name, is_distinctive
from decisions.entities.likeness import likeness
from decisions.entities.rules import SUGGESTED, SURE, Said
from decisions.extraction.contract import EntityType
from tests.decisions.entities.naming import count_of, groups_of, known, person, suggested, thing

WORK = "ada.ashworth@lighthouse.example"


def together(*specs):
    return count_of(*specs) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (person("Ada Ashworth", WORK), person("A. Ashworth", "ADA.Ashworth@lighthouse.example")),
        (person("Ada", "ada+lists@momo.example"), person("Ada", "ada@momo.example")),
        (person("Ada", "ada.a@gmail.com"), person("Ada", "adaa@googlemail.com")),
        (person("Ada Ashworth", WORK, "ada"), person("Ada Ashworth", handle="ada")),
        (person("Ada Ashworth", WORK), person("Ada Ashworth")),
        (person("Ada Ashworth", WORK), person("Ashworth, Ada M.")),
        (person("Adá Ashwörth", WORK), person("Ada Ashworth")),
        (person("", WORK), person("Ada Ashworth")),
        (person("", "harald@whitfield.example"), person("Harald Whitfield")),
        (person("Ada Ashworth", WORK), person("Ada Ashworth", handle="aash")),
        (person("Ada Ashworth", WORK), person("Ada Ashworth", "ada.ashworth@gmail.com")),
        (person("Ada Ashworth", WORK), person("Ada Ashworth", "ada@ashworth.example")),
        (person("", "x@momo.example", "ada"), person("ada")),
        (person("Ada Ashworth", WORK), person("Ada Ashworth", "ada@dev.lighthouse.example")),
        (person("Ada Ashworth", WORK, "u4a18404bfb"),
         person("Ada Ashworth", handle="1095277938373592898")),
    ],
)  # fmt: skip
def test_a_person_is_one_by_mailbox_handle_full_name_or_a_private_address(one, other):
    assert together(one, other)
    assert together(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # Namesakes: two employers, a common name, two private addresses, one employer twice.
        (person("Ada Ashworth", WORK), person("Ada Ashworth", "ada.ashworth@harbor.example")),
        (person("John Smith", "john.smith@momo.example"), person("John Smith", "jsmith@gmail.com")),
        (person("Ada Ashworth", "ada.ashworth@gmail.com"),
         person("Ada Ashworth", "ada.ashworth77@gmx.example")),
        (person("Ada Ashworth", WORK), person("Ada Ashworth", "ada.ashworth2@lighthouse.example")),
        (person("Ada Ashworth", WORK), person("Ada Ashworth", "sunflower9@gmail.com")),
        (person("John Smith", "john.smith@momo.example"), person("John Smith", handle="js")),
        (person("Ada Ashworth", WORK, "u4a18404bfb"), person("Ada Ashworth", handle="u5b29515cac")),
    ],
)  # fmt: skip
def test_namesakes_stay_two_and_are_suggested(one, other):
    assert not together(one, other)
    assert suggested(one, other) == {frozenset({one.key, other.key})}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (person("Ada Ashworth", WORK), person("Ada")),
        (person("Ada Ashworth", WORK), person("Bob Ashworth")),
        (person("Ada", "ada@momo.example"), person("Ada", "ada@harbor.example")),
        (person("Ada Ashworth", "info@momo.example"), person("Ada Ashworth")),
        (person("Ada Ashworth", WORK), thing("Ada Ashworth", EntityType.PROJECT)),
    ],
)  # fmt: skip
def test_a_first_name_or_a_shared_mailbox_is_nobody_in_particular(one, other):
    assert not together(one, other)


def test_one_handle_with_two_full_names_is_two_people():
    one, other = person("Ada Ashworth", WORK, "dev"), person("Bob Bell", "bob@momo.example", "dev")
    assert not together(one, other)
    assert suggested(one, other)


def test_a_name_that_two_bear_is_neither_of_them():
    specs = (
        person("Ada Ashworth", WORK),
        person("Ada Ashworth", "ada.ashworth@harbor.example"),
        person("Ada Ashworth"),
    )
    assert len(groups_of(*specs)) == 3


def test_a_third_address_makes_a_private_one_ambiguous():
    specs = (
        person("Ada Ashworth", WORK),
        person("Ada Ashworth", "ada.ashworth@harbor.example"),
        person("Ada Ashworth", "ada.ashworth@gmail.com"),
    )
    assert len(groups_of(*specs)) == 3


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Postgres", "PostgreSQL"), ("K8s", "Kubernetes"), ("Acme Inc.", "ACME"),
        ("Node.js", "NodeJS"), ("the GitHub Action", "GitHub Actions"),
        ("Kubernetes", "Kubernets"), ("Elasticsearch", "Elasticseach"),
    ],
)  # fmt: skip
def test_a_thing_is_one_by_alias_form_or_a_slip_of_the_pen(one, other):
    assert together(thing(one), thing(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("TLS 1.2", "TLS 1.3"), ("React", "React Native"), ("Datadog", "Datalog"),
        ("SHA-256", "SHA-512"), ("Teams", "Team"), ("Java", "JavaScript"),
        ("Mercurial", "Mercury"), ("Northstar", "Northstay"),
    ],
)  # fmt: skip
def test_another_version_part_or_word_is_another_thing(one, other):
    assert not together(thing(one), thing(other))


def test_initials_are_suggested():
    assert suggested(thing("Realtime Data Platform"), thing("RDP"))


def test_a_concept_is_the_one_thing_of_its_name():
    specs = thing("Heron", EntityType.PROJECT), thing("heron", EntityType.CONCEPT)
    assert count_of(*specs) == 1
    assert count_of(*specs, thing("Heron", EntityType.ORGANIZATION)) == 3


def test_what_a_person_said_wins_over_every_rule():
    work, other = person("Ada Ashworth", WORK), person("Ada Ashworth", "ada@harbor.example")
    tagged = person("Ada Ashworth", WORK.replace("@", "+x@"))
    ids = {spec.key: known(spec).id for spec in (work, other, tagged)}
    same = Said(ids[work.key], ids[other.key], same=True, by_person=True)
    apart = Said(ids[work.key], ids[tagged.key], same=False, by_person=True)
    assert groups_of(work, other, tagged, said=[same, apart]) == {
        frozenset({work.key, other.key}), frozenset({tagged.key}),
    }  # fmt: skip


def test_the_newest_word_of_people_wins_over_their_older_ones():
    specs = [person("Ada", f"ada{n}@momo.example") for n in range(3)]
    a, b, c = (known(spec).id for spec in specs)
    newest_first = [Said(a, c, False, True), Said(a, b, True, True), Said(b, c, True, True)]
    found = groups_of(*specs, said=newest_first)
    assert found == {frozenset({specs[0].key, specs[1].key}), frozenset({specs[2].key})}


def test_names_are_read_in_one_form():
    assert canonical_email("Ada.A+x@GoogleMail.com") == "adaa@gmail.com"
    assert full_name("Ashworth, Ada M. (Lighthouse)") == "ada ashworth"
    assert full_name("Ada via Lists") == full_name("ada") == full_name("Team 42 Lead") == ""
    assert implied_name("ada.ashworth77@x.example") == implied_name("info@x.example") == ""
    assert implied_name("ada_ashworth@x.example") == "ada ashworth"
    assert is_distinctive("ada ashworth")
    assert not is_distinctive("wei li")


def test_likeness_is_one_for_the_same_and_none_for_another_number():
    assert likeness("a", "a") == 1
    assert likeness("tls 1 2", "tls 1 3") == 0
    assert likeness("elasticsearch", "elasticseach") >= SURE > SUGGESTED
    assert likeness("react", "react native") < SURE
