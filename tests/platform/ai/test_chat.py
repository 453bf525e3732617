import pytest

from momo.platform.ai import ProviderError, QuotaExceeded, Usage
from momo.platform.ai.failures import MOST_TO_WAIT
from momo.platform.ai.fakes import Fault
from momo.platform.ai.openai_compatible import OpenAIChat

SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string", "minLength": 1}},
    "required": ["city"],
    "additionalProperties": False,
}
SECRET = "the merger with Initech"
PROMPT = [{"role": "user", "content": f"Which city? {SECRET}"}]


@pytest.fixture
def chat(config):
    return OpenAIChat(config())


def ask(chat):
    return chat.complete_json(PROMPT, schema=SCHEMA, name="capital")


def test_answers_with_an_object_of_the_schema(fake, chat):
    fake.reply({"city": "Oslo"}, schema="capital")
    assert ask(chat) == {"city": "Oslo"}
    sent = fake.requests[0]
    assert sent.body["response_format"]["json_schema"]["strict"] is True
    assert sent.body["temperature"] == 0
    assert sent.headers["authorization"] == "Bearer sk-test"


def test_nothing_of_the_environment_reaches_the_server(fake, config, monkeypatch):
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-someone")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    ask(OpenAIChat(config()))
    assert "openai-organization" not in fake.requests[0].headers


@pytest.mark.parametrize("refused", [["json_schema"], ["json_schema", "json_object"]])
def test_falls_back_when_the_server_refuses_a_format_and_remembers_it(fake, chat, refused):
    for part in refused:
        fake.refuse(part)
    fake.reply('```json\n{"city": "Oslo"}\n```')
    assert ask(chat) == {"city": "Oslo"}
    before = len(fake.requests)
    assert ask(chat) == {"city": "Oslo"}
    assert len(fake.requests) == before + 1
    assert '"required": ["city"]' in fake.requests[-1].body["messages"][0]["content"]


def test_leaves_out_a_parameter_that_the_model_refuses(fake, chat):
    fake.refuse("temperature")
    assert ask(chat)
    assert ask(chat)
    assert ["temperature" in request.body for request in fake.requests] == [True, False, False]


def test_says_so_when_the_request_is_refused_in_every_format(fake, chat):
    fake.refuse("messages")
    with pytest.raises(ProviderError, match="refused the request") as caught:
        ask(chat)
    assert not caught.value.retryable


@pytest.mark.parametrize(
    "fault", [Fault.INVALID_JSON, Fault.SCHEMA_VIOLATION, Fault.EMPTY, Fault.CUT_LENGTH]
)
def test_repairs_a_spoiled_answer_once(fake, chat, fault):
    fake.reply({"city": "Oslo"})
    fake.fail(fault)
    assert ask(chat) == {"city": "Oslo"}
    assert len(fake.requests) == 2
    assert "Answer again" in fake.requests[1].body["messages"][-1]["content"]


def test_gives_up_after_one_repair_without_quoting_anything(fake, chat):
    fake.fail(Fault.SCHEMA_VIOLATION, times=2)
    with pytest.raises(ProviderError) as caught:
        ask(chat)
    message = str(caught.value)
    assert "127.0.0.1" in message
    assert "gpt-4o-mini" in message
    assert SECRET not in message
    assert "unexpected" not in message


def test_waits_as_long_as_retry_after_says(fake, chat):
    fake.fail(Fault.RATE_LIMIT)
    assert ask(chat)
    assert len(fake.requests) == 2


def test_hands_a_long_retry_after_to_the_caller(fake, chat):
    fake.script.retry_after = "600"
    fake.fail(Fault.RATE_LIMIT)
    with pytest.raises(ProviderError) as caught:
        ask(chat)
    assert caught.value.retry_after == 600
    assert len(fake.requests) == 1


def test_retries_a_failing_server_a_bounded_number_of_times(fake, chat):
    fake.fail(Fault.SERVER_ERROR, times=3)
    with pytest.raises(ProviderError, match="HTTP 500") as caught:
        ask(chat)
    assert caught.value.retryable
    assert len(fake.requests) == 3


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (Fault.UNAUTHORIZED, "refused the API key"),
        (Fault.TOO_LONG, "too long"),
        (Fault.DECLINED, "declined"),
    ],
)
def test_does_not_repeat_what_cannot_succeed(fake, chat, fault, message):
    fake.fail(fault)
    with pytest.raises(ProviderError, match=message) as caught:
        ask(chat)
    assert not caught.value.retryable
    assert len(fake.requests) == 1


