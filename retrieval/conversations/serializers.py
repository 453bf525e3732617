"""What the endpoints of conversations take and give."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers

from momo.platform.rest.pagination import PageQuery
from momo.platform.rest.serializers import StrictSerializer
from retrieval.answering.serializers import CitationItem, SearchedItem
from retrieval.conversations.models import Fault, State, Thumb
from retrieval.conversations.reading import Withheld
from retrieval.filters import Filters
from retrieval.serializers import FiltersBody
from retrieval.tuning import MAX_TITLE

MAX_WORDS = 200  # characters of a search in titles


class ConversationsQuery(PageQuery):
    q = serializers.CharField(
        required=False, max_length=MAX_WORDS,
        help_text="Only those with all these words in their titles, newest first, on one page.",
    )  # fmt: skip


def _title() -> serializers.CharField:
    return serializers.CharField(
        max_length=MAX_TITLE, allow_blank=True, default="",
        help_text="Empty: it goes by its first question.",
    )  # fmt: skip


class ConversationBody(StrictSerializer):
    title = _title()


class ConversationItem(serializers.Serializer[Any]):
    """`title` is the name it was given (`is_named`), else its first question. `link` is what the
    address of the shared conversation ends with, null while it is not shared; `shared_at` is when
    it was last: what was asked later is not in it."""

    id = serializers.UUIDField(source="conversation.id")
    title = serializers.CharField()
    is_named = serializers.BooleanField()
    link = serializers.UUIDField(source="conversation.link", allow_null=True)
    shared_at = serializers.DateTimeField(source="conversation.shared_at", allow_null=True)
    created_at = serializers.DateTimeField(source="conversation.created_at")
    active_at = serializers.DateTimeField(source="conversation.active_at")


class SharedConversationItem(serializers.Serializer[Any]):
    """A conversation as whoever has its link reads it. `title` is empty where it has no name of
    its own and the reader may see none of its questions."""

    link = serializers.UUIDField(source="conversation.link")
    title = serializers.CharField()
    owner_id = serializers.UUIDField(source="conversation.owner_id")
    shared_at = serializers.DateTimeField(source="conversation.shared_at")


class _ExchangeBase(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    question = serializers.CharField()
    query = serializers.CharField(
        help_text="What was searched for: the question, with what it refers to."
    )
    asked_at = serializers.DateTimeField()
    as_of = serializers.DateTimeField(allow_null=True)
    state = serializers.ChoiceField(State.choices)
    withheld = serializers.ChoiceField(
        [each.value for each in Withheld], allow_blank=True,
        help_text="`erased`: something that the answer rested on is gone, and its words with it. "
        "`unseen`: the reader does not, or no longer, see what it rests on. Else empty.",
    )  # fmt: skip
    text = serializers.CharField()
    citations = CitationItem(many=True)
    known = serializers.BooleanField()
    provider = serializers.CharField()
    searched = SearchedItem(allow_null=True)


class SharedExchangeItem(_ExchangeBase):
    """An exchange as whoever has the link reads it. `holds` of its citations is as of now."""


class FiltersItem(FiltersBody):
    """The filters that were set."""

    def to_representation(self, instance: Filters) -> dict[str, Any]:
        unset, chosen = asdict(Filters()), asdict(instance)
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in chosen.items()
            if value != unset[name]
        }


class ExchangeItem(_ExchangeBase):
    """A question and its answer. `holds` of its citations is as of now; `thumb` is what whoever
    asked thinks of it, and `fault` what was wrong."""

    conversation_id = serializers.UUIDField()
    filters = FiltersItem()
    thumb = serializers.ChoiceField(Thumb.choices, allow_blank=True)
    fault = serializers.ChoiceField(Fault.choices, allow_blank=True)


class FeedbackBody(StrictSerializer):
    thumb = serializers.ChoiceField(Thumb.choices)
    fault = serializers.ChoiceField(
        Fault.choices, allow_blank=True, default="", help_text="Of a `down`: what was wrong."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["thumb"] == Thumb.UP and attrs["fault"]:
            raise serializers.ValidationError({"fault": "A good answer has none."})
        return attrs


class ThumbsItem(serializers.Serializer[Any]):
    """`share` is that of `up` among `judged`, in 0..1; null where none was judged."""

    judged = serializers.IntegerField()
    up = serializers.IntegerField()
    down = serializers.IntegerField()
    share = serializers.FloatField(allow_null=True)


class AnswerAccuracyDetail(serializers.Serializer[Any]):
    """Of the answers that those who asked judged. `unknown` are those that said that nothing is
    known; `faults` counts what was wrong with the others."""

    team = ThumbsItem()
    by_provider = serializers.DictField(child=ThumbsItem())
    unknown = ThumbsItem()
    faults = serializers.DictField(child=serializers.IntegerField())
