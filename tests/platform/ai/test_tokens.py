import mailbox
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momo.platform.ai import estimate_tokens, truncate_to_tokens

MAILS = Path(__file__).resolve().parents[3] / "../shared/data/ietf/dev.mbox"

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


@cache
def llama():
    import wordllama
    from tokenizers import Tokenizer

    folder = Path(wordllama.__file__).parent / "tokenizers"
    return Tokenizer.from_file(str(folder / "l2_supercat_tokenizer_config.json"))


def llama_tokens(text):
    return len(llama().encode(text, add_special_tokens=False).ids)


@pytest.mark.parametrize(
    ("text", "tokens"),  # as published for cl100k_base
    [
        ("tiktoken is great!", 6),
        ("antidisestablishmentarianism", 6),
        ("2 + 2 = 4", 7),
        ("お誕生日おめでとう", 9),
    ],
)
def test_is_never_under_gpt_counts_that_are_published(text, tokens):
    assert tokens <= estimate_tokens(text) <= 2 * tokens


@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES.keys())
def test_is_not_under_a_smaller_vocabulary_in_any_script(text):
    assert llama_tokens(text) <= estimate_tokens(text) <= len(text.encode())


def test_is_near_enough_on_real_mails():
    if not MAILS.exists():
        pytest.skip(f"needs the shared data: {MAILS} is absent")
    with closing(mailbox.mbox(MAILS)) as box:
        texts = [str(mail.get_payload()) for mail in box]
    estimates = sum(map(estimate_tokens, texts))
    counts = sum(map(llama_tokens, texts))
    assert 1.2 * counts < estimates < 1.5 * counts
    short = [text for text in texts if estimate_tokens(text) < llama_tokens(text)]
    assert len(short) < 0.02 * len(texts)  # a few bare lines of code points and file names


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
