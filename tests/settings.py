"""Momo's settings, with a data folder and servers of the tests' own."""

import os
from pathlib import Path

os.environ.setdefault(
    "MOMO_DATA_DIR", str(Path(__file__).resolve().parent.parent / "data" / "test")
)
os.environ.setdefault("MOMO_LOG_LEVEL", "WARNING")

from momo.settings import *  # noqa: F403

# A real password hash takes a third of a second, by design; tests make hundreds.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
