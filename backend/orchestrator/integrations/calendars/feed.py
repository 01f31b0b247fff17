"""What does a calendar's URL hold now? One conditional GET."""

from dataclasses import dataclass

import httpx

from orchestrator.integrations.calendars.failures import failure_of
from orchestrator.integrations.guarded.client import Answer, GuardedClient
from orchestrator.integrations.guarded.errors import ServerFailed

_HEAD = 4_096


@dataclass(frozen=True)
class Stamp:
    """By what a server knows whether the feed is still the same."""

    etag: str | None = None
    last_modified: str | None = None


@dataclass(frozen=True)
class Fetched:
    """The feed's bytes; `stamp` is for the next time."""

    data: bytes
    stamp: Stamp


async def fetch(client: GuardedClient, url: str, known: Stamp) -> Fetched | None:
    """The feed, None where it is the same as before. Raises ServerFailed, AddressRefused."""
    headers = {"Accept": "text/calendar, text/plain;q=0.5, */*;q=0.1"}
    if known.etag:
        headers["If-None-Match"] = known.etag
    if known.last_modified:
        headers["If-Modified-Since"] = known.last_modified
    answer = await client.send("GET", url, headers=headers)
    if answer.status == httpx.codes.NOT_MODIFIED and (known.etag or known.last_modified):
        return None
    if answer.status != httpx.codes.OK:
        raise failure_of(answer, "calendar")
    _check(answer)
    return Fetched(answer.body, Stamp(answer.headers.get("etag"), answer.headers.get("last-modified")))


def _check(answer: Answer) -> None:
    """Raises ServerFailed for a web page, such as that of a login."""
    head = answer.body[:_HEAD].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n").upper()
    if head.startswith(b"BEGIN:VCALENDAR"):
        return
    what = "a web page" if head.startswith((b"<!DOCTYPE HTML", b"<HTML")) else "no calendar file"
    raise ServerFailed(
        f"This address gives {what}. Use the calendar's own address in iCal format (it often ends in .ics).",
        attention=True,
    )
