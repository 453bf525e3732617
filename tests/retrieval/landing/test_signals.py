"""There is a place for the strength of each lexeme that Postgres makes of a query's words."""

import pytest
from django.db import connection

from retrieval.landing.signals import MOST_LEXEMES, places_for
from retrieval.understanding.forms import with_forms
from retrieval.understanding.query import read
from retrieval.understanding.time.times import Times

ODD = (
    "crane", "the of and", "zeppelin 9e0fc90", "5 1e059f5", "@/_", "4e6e c<9",
    "berth-crane-pilot-tug", "TCP/IP", "a.b-c/d@e_f", "x²y½z", "don't",
    "https://harbor.example/a-b/c?d=e-f#g", "jane.doe+log@harbor-lights.example", "v1.2.3-rc.4",
    "C++ and C#", "-5.2e3", "日本語 の 文", "ünïcode-ñame", "ภาษาไทย", "²³ ⅷ ٣٤", "ＦＵＬＬ",
    "/usr/local/bin:/opt", "<b>bold</b> &amp; more", "1st-2nd", "\u00ad\u200bhid\u00adden", "𝔘𝔫𝔦",
)  # fmt: skip


def _lexemes(terms):
    with connection.cursor() as cursor:
        cursor.execute("SELECT length(to_tsvector('english', %s))", [" ".join(terms)])
        return cursor.fetchone()[0]


@pytest.mark.parametrize("text", ODD)
def test_each_lexeme_has_a_place(world, text):
    terms = with_forms(read(text, (), times=Times()).terms)
    assert _lexemes(terms) <= places_for(terms)


def test_however_odd_a_query_is_its_statement_has_columns_for_it():
    assert places_for(["²½" * 100] * 64) == MOST_LEXEMES
