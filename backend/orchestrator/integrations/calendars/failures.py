"""What does a server's refusal mean for the user, in plain words?"""

from typing import Final

from orchestrator.integrations.guarded.client import Answer
from orchestrator.integrations.guarded.errors import ServerFailed

LONGEST_PAUSE_S = 86_400.0
_TOLD: Final = {
    401: "The server does not accept the username and password (401). Give the right ones; many providers want an app "
    "password here.",
    403: "The server does not let this user at the {what} (403). Check the address, the username and the rights.",
    404: "There is no {what} at this address (404). Check the address.",
    405: "This address does not serve a {what} (405). Check the address.",
    410: "The {what} is no longer at this address (410). Give its new address.",
    507: "The server has no room left (507).",
}


def failure_of(answer: Answer, what: str) -> ServerFailed:
    """The failure that an answer is; `what`: "calendar" or "address book"."""
    status = answer.status
    if status in _TOLD:
        return ServerFailed(_TOLD[status].format(what=what), answered=status, attention=True)
    pause = _pause(answer.headers.get("retry-after"))
    return ServerFailed(f"The server answered {status}. It is tried again later.", answered=status, retry_after_s=pause)


def _pause(value: str | None) -> float | None:
    """`Retry-After` in seconds; a date is not read."""
    return min(float(value), LONGEST_PAUSE_S) if value and value.strip().isdigit() else None
