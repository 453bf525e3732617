"""The fake keeps to what Google does where the connector would otherwise never notice."""

import httpx2
import pytest

from connectors.fakes.scenario import read_scenario
from connectors.gmail.fake import FakeGmail
from tests.connectors.gmail.conftest import Reader

STORY = """
- mail: {by: me, text: We go with Postgres., subject: Storage, as: choice}
- reply: {to: choice, by: Tom <tom@partner.example>, text: Agreed., as: answer}
- star: {of: answer}
- unstar: {of: answer}
- label: {of: answer, label: Board}
- trash: {of: choice}
- untrash: {of: choice}
- delete: {of: answer}
- expire_token:
- expire_history:
- rate_limit: {times: 2, retry_after: 1}
- outage: {times: 1}
- revoke_token:
"""


def test_a_scenario_may_use_every_verb(fake: FakeGmail) -> None:
    fake.play(read_scenario(STORY))
    (mail,) = fake.box.mails.values()
    assert mail.id == fake.names["choice"]
    assert mail.labels == {"SENT"}
    assert len(fake.faults.waiting) == 3


def test_nobody_reads_without_a_token(fake: FakeGmail) -> None:
    answer = httpx2.get(f"{fake.url}/gmail/v1/users/me/profile")
    assert answer.status_code == 401
    assert answer.json()["error"]["errors"][0]["reason"] == "authError"


def test_a_token_says_whose_it_is(reader: Reader) -> None:
    token = {"access_token": reader.session.credentials["access_token"]}
    told = httpx2.get(f"{reader.fake.url}/tokeninfo", params=token).json()
    assert told["email"] == "ada@team.example"


@pytest.mark.parametrize("query", ["has:attachment", "after:yesterday"])
def test_a_search_that_it_does_not_know_is_refused(reader: Reader, query: str) -> None:
    bearer = {"Authorization": f"Bearer {reader.session.credentials['access_token']}"}
    address = f"{reader.fake.url}/gmail/v1/users/me/messages"
    answer = httpx2.get(address, params={"q": query}, headers=bearer)
    assert answer.status_code == 400
