"""What one worker asks of a service counts for all of them."""

import dataclasses
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from connectors.live import limits
from connectors.live.errors import RateLimited, Unavailable
from connectors.live.limits import RedisLimiter
from tests.command import environment

MOST, WINDOW = 25, 60  # requests, in seconds
PROCESS = """
import sys
import django
django.setup()
from connectors.live import limits
from connectors.live.errors import RateLimited
limits.PREFIX, account, asked = sys.argv[1], sys.argv[2], int(sys.argv[3])
allowed = 0
for _ in range(asked):
    try:
        limits.RedisLimiter("toy", account).acquire("all", times=25, seconds=60)
        allowed += 1
    except RateLimited:
        pass
print(allowed)
"""


@pytest.fixture
def account(services, monkeypatch):
    """An account whose requests nobody else counts or forgets."""
    monkeypatch.setattr(limits, "PREFIX", f"momo:test:{uuid4().hex}")
    limits._limiter.cache_clear()
    yield "acme"
    limits.forget_all()
    limits._limiter.cache_clear()


def ask(account: str, name: str = "all", times: int = MOST, seconds: int = WINDOW) -> bool:
    try:
        RedisLimiter("toy", account).acquire(name, times=times, seconds=seconds)
    except RateLimited:
        return False
    return True


def test_threads_together_get_no_more_than_one_alone(account):
    with ThreadPoolExecutor(8) as threads:
        allowed = sum(threads.map(lambda _: ask(account), range(MOST * 4)))
    assert allowed == MOST


def test_processes_together_get_no_more_than_one_alone(account):
    command = [sys.executable, "-c", PROCESS, limits.PREFIX, account, str(MOST)]
    both = [
        subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    allowed = [int(process.communicate(timeout=60)[0]) for process in both]
    assert sum(allowed) == MOST
    assert not ask(account)


def test_what_was_asked_is_forgotten_when_its_window_has_passed(account, monkeypatch):
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    assert [ask(account) for _ in range(MOST + 1)] == [True] * MOST + [False]
    now += WINDOW - 1
    assert not ask(account)
    now += 2
    assert [ask(account) for _ in range(MOST + 1)] == [True] * MOST + [False]


def test_who_is_refused_is_told_when_to_ask_again(account, monkeypatch):
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    limiter = RedisLimiter("toy", account)
    limiter.acquire("all", times=1, seconds=WINDOW)
    now += 20
    with pytest.raises(RateLimited) as refused:
        limiter.acquire("all", times=1, seconds=WINDOW)
    assert 35 <= refused.value.retry_after <= WINDOW - 20 + 1


def test_accounts_kinds_and_names_are_counted_apart(account):
    assert ask(account, times=1)
    assert not ask(account, times=1)
    assert ask("another", times=1)
    assert ask(account, name="messages", times=1)
    RedisLimiter("other", account).acquire("all", times=1, seconds=WINDOW)


def test_a_pause_holds_for_all_workers_and_for_that_name_alone(account):
    RedisLimiter("toy", account).pause("all", 30)
    with ThreadPoolExecutor(4) as threads:
        assert not any(threads.map(lambda _: ask(account), range(8)))
    with pytest.raises(RateLimited) as refused:
        RedisLimiter("toy", account).acquire("all", times=MOST, seconds=WINDOW)
    assert 28 <= refused.value.retry_after <= 30 + limits.JITTER_SECONDS
    assert ask(account, name="messages")
    assert ask("another")


def test_those_who_wait_do_not_all_come_at_once(account):
    limiter = RedisLimiter("toy", account)
    limiter.pause("all", 30)
    waits = set()
    for _ in range(5):
        with pytest.raises(RateLimited) as refused:
            limiter.acquire("all", times=MOST, seconds=WINDOW)
        waits.add(round(refused.value.retry_after, 2))
    assert max(waits) - min(waits) > 0


def test_a_pause_ends(account):
    RedisLimiter("toy", account).pause("all", 0.001)
    time.sleep(0.01)
    assert ask(account)


def test_while_redis_is_away_nothing_is_asked(account, settings):
    limits._redis.cache_clear()
    limits._limiter.cache_clear()
    settings.URLS, before = (
        dataclasses.replace(settings.URLS, redis_url="redis://127.0.0.1:9/0"), settings.URLS,
    )  # fmt: skip
    try:
        with pytest.raises(Unavailable):
            RedisLimiter("toy", account).acquire("all", times=MOST, seconds=WINDOW)
        with pytest.raises(Unavailable):
            RedisLimiter("toy", account).pause("all", 1)
    finally:
        settings.URLS = before
        limits._redis.cache_clear()
        limits._limiter.cache_clear()


def test_an_account_is_not_readable_from_what_redis_holds(account):
    RedisLimiter("toy", "ada@momo.example").acquire("all", times=1, seconds=WINDOW)
    RedisLimiter("toy", "ada@momo.example").pause("all", 5)
    keys = list(limits._redis().scan_iter(f"*{limits.PREFIX}*"))
    assert len(keys) == 2
    assert not [key for key in keys if b"ada" in key]
