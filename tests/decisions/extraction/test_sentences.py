"""How a message is cut into sentences."""

from hypothesis import given
from hypothesis import strategies as st

from decisions.extraction.rules.cues.search import COMMIT, DELEGATION, PROPOSAL, SPEECH
from decisions.extraction.rules.sentences import Sentence, flatten, split


def _flat(text):
    return [each.flat for each in split(text)]


def test_sentences_end_at_stops_but_not_at_abbreviations_or_versions():
    assert _flat("Ask Dr. Smith, e.g. today. Use v1.2 now! Ok?") == [
        "Ask Dr. Smith, e.g. today.",
        "Use v1.2 now!",
        "Ok?",
    ]


def test_list_items_and_short_lines_stand_alone():
    assert _flat("- Drop y\n- Keep x\nThanks,\nBob") == ["Drop y", "Keep x", "Thanks,", "Bob"]


def test_headings_name_what_follows():
    assert [(each.flat, each.heading) for each in split("## Decision:\nUse x.")] == [
        ("Use x.", "decision")
    ]


def test_where_all_is_quoted_the_least_quoted_lines_are_the_writers():
    assert _flat("> > old words\n> new words\n> go on.") == ["new words go on."]


def test_attributions_and_what_follows_a_signature_are_left_out():
    assert _flat("Fine.\nOn Monday, Ann wrote:\n> x\n-- \nAnn\nCEO") == ["Fine."]


@given(st.text(alphabet=st.sampled_from("aB .!?\n>-#`’“\r\tİ"), max_size=120))
def test_sentences_lie_in_the_text_in_order_without_overlap(text):
    end = 0
    for each in split(text):
        assert end <= each.start < each.end <= len(text)
        assert each.flat == flatten(text[each.start : each.end])
        assert len(each.lower) == len(each.flat)
        end = each.end


def test_every_trigger_is_a_word_that_a_sentence_can_hold():
    for grammar in (SPEECH, DELEGATION, COMMIT, PROPOSAL):
        for cue in grammar.cues:
            for word in cue.words:
                assert Sentence(0, 1, word).words == {word}, word
