"""What does a test need that the machine may lack? Absent in CI is a failure; elsewhere it is told at the end."""

import os
import shutil
from collections.abc import Sequence
from importlib.util import find_spec
from typing import NoReturn

import pytest

NOT_INSTALLED = "not installed here: "
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")


def in_ci() -> bool:
    """Whether this runs in CI, where everything has to be there."""
    return os.environ.get("CI", "").lower() in {"1", "true", "yes"}


def program(*names: str) -> str:
    """The path of the first of `names` that is installed; else the test is skipped, in CI failed."""
    found = next(filter(None, map(shutil.which, names)), None)
    return found if found else missing(names[0])


def chromium() -> str:
    """The path of a Chromium, whole: with notifications, and workers that pushes wake."""
    return program(*CHROMIUM)


def headless_chromium() -> str:
    """The path of the Chromium that loads pages for a third of the processor time (docs/decisions/0230); where it is
    not installed, of a whole one."""
    return program("chromium-headless-shell", *CHROMIUM)


def tesseract() -> str:
    """The path of tesseract-ocr."""
    return program("tesseract")


def bubblewrap() -> str:
    """The path of bubblewrap."""
    return program("bwrap")


def pgbouncer() -> str:
    """The path of PgBouncer."""
    return program("pgbouncer", "/usr/sbin/pgbouncer")


def extra(name: str, module: str) -> None:
    """Skip, in CI too, unless the optional extra is installed: it is large, and the rest does without."""
    if find_spec(module) is None:
        pytest.skip(f"{NOT_INSTALLED}{module}: make test EXTRAS={name}")


def missing(what: str) -> NoReturn:
    """Say that `what` is absent: skip, in CI fail."""
    if in_ci():
        pytest.fail(f"{what} has to be installed in CI (.ci/run does it)")
    pytest.skip(NOT_INSTALLED + what)


def untested(skip_reasons: Sequence[str]) -> list[str]:
    """What was missing, from the reasons of skipped tests, each once."""
    marked = (reason.partition(NOT_INSTALLED)[2] for reason in skip_reasons if NOT_INSTALLED in reason)
    return sorted(set(marked))
