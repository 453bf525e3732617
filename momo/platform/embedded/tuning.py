"""Every number of the embedded servers: its unit, meaning and source."""

import os
from typing import Final

# Bytes a unix socket's path may take. The kernel allows 107 on Linux and 103 on macOS.
SOCKET_PATH_MAX_BYTES: Final = 103

# Seconds to wait for a server to accept connections: crash recovery of a large database included.
START_TIMEOUT_S: Final = 60.0

# Seconds to wait for a server to write its data and leave.
STOP_TIMEOUT_S: Final = 60.0

# Seconds between two looks at a server that is starting or stopping.
POLL_INTERVAL_S: Final = 0.02

# Seconds one look at a server may take.
PROBE_TIMEOUT_S: Final = 2

# Seconds to wait for the account database while another process adds an account to it.
ACCOUNT_TIMEOUT_S: Final = 10.0

# Lines of a server's log that an error quotes.
LOG_TAIL_LINES: Final = 8

MB: Final = 1024 * 1024


def _shared_buffers_mb() -> int:
    """An eighth of the machine's memory, between 256 MB and 2 GB; 256 MB where it is not told.

    Half of what Postgres' documentation advises, as the web server and the workers run beside it. A
    team of 100,000 memories with its indexes takes 1.5 GB: what does not fit is read again and
    again.
    """
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return 256
    return max(256, min(memory // 8 // MB, 2048))


# Sized for a small machine (2 cores, 4 GB) that also runs the web server and the workers.
POSTGRES_SETTINGS: Final = {
    "listen_addresses": "",  # unix socket only
    "port": "5432",  # names the socket; pinned, so that PGPORT in the environment changes nothing
    "max_connections": "100",  # web threads, worker pools and a test run of four processes
    "shared_buffers": f"{_shared_buffers_mb()}MB",
    # What the planner may expect to find in the page cache.
    "effective_cache_size": f"{4 * _shared_buffers_mb()}MB",
    "work_mem": "16MB",  # per sort or hash: enough for the ranking queries
    "maintenance_work_mem": "128MB",  # index builds; an HNSW graph should fit
    "random_page_cost": "1.1",  # solid-state disks
    "max_locks_per_transaction": "256",  # embeddings are partitioned by team: one lock a partition
    "jit": "off",  # compiling costs more than these short queries take
    "synchronous_commit": "on",  # an acknowledged write survives a crash
    "timezone": "UTC",
    # The log must not hold what people wrote: no failed statement, no row values in details.
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
    "log_checkpoints": "off",
}

REDIS_SETTINGS: Final = {
    "port": "0",  # unix socket only
    "unixsocketperm": "700",
    "daemonize": "yes",  # outlives whoever started it
    "dir": "./",
    "pidfile": "redis.pid",
    "logfile": "redis.log",
    "appendonly": "yes",
    "appendfsync": "everysec",  # a power cut costs one second; a killed process nothing
    "save": '""',  # the append-only file is enough
    "maxmemory-policy": "noeviction",  # a broker must never drop a message
}
