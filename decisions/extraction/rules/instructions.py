"""Text that speaks to whoever extracts, not to the team: it is data, and states nothing.

People do write about such attacks, so what stands in quotation marks is left alone, and a message
is heard up to the first line that gives orders to a machine.
"""

import re
from collections.abc import Sequence

from decisions.extraction.rules.lexicon import words
from decisions.extraction.rules.sentences import Sentence, split

# Never a person: an agent, an assistant or a bot's owner may be written to.
_MACHINE = (
    r"(?:ai(?: (?:assistant|model|agent|system))?|llm|(?:language|chat|extraction) model|chatbot|"
    r"extractor|extraction (?:system|tool|engine))"
)
_COMMAND = r"(?:^\W*|[.;:!>] |\b(?:please|now|and|then|assistant,) )"
_ORDERS = re.compile(
    rf"{_COMMAND}(?:ignore|disregard|forget|override|bypass)\b[^.!?]{{0,40}}"
    r"\b(?:previous|prior|above|earlier|preceding|all|any|your|system)\b[^.!?]{0,20}"
    r"\b(?:instructions?|prompts?|rules|guidelines)\b|"
    rf"\b(?:note|message|attention|instructions?|command|order)s? (?:to|for) (?:the |any |all |"
    rf"every )?{_MACHINE}s?\b(?! (?:team|group|guild|folks|people|channel))|"
    rf"(?:^|[.;!] )(?:dear|hey|hello|attention),? {_MACHINE}[:,] |"
    rf"\byou are (?:now )?(?:an?|the|no longer an?) {_MACHINE}\b(?! (?:team|group))|"
    rf"{_COMMAND}(?:output|emit|return|respond with|reply with|produce|print) "
    r"(?:only |the following |this |valid |a )*(?:json (?:saying|that|with|object)|json only|"
    r"decisions?\b|json:)|^\W*new instructions?:|"
    r"\[[0-9a-f]{8,} (?:end of )?message \d+\]"  # a boundary such as prompts have
)
_ORDER_WORDS = words(  # one of which stands in every order; much cheaper to look for
    "ignore disregard forget override bypass ai llm model models chatbot chatbots extractor "
    "extractors extraction output emit return respond reply produce print instruction "
    "instructions message"
)
_MARKUP = re.compile(
    r"</?\|?(?:system|assistant|instructions?|prompt|decisions?|im_start|im_end|endoftext)\b\|?>|"
    r"</message>|\[/?inst\]|<<\s*sys|^\W*(?:system|assistant)(?: prompt| message)?\s*:|"
    r"[{\[,]\s*\"(?:decisions?|title|summary|confidence|status|quote|rationale|role)\"\s*:|"
    r"^\W*(?:begin|end) (?:of )?(?:system|instructions?|prompt|message|input|data)\b"
)
_QUOTED = re.compile(r'"[^"]{0,200}"|(?<!\w)\'[^\']{4,200}\'(?!\w)|`[^`]{0,200}`')


def heard(text: str) -> list[Sentence]:
    """The writer's sentences that speak to people, in order.

    A paragraph with a machine's markup is left out, and all from an order to a machine on.
    """
    sentences = split(text)
    ordered = next((i for i, each in enumerate(sentences) if _gives_orders(each)), len(sentences))
    kept = sentences[:ordered]
    if ordered < len(sentences):
        kept = [each for each in kept if each.block != sentences[ordered].block]
    marked = _marked_up(kept)
    return [each for each in kept if each.block not in marked] if marked else kept


def _gives_orders(sentence: Sentence) -> bool:
    if sentence.words.isdisjoint(_ORDER_WORDS) or not _ORDERS.search(sentence.lower):
        return False
    return _ORDERS.search(_QUOTED.sub(" ", sentence.lower)) is not None


def _marked_up(sentences: Sequence[Sentence]) -> set[int]:
    return {each.block for each in sentences if _MARKUP.search(each.lower)}