def test_tells_an_exhausted_account_from_a_rate_limit(fake, chat):
    fake.fail(Fault.QUOTA)
    with pytest.raises(QuotaExceeded, match="no quota left"):
        ask(chat)
    assert len(fake.requests) == 1


def test_gives_up_on_a_server_that_hangs(fake, config):
    fake.fail(Fault.HANG)
    with pytest.raises(ProviderError, match="did not answer in time"):
        ask(OpenAIChat(config(timeout=0.2, max_attempts=1)))


def test_explains_an_address_that_is_not_an_api(fake, config):
    fake.fail(Fault.NOT_AN_API)
    with pytest.raises(ProviderError, match="check"):
        ask(OpenAIChat(config(max_attempts=1)))


def test_explains_a_server_that_is_not_there(config):
    gone = config(base_url="http://user:pass@127.0.0.1:9/v1", max_attempts=1)
    with pytest.raises(ProviderError, match="cannot be reached") as caught:
        ask(OpenAIChat(gone))
    assert "pass" not in str(caught.value)


def test_stops_calling_a_server_that_keeps_failing(fake, config):
    chat = OpenAIChat(config(max_attempts=1, chat_model="down"))
    fake.fail(Fault.SERVER_ERROR, times=5)
    for _ in range(5):
        with pytest.raises(ProviderError, match="HTTP 500"):
            ask(chat)
    other_caller = OpenAIChat(config(chat_model="down"))
    with pytest.raises(ProviderError, match="left alone") as caught:
        ask(other_caller)
    assert caught.value.retry_after
    assert len(fake.requests) == 5


def test_reports_usage_and_asks_leave_before_each_request(fake, config):
    used, planned = [], []
    chat = OpenAIChat(
        config(),
        on_usage=lambda usage, purpose: used.append((usage, purpose)),
        before_call=lambda usage, purpose: planned.append((usage, purpose)),
    )
    fake.reply({"city": "Oslo"})
    fake.fail(Fault.EMPTY)
    ask(chat)
    assert [purpose for _, purpose in used] == ["capital", "capital"]
    assert used[0][0] == Usage("gpt-4o-mini", input_tokens=6, output_tokens=0)
    assert all(plan.input_tokens > 6 for plan, _ in planned)


def test_a_team_without_budget_sends_nothing(fake, config):
    def refuse(usage, purpose):
        raise QuotaExceeded("The team has used up its tokens.", retryable=False)

    with pytest.raises(QuotaExceeded):
        ask(OpenAIChat(config(), before_call=refuse))
    assert fake.requests == []


def test_streams_an_answer(fake, chat):
    fake.reply("The decision still holds: AWS it is.")
    pieces = list(chat.stream(PROMPT))
    assert len(pieces) > 2
    assert "".join(pieces) == "The decision still holds: AWS it is."


def test_streams_from_servers_without_usage_in_streams(fake, config):
    used = []
    chat = OpenAIChat(config(), on_usage=lambda usage, purpose: used.append(usage))
    fake.refuse("stream_options")
    assert "".join(chat.stream(PROMPT))
    assert used[0].output_tokens > 0


@pytest.mark.parametrize("fault", [Fault.CUT_STREAM, Fault.CUT_LENGTH])
def test_a_cut_stream_is_an_error_after_its_text(fake, config, fault):
    used: list[Usage] = []
    pieces: list[str] = []
    chat = OpenAIChat(config(), on_usage=lambda usage, purpose: used.append(usage))
    fake.reply("The decision still holds: AWS it is.")
    fake.fail(fault)
    with pytest.raises(ProviderError, match="broke off"):
        pieces.extend(chat.stream(PROMPT))
    assert len(used) == 1


def test_a_stream_that_is_left_early_is_still_metered(fake, config):
    used: list[Usage] = []
    chat = OpenAIChat(config(), on_usage=lambda usage, purpose: used.append(usage))
    stream = chat.stream(PROMPT)
    next(stream)
    del stream
    assert used[0].output_tokens > 0


def test_a_stream_is_retried_before_its_first_piece(fake, chat):
    fake.fail(Fault.SERVER_ERROR)
    assert "".join(chat.stream(PROMPT))


@pytest.mark.parametrize("said", ["inf", "1e300", "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_a_server_that_wants_to_be_left_alone_for_ever_is_asked_again_in_a_day(fake, chat, said):
    fake.script.retry_after = said
    fake.fail(Fault.RATE_LIMIT)
    with pytest.raises(ProviderError) as caught:
        ask(chat)
    assert caught.value.retry_after == MOST_TO_WAIT == 86_400
