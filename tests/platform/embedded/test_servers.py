import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
import redis
from psycopg.rows import dict_row

from momo.platform.embedded import EmbeddedError, Services, Status, resolve_urls, superuser_url

STOPPED = Status(postgres_pid=None, redis_pid=None)
StartProcess = Callable[[str], "subprocess.Popen[str]"]


def owner_url(servers: Services) -> str:
    assert servers.urls.owner_database_url is not None
    return servers.urls.owner_database_url


def pids(servers: Services) -> tuple[int, int]:
    status = servers.status()
    assert status.postgres_pid is not None
    assert status.redis_pid is not None
    return status.postgres_pid, status.redis_pid


def test_first_start_serves_both_and_the_second_reuses_them(servers: Services) -> None:
    assert servers.status() == STOPPED
    urls = servers.ensure()
    running = servers.status()
    with psycopg.connect(urls.database_url) as connection:
        assert connection.execute("SELECT '[1,2]'::halfvec(2) <-> '[1,2]'").fetchone() == (0,)
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
    with redis.Redis.from_url(urls.redis_url) as client:
        assert client.config_get("port") == {"port": "0"}
    assert servers.ensure() == urls
    assert servers.status() == running


def test_two_folders_have_servers_of_their_own(make_folder: Callable[[str], Path]) -> None:
    plain, awkward = Services(make_folder("plain")), Services(make_folder("l" * 90 + " o,n%g"))
    for servers, value in ((plain, "plain"), (awkward, "awkward")):
        with redis.Redis.from_url(servers.ensure().redis_url) as client:
            client.set("whose", value)
        with psycopg.connect(owner_url(servers)) as connection:
            connection.execute("CREATE TABLE whose AS SELECT %s AS name", [value])
    plain.stop()
    assert plain.status() == STOPPED
    with redis.Redis.from_url(awkward.urls.redis_url) as client:
        assert client.get("whose") == b"awkward"
    with psycopg.connect(owner_url(awkward)) as connection:
        assert connection.execute("SELECT name FROM whose").fetchone() == ("awkward",)


def test_both_keep_their_data_over_a_restart(servers: Services) -> None:
    urls = servers.ensure()
    with redis.Redis.from_url(urls.redis_url) as client:
        client.set("kept", "yes")
    with psycopg.connect(owner_url(servers)) as connection:
        connection.execute("CREATE TABLE kept_table AS SELECT 1 AS one")
    servers.stop()
    assert servers.status() == STOPPED
    servers.ensure()
    with redis.Redis.from_url(urls.redis_url) as client:
        assert client.get("kept") == b"yes"
    with psycopg.connect(owner_url(servers)) as connection:
        assert connection.execute("SELECT one FROM kept_table").fetchone() == (1,)


def test_servers_outlive_a_starter_that_is_killed(
    servers: Services, in_another_process: StartProcess
) -> None:
    with in_another_process("servers.ensure(); os.kill(os.getpid(), signal.SIGKILL)") as starter:
        assert starter.wait() == -signal.SIGKILL
    running = pids(servers)
    servers.ensure()
    assert pids(servers) == running


def test_starters_at_the_same_moment_end_with_one_pair_of_servers(
    servers: Services, in_another_process: StartProcess
) -> None:
    starters = [in_another_process("servers.ensure(); print(servers.status())") for _ in "abc"]
    answers = {starter.communicate()[0] for starter in starters}
    assert answers == {f"{servers.status()}\n"}


def test_killed_servers_are_started_again(servers: Services) -> None:
    urls = servers.ensure()
    with redis.Redis.from_url(urls.redis_url) as client:
        client.set("kept", "yes")
    for pid in pids(servers):
        os.kill(pid, signal.SIGKILL)
    servers.ensure()
    with redis.Redis.from_url(urls.redis_url) as client:
        assert client.get("kept") == b"yes"
    psycopg.connect(urls.database_url).close()


def test_files_left_by_another_boot_do_not_hinder_a_start(servers: Services, folder: Path) -> None:
    servers.ensure()
    servers.stop()
    # A process number that now belongs to somebody else, and sockets that nobody serves.
    (folder / "postgres/postmaster.pid").write_text(f"{os.getpid()}\n{folder}/postgres\n")
    (folder / "redis/redis.pid").write_text(f"{os.getpid()}\n")
    (folder / "postgres/.s.PGSQL.5432").touch()
    (folder / "redis/redis.sock").touch()
    assert servers.status() == STOPPED
    servers.ensure()
    assert pids(servers)


def test_a_kill_during_the_first_initialization_leaves_nothing_half_made(
    make_folder: Callable[[str], Path],
) -> None:
    folder = make_folder("half")
    servers = Services(folder)
    (folder / "postgres.new/base").mkdir(parents=True)
    (folder / "postgres.new/PG_VERSION").write_text("18\n")
    servers.ensure_postgres()
    assert servers.status().postgres_pid is not None
    assert servers.status().redis_pid is None


def test_a_database_of_another_version_is_left_alone(servers: Services, folder: Path) -> None:
    servers.ensure_postgres()
    servers.stop()
    version = folder / "postgres/PG_VERSION"
    version.write_text("17\n")
    with pytest.raises(EmbeddedError, match="made by Postgres 17"):
        servers.ensure_postgres()
    version.write_text("18\n")


def test_a_server_that_is_not_embedded_is_not_started(make_folder: Callable[[str], Path]) -> None:
    folder = make_folder("redis-only")
    urls = resolve_urls({"DATABASE_URL": "postgresql://app@db/momo"}, folder)
    servers = Services(folder, urls)
    assert servers.ensure() == urls
    assert servers.status().redis_pid is not None
    assert not (folder / "postgres").exists()


def test_the_roles_have_the_powers_they_should_and_no_more(servers: Services, folder: Path) -> None:
    servers.ensure_postgres()
    with psycopg.connect(superuser_url(folder), row_factory=dict_row) as connection:
        query = "SELECT * FROM pg_roles WHERE rolname LIKE 'momo%' ORDER BY rolname"
        app, owner = connection.execute(query).fetchall()
    assert (app["rolname"], owner["rolname"]) == ("momo_app", "momo_owner")
    powers = ("rolsuper", "rolbypassrls", "rolcreatedb", "rolcreaterole", "rolreplication")
    assert {name for name in powers if app[name]} == set()
    assert {name for name in powers if owner[name]} == {"rolbypassrls", "rolcreatedb"}


def test_a_test_database_made_by_the_owner_has_the_extension(servers: Services) -> None:
    servers.ensure_postgres()
    with psycopg.connect(owner_url(servers), autocommit=True) as connection:
        connection.execute("CREATE DATABASE test_momo")
    test_url = owner_url(servers).replace("/momo?", "/test_momo?")
    with psycopg.connect(test_url) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        connection.execute("CREATE TABLE v (e halfvec(3))")


def test_the_log_holds_nothing_of_what_people_write(servers: Services, folder: Path) -> None:
    servers.ensure_postgres()
    with psycopg.connect(owner_url(servers), autocommit=True) as connection:
        connection.execute("CREATE TABLE note (body text UNIQUE)")
        connection.execute("INSERT INTO note VALUES ('a private word')")
        with pytest.raises(psycopg.errors.UniqueViolation):
            connection.execute("INSERT INTO note VALUES ('a private word')")
    log = (folder / "postgres/server.log").read_text()
    assert "duplicate key" in log
    assert "private" not in log
