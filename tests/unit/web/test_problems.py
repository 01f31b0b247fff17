"""Is a body blamed for what was not its fault?"""

import errno

import pytest
from starlette.exceptions import HTTPException

from orchestrator.web.problems import of_http_exception
from orchestrator.worker_processes.errors import Busy, OutOfLimits, WorkerEnded, WorkerFailed


@pytest.mark.parametrize(
    ("cause", "status"),
    [
        (MemoryError(), 503),
        (OSError(errno.ENOSPC, "No space left on device"), 503),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), 503),
        (ConnectionResetError(), 503),
        (Busy("All places are taken."), 503),
        (WorkerEnded("It was killed."), 503),
        (OutOfLimits("It took too long."), 422),
        (WorkerFailed("KeyError"), 500),
        (ValueError("no number"), 422),
        (RecursionError(), 422),
        (None, 422),
    ],
    ids=repr,
)
def test_what_broke_while_a_body_was_read_is_told_as_what_it_was(cause: Exception | None, status: int) -> None:
    """FastAPI raises the same 400 for all of them."""
    error = HTTPException(400, "There was an error parsing the body")
    error.__cause__ = cause
    assert of_http_exception(error).status_code == status
