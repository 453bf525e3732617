import pytest

from momo.platform.ai import estimate_tokens
from momo.platform.ai.counting import token_counter, token_counter_exists
from momo.platform.ai.llama import count_tokens


def test_tokens_are_estimated_unless_another_counter_is_named():
    assert token_counter() is estimate_tokens
    assert token_counter_exists() == []


def test_another_counter_is_named_by_its_path(settings):
    settings.MOMO_TOKEN_COUNTER = "momo.platform.ai.llama.count_tokens"
    assert token_counter()("We use Postgres.") == 5
    assert count_tokens("\ud800") > 0


@pytest.mark.parametrize("path", ["", "len", "momo.nowhere.count", "momo.platform.ai.__name__"])
def test_a_path_that_names_no_counter_is_told_at_start_up(settings, path):
    settings.MOMO_TOKEN_COUNTER = path
    assert [error.id for error in token_counter_exists()] == ["ai.E001"]
