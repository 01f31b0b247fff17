"""How does one speak to Expo's push service? HTTP/2 where it is offered, gzip, batches of 100 (contracts/expo_push.md).

What became of a message is always one of four things (`port.py`). Nothing here is tried again by itself, and httpx does
not either: whoever knows that a message may already be out is the outbox. A refused connection and a 429 are `Later`,
every other answer below 500 is `Refused`, and what ended in between is `Uncertain`.
"""

import asyncio
import gzip
import json
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from orchestrator.errors import IntegrationFailed
from orchestrator.integrations.push.expo_answers import (
    SEVERAL_PROJECTS,
    TOO_MANY,
    Fault,
    body_of,
    fault_of,
    outcomes_of,
    receipts_of,
)
from orchestrator.integrations.push.port import Delivered, Later, Message, Outcome, Refused, Uncertain
from orchestrator.kit.authorities import authorities

SEND = "/--/api/v2/push/send"
RECEIPTS = "/--/api/v2/push/getReceipts"
BATCH = 100
RECEIPTS_AT_ONCE = 300
"""The documented bound is 1000; Expo's own Node SDK asks for 300."""
IN_FLIGHT = 6
"""As Expo asks of its clients."""
GZIP_FROM_BYTES = 1024
REQUEST_S = 30.0
CONNECT_S = 5.0
MOST_BYTES = 2**20
LONGEST_WAIT_S = 600.0
_MAY_BE_ONE_MESSAGE = frozenset({400, 413, 422})
"""Refusals that one message of a batch may cause: the others must not suffer for it."""


@dataclass(frozen=True)
class _Answer:
    status: int
    body: Mapping[str, Any] | None
    retry_after_s: float | None


