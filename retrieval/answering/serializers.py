"""What an answer looks like over REST."""

from typing import Any

from rest_framework import serializers

from retrieval.results import Holds


class SuccessorItem(serializers.Serializer[Any]):
    """What replaced a memory."""

    id = serializers.UUIDField()
    title = serializers.CharField()


class CitationItem(serializers.Serializer[Any]):
    """A numbered source. `holds` says whether what it says is still so; `superseded_by` is null
    too where the reader does not see what replaced it."""

    number = serializers.IntegerField()
    memory_id = serializers.UUIDField()
    title = serializers.CharField()
    quote = serializers.CharField()
    url = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    container = serializers.CharField()
    date = serializers.DateTimeField()
    author = serializers.CharField()
    holds = serializers.ChoiceField([h.value for h in Holds])
    superseded_by = SuccessorItem(allow_null=True)


class MissItem(serializers.Serializer[Any]):
    """A memory that came nearest, and is not about the question."""

    id = serializers.UUIDField()
    title = serializers.CharField()


class SearchedItem(serializers.Serializer[Any]):
    """What was looked through where nothing is known. `query` is what was searched for, `terms` its
    words, `read` how it was understood; `legs` are the ways in which it was looked for, and
    `memories` how many the reader sees that pass the filters."""

    query = serializers.CharField()
    terms = serializers.ListField(child=serializers.CharField())
    read = serializers.ListField(child=serializers.CharField())
    legs = serializers.ListField(
        child=serializers.ChoiceField(["meaning", "words", "people", "times"])
    )
    memories = serializers.IntegerField()
    since = serializers.DateTimeField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)
    as_of = serializers.DateTimeField(allow_null=True)
    nearest = MissItem(many=True)


class AnswerItem(serializers.Serializer[Any]):
    """`known` is false where nothing that was found supports an answer; `searched` then says what
    was looked through. `provider` is the model, or "extractive" where the found words answer
    themselves."""

    text = serializers.CharField()
    citations = CitationItem(many=True)
    known = serializers.BooleanField()
    provider = serializers.CharField()
    searched = SearchedItem(allow_null=True)
