"""One turn from a command: the question goes out, events are shown as they come, the bundle comes back."""

from collections.abc import Callable, Mapping
from typing import Any

from babel.localtime import get_localzone

from orchestrator.cli.terminal.client import Client, Refused

Follow = Callable[[str, Mapping[str, Any]], None]


def question_body(question: str, *, thread_id: str | None = None, profile: str | None = None) -> dict[str, Any]:
    """The body of `/ask` with what this machine knows of its user."""
    sound = question.encode("utf-8", "replace").decode("utf-8")  # an argument may hold bytes that are no UTF-8
    body: dict[str, Any] = {"question": sound, "thread_id": thread_id, "profile": profile}
    zone = local_zone()
    if zone is not None:
        body["client_context"] = {"timezone": zone}
    return body


def turn(client: Client, body: Mapping[str, Any], follow: Follow) -> dict[str, Any]:
    """The bundle. On Ctrl-C the run is ended between its executions. Raises Refused."""
    run_id: str | None = None
    bundle: dict[str, Any] | None = None
    try:
        for name, data in client.ask(body):
            if name == "run.started":
                run_id = str(data.get("run_id"))
            if name == "error":
                raise Refused(str(data.get("detail", "the turn failed")), str(data.get("code", "internal")))
            if name == "final":
                bundle = data
            else:
                follow(name, data)
    except KeyboardInterrupt:
        if run_id is not None:
            client.post(f"/runs/{run_id}/cancel")
        raise
    if bundle is None:
        raise Refused("the answer broke off; the run goes on and its answer will be in the thread", "broken_off")
    return bundle


_SAYS_NOTHING = frozenset({"UTC", "Etc/UTC", "Etc/GMT", "GMT", "Universal", "Etc/Universal", "Zulu", "Etc/Zulu", "UCT"})
"""What servers and containers are set to says nothing about where their user lives."""


def local_zone() -> str | None:
    """The IANA zone of this machine; None where it is unknown, or UTC: then the account's zone holds."""
    try:
        name = getattr(get_localzone(), "key", None)
    except (LookupError, ValueError, OSError):
        return None
    return name if isinstance(name, str) and "/" in name and name not in _SAYS_NOTHING else None