class ExpoPush:
    """See PushSender. `url` is STEWARD_EXPO_URL, an origin; `tls`: whom to trust, unless the usual authorities."""

    def __init__(self, url: str, *, access_token: str | None = None, tls: ssl.SSLContext | None = None) -> None:
        headers = {"Accept": "application/json", "Content-Type": "application/json", "User-Agent": "steward"}
        if access_token:
            headers["Authorization"] = f"Bearer {access_token}"
        self._http = httpx.AsyncClient(
            base_url=url.rstrip("/"),
            headers=headers,
            http2=True,
            verify=tls or authorities(),
            timeout=httpx.Timeout(REQUEST_S, connect=CONNECT_S),
            limits=httpx.Limits(max_connections=IN_FLIGHT, max_keepalive_connections=IN_FLIGHT),
            follow_redirects=False,
            trust_env=False,
        )
        self._in_flight = asyncio.Semaphore(IN_FLIGHT)

    async def send(self, messages: Sequence[Message]) -> list[Outcome]:
        """See PushSender."""
        batches = [messages[start : start + BATCH] for start in range(0, len(messages), BATCH)]
        outcomes = await asyncio.gather(*map(self._send, batches))  # at most IN_FLIGHT at once
        return [one for part in outcomes for one in part]

    async def receipts(self, ticket_ids: Sequence[str]) -> dict[str, Delivered]:
        """See PushSender."""
        found: dict[str, Delivered] = {}
        for start in range(0, len(ticket_ids), RECEIPTS_AT_ONCE):
            asked = list(ticket_ids[start : start + RECEIPTS_AT_ONCE])
            try:
                answer = await self._post(RECEIPTS, {"ids": asked})
            except (TimeoutError, httpx.HTTPError):
                raise IntegrationFailed("Expo can't be reached for receipts. It is asked again later.") from None
            read = receipts_of(answer.body) if answer.status == httpx.codes.OK else None
            if read is None:
                raise IntegrationFailed(f"Expo gave no receipts ({_why(answer)}). It is asked again later.")
            found.update({ticket: read[ticket] for ticket in asked if ticket in read})
        return found

    async def close(self) -> None:
        """See PushSender."""
        await self._http.aclose()

    async def _send(self, messages: Sequence[Message]) -> list[Outcome]:
        try:
            answer = await self._post(SEND, [_wire(message) for message in messages])
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout):
            return [Later("Expo can't be reached")] * len(messages)
        except (TimeoutError, httpx.TimeoutException):
            return [Uncertain("Expo did not answer in time")] * len(messages)
        except httpx.HTTPError as error:
            return [Uncertain(f"the connection to Expo broke ({type(error).__name__})")] * len(messages)
        return await self._understood(messages, answer)

    async def _understood(self, messages: Sequence[Message], answer: _Answer) -> list[Outcome]:
        fault = fault_of(answer.body)
        number = len(messages)
        if answer.status == httpx.codes.TOO_MANY_REQUESTS or (fault is not None and fault.code == TOO_MANY):
            return [Later("Expo wants fewer messages (429)", answer.retry_after_s)] * number
        if answer.status == httpx.codes.OK and fault is None:
            return outcomes_of(answer.body, number)
        if answer.status >= httpx.codes.INTERNAL_SERVER_ERROR or answer.status == httpx.codes.REQUEST_TIMEOUT:
            return [Uncertain(f"Expo answered {answer.status}")] * number
        if number > 1 and (answer.status in _MAY_BE_ONE_MESSAGE or _mixed(fault)):
            return await self._apart(messages, fault)
        return [Refused(fault.code if fault else f"http_{answer.status}", _why(answer))] * number

    async def _apart(self, messages: Sequence[Message], fault: Fault | None) -> list[Outcome]:
        """A request that was refused whole, again in parts: none of it was sent. By project where Expo named them,
        else by halves, until what is at fault stands alone."""
        places = _by_project(messages, fault) if fault is not None else []
        if len(places) < 2:
            middle = len(messages) // 2
            places = [list(range(middle)), list(range(middle, len(messages)))]
        found: dict[int, Outcome] = {}
        for part in places:
            outcomes = await self._send([messages[place] for place in part])
            found.update(zip(part, outcomes, strict=True))
        return [found[place] for place in range(len(messages))]

    async def _post(self, path: str, content: object) -> _Answer:
        """Raises TimeoutError and httpx.HTTPError."""
        body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
        headers = {}
        if len(body) > GZIP_FROM_BYTES:
            body = gzip.compress(body, mtime=0)
            headers["Content-Encoding"] = "gzip"
        async with (
            self._in_flight,
            asyncio.timeout(REQUEST_S),
            self._http.stream("POST", path, content=body, headers=headers) as response,
        ):
            received = bytearray()
            async for chunk in response.aiter_bytes():
                received += chunk
                if len(received) > MOST_BYTES:
                    raise httpx.RemoteProtocolError("Expo answered more than 1 MB")
            return _Answer(response.status_code, body_of(bytes(received)), _seconds(response.headers))


def _wire(message: Message) -> dict[str, Any]:
    """A message as Expo reads it."""
    return {
        "to": message.to,
        "title": message.title,
        "body": message.body,
        "data": dict(message.data),
        "sound": "default",
        "priority": "high",
        "ttl": message.ttl_s,
        "collapseId": message.collapse_id,
        "tag": message.collapse_id,
    }


def _mixed(fault: Fault | None) -> bool:
    return fault is not None and fault.code == SEVERAL_PROJECTS


def _by_project(messages: Sequence[Message], fault: Fault) -> list[list[int]]:
    """The places of the messages of each project; those that Expo named no project for together."""
    project_of = {token: name for name, tokens in fault.projects.items() for token in tokens}
    groups: dict[str | None, list[int]] = {}
    for place, message in enumerate(messages):
        groups.setdefault(project_of.get(message.to), []).append(place)
    return list(groups.values())


def _why(answer: _Answer) -> str:
    if answer.status in {httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN}:
        return "Expo does not know this access token: set STEWARD_EXPO_ACCESS_TOKEN"
    fault = fault_of(answer.body)
    return f"{answer.status} {fault.code}: {fault.detail}" if fault else f"Expo answered {answer.status}"


def _seconds(headers: httpx.Headers) -> float | None:
    """`Retry-After` in seconds, within reason; None where it is absent or a date."""
    told = headers.get("retry-after", "").strip()
    return min(float(told), LONGEST_WAIT_S) if told.isdecimal() else None
