import json
import mailbox
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import momo
from momo.platform.ai import estimate_tokens, tokens, truncate_to_tokens
from momo.platform.ai.llama import count_tokens

SHARED = Path(__file__).resolve().parents[3] / "../shared/data"

SAMPLES = {
    "english": "We will go with React for the frontend, because the team knows it well already.",
    "german": "Wir haben uns für den zweiten Anbieter entschieden, weil er günstiger ist.",
    "french": "Nous avons décidé de reporter le lancement à la semaine prochaine.",
    "polish": "Zdecydowaliśmy się na drugiego dostawcę, ponieważ jest tańszy od pierwszego.",
    "turkish": "Ekibimiz ön yüz için ikinci seçenekle devam etmeye karar verdi.",
    "russian": "Мы решили выбрать второго поставщика, потому что он дешевле.",
    "greek": "Αποφασίσαμε να προχωρήσουμε με τον δεύτερο προμηθευτή.",
    "hebrew": "החלטנו לבחור בספק השני כי הוא זול יותר.",
    "arabic": "قررنا اختيار المورد الثاني لأنه أرخص.",
    "hindi": "हमने दूसरे विक्रेता को चुनने का निर्णय लिया।",
    "japanese": "フロントエンドにはReactを採用することに決めました。",
    "korean": "우리는 두 번째 업체를 선택하기로 결정했습니다.",
    "chinese": "我们决定选择第二家供应商,因为价格更便宜。",
    "emoji": "Approved 🎉🎉 👍🏽 — ship it 🚀",
    "python": "def decide(options: list[str]) -> str | None:\n    return max(options, key=len)\n",
    "json": '{"team_id": "0197a1b2-c3d4", "hops": [1, 2, 33], "ok": true, "x": null}',
    "hash": "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "base64": "TG9yZW0gaXBzdW0gZG9sb3Igc2l0IGFtZXQsIGNvbnNlY3RldHVyIGFkaXBpc2NpbmcgZWxpdA==",
    "blank": "a\n\n\n\n        b\t\tc   \r\n\r\n d",
}


@pytest.mark.parametrize(
    ("text", "tokens"),  # as published for cl100k_base
    [
        ("tiktoken is great!", 6),
        ("2 + 2 = 4", 7),
        ("お誕生日おめでとう", 9),
    ],
)
def test_is_never_under_gpt_counts_that_are_published(text, tokens):
    assert tokens <= estimate_tokens(text) <= 2 * tokens + 1


def test_a_word_that_nobody_knows_costs_half_its_letters():
    assert estimate_tokens("antidisestablishmentarianism") == 14  # 6 in GPT


def test_words_that_everybody_knows_cost_one_token():
    assert estimate_tokens("We decided because there was nothing between those") == 8
    assert estimate_tokens("because") == 1


@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES.keys())
def test_is_not_under_a_smaller_vocabulary_in_any_script(text):
    assert count_tokens(text) <= estimate_tokens(text) <= len(text.encode())


def test_is_never_under_and_seldom_far_over_on_real_mails():
    with closing(mailbox.mbox(_shared("ietf/dev.mbox"))) as box:
        texts = [str(mail.get_payload()) for mail in box]
    assert 1.1 < _ratio(texts) < 1.25


def test_is_never_under_and_seldom_far_over_on_real_abstracts():
    lines = _shared("peps/peps.jsonl").read_text().splitlines()
    assert 1.1 < _ratio([json.loads(line)["abstract"] for line in lines]) < 1.35


def test_is_never_under_and_seldom_far_over_on_real_chats():
    chats = json.loads(_shared("locomo/dev.json").read_text())
    sessions = (s for chat in chats for s in chat["conversation"].values() if isinstance(s, list))
    assert 1.1 < _ratio([turn["text"] for turns in sessions for turn in turns]) < 1.25


def test_is_never_under_on_code():
    texts = [path.read_text() for path in Path(momo.__file__).parent.rglob("*.py")]
    assert 1.1 < _ratio(texts) < 1.5


def _ratio(texts):
    """Of the estimate to the count, over all texts; fails for any text that costs more."""
    costs = [(estimate_tokens(text.strip()), count_tokens(text.strip())) for text in texts]
    assert all(estimate >= count for estimate, count in costs)
    return sum(estimate for estimate, _ in costs) / sum(count for _, count in costs)


def _shared(name):
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"needs the shared data: {path} is absent")
    return path


def test_an_empty_text_costs_nothing():
    assert estimate_tokens("") == 0


@given(st.text(max_size=200), st.integers(0, 60))
def test_what_is_cut_to_a_limit_fits_it(text, limit):
    cut = truncate_to_tokens(text, limit)
    assert text.startswith(cut)
    assert estimate_tokens(cut) <= limit
    assert cut == text or estimate_tokens(text) > limit


@given(st.text(max_size=200))
def test_no_text_costs_more_than_its_bytes(text):
    assert estimate_tokens(text) <= len(text.encode("utf-8", "surrogatepass"))


@given(st.text(max_size=80), st.text(max_size=80))
def test_lines_cost_no_more_together_than_apart(first, second):
    first, second = " ".join(first.split()), " ".join(second.split())
    together = estimate_tokens(f"{first}\n{second}\n")
    assert together <= estimate_tokens(f"{first}\n") + estimate_tokens(f"{second}\n")


@given(st.text(max_size=120), st.integers(0, 60))
def test_no_accent_is_parted_from_its_letter(text, limit):
    cut = truncate_to_tokens("".join(f"{letter}\u0301" for letter in text), limit)
    assert not cut or cut.endswith("\u0301")


def test_a_long_text_is_cut_by_its_beginning_alone():
    assert truncate_to_tokens("why not " * 100_000, 4) == "why not why not"
    assert len(truncate_to_tokens(" " * 10_000 + "why", 100)) < 10_000


@given(st.lists(st.sampled_from([" ", "  ", "\n", "\t", "\r\n", *SAMPLES.values()])).map("".join))
def test_a_text_costs_what_its_pieces_do(text):
    assert estimate_tokens(text) == sum(map(tokens._cost, tokens._PIECE.findall(text)))


def test_few_words_are_remembered_and_none_that_is_long(monkeypatch):
    monkeypatch.setattr(tokens, "CACHED_PIECES", 10)
    monkeypatch.setattr(tokens, "_spaced", tokens._Costs(" "))
    long = "x" * (tokens.CACHED_LENGTH + 1)
    for n in range(25):
        estimate_tokens(f"word{n} {n} {long}")
    assert list(tokens._spaced) == [str(n) for n in range(20, 25)]
