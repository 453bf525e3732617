"""Which models serve the team, and whether they answer: for its owners and admins."""

from typing import Any

from django.conf import settings
from django.urls import path
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from momo.platform.accounts.keys import KeyScope
from momo.platform.ai import standing
from momo.platform.breaker import Circuit
from momo.platform.rest.views import TeamView

PURPOSES = ["chat", "embedding"]
CIRCUITS = [each.value for each in Circuit]


class PriceItem(serializers.Serializer[Any]):
    """Of a million tokens. `batch` is the share of it that a batch costs."""

    input = serializers.DecimalField(max_digits=20, decimal_places=10)
    output = serializers.DecimalField(max_digits=20, decimal_places=10)
    batch = serializers.DecimalField(max_digits=20, decimal_places=10)


class ProviderItem(serializers.Serializer[Any]):
    """A model. `offline` is one that works here, without a key and without a network: `host` is
    empty then. The circuit is open while a server that failed repeatedly is left alone, for
    `retry_after` seconds more; it and `last_failure` are as the process knows them that answers."""

    purpose = serializers.ChoiceField(PURPOSES)
    model = serializers.CharField()
    offline = serializers.BooleanField()
    host = serializers.CharField()
    price = PriceItem(allow_null=True)
    circuit = serializers.ChoiceField(CIRCUITS, source="standing.circuit")
    failures = serializers.IntegerField(source="standing.failures")
    retry_after = serializers.FloatField(source="standing.retry_after")
    last_failure = serializers.CharField(source="standing.last_failure")


class ProviderList(serializers.Serializer[Any]):
    currency = serializers.CharField()
    items = ProviderItem(many=True)


class TrialItem(serializers.Serializer[Any]):
    """`error` says what to do where a model did not answer."""

    purpose = serializers.ChoiceField(PURPOSES)
    model = serializers.CharField()
    ok = serializers.BooleanField()
    seconds = serializers.FloatField()
    error = serializers.CharField()


class TrialList(serializers.Serializer[Any]):
    items = TrialItem(many=True)


class ProvidersView(TeamView):
    """The chat and the embedding model that serve the team. They are the operator's to choose, in
    the server's settings; no key is ever shown."""

    needs = {"GET": KeyScope.ADMIN}

    @extend_schema(
        operation_id="list_providers",
        summary="Show the models that serve the team",
        responses=ProviderList,
        filters=False,
        examples=[
            OpenApiExample(
                "Offline",
                {
                    "currency": "USD",
                    "items": [
                        {
                            "purpose": "chat", "model": standing.RULES, "offline": True, "host": "",
                            "price": None, "circuit": "closed", "failures": 0,
                            "retry_after": 0, "last_failure": "",
                        }
                    ],
                },
            )
        ],
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        shown = {"currency": settings.MOMO_PRICE_CURRENCY, "items": standing.standings()}
        return Response(ProviderList(shown).data)


class ProviderTestView(TeamView):
    """Ask each model the least that can be asked, and say how long it took. It is counted in the
    team's usage, as any call is."""

    calls_out = {"POST"}
    needs = {"POST": KeyScope.ADMIN}

    @extend_schema(
        operation_id="test_providers",
        summary="Try the models that serve the team",
        request=None,
        responses=TrialList,
        examples=[
            OpenApiExample(
                "Both answer",
                {
                    "items": [
                        {
                            "purpose": "embedding", "model": "wordllama-256", "ok": True,
                            "seconds": 0.002, "error": "",
                        }
                    ]
                },
            )
        ],
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        return Response(TrialList({"items": standing.attempt(self.scope)}).data)


urlpatterns = [
    path("settings/providers", ProvidersView.as_view(), name="providers"),
    path("settings/providers/test", ProviderTestView.as_view(), name="test-providers"),
]
