"""How is something posted to push services whose address a user or their browser gave? Over addresses that were
checked (`guarded`), without redirects, and with one of four outcomes (`port.py`).

Nothing is sent again that may be out: only a connection that was refused, a name that does not resolve, and a 429 are
`Later`. A 413 was not taken, so the same message goes again with fewer words.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

import httpx

from orchestrator.integrations.guarded.addresses import PrivateHosts
from orchestrator.integrations.guarded.client import PinnedTransport
from orchestrator.integrations.guarded.errors import AddressRefused, ServerFailed
from orchestrator.integrations.push.port import Accepted, Later, Message, Outcome, Refused, Uncertain
from orchestrator.kit.clock import SystemClock

REQUEST_S: Final = 15.0
CONNECT_S: Final = 5.0
WHOLE_S: Final = 60.0
"""Of one `send`: what has not begun by then is left for later, and is not `unknown` (a job has two minutes)."""
IN_FLIGHT: Final = 24
OF_ONE_SERVER: Final = 6
LONGEST_WAIT_S: Final = 600.0
SHORTENINGS: Final = 3
"""How often a message is sent again with fewer words."""
_TAKEN = frozenset({200, 201, 202, 204})
_GONE = frozenset({404, 410})
_REFUSED_KEY = frozenset({400, 401, 403})


@dataclass(frozen=True)
class Post:
    """A request to make."""

    url: str
    headers: Mapping[str, str]
    content: bytes


Written = Callable[[Message, int], Post]
"""A message as its service reads it; the number says how often it was too large. Raises ValueError where the device's
keys are none."""


@dataclass(frozen=True)
class _Answered:
    status: int
    retry_after_s: float | None


class Posts:
    """Sends each message by a POST that `written` makes of it. `service`: what it is called in errors; `advice` what to
    do where it refuses our key or the user's token. `request_s`: shorter in tests."""

    def __init__(
        self,
        hosts: PrivateHosts,
        written: Written,
        *,
        service: str,
        advice: str = "",
        request_s: float = REQUEST_S,
        whole_s: float = WHOLE_S,
    ) -> None:
        self._hosts, self._written = hosts, written
        self._service, self._advice = service, advice
        self._request_s, self._whole_s = request_s, whole_s

    async def send(self, messages: Sequence[Message]) -> list[Outcome]:
        """See Channel. One connection pool a server, for as long as this lasts."""
        until = asyncio.get_running_loop().time() + self._whole_s
        room = asyncio.Semaphore(IN_FLIGHT)
        by_server: dict[tuple[str, str], list[int]] = {}
        for place, message in enumerate(messages):
            parts = urlsplit(message.to)
            by_server.setdefault((parts.scheme, parts.netloc), []).append(place)
        outcomes: dict[int, Outcome] = {}

        async def at_server(places: Sequence[int]) -> None:
            few = asyncio.Semaphore(OF_ONE_SERVER)
            async with self._client(messages[places[0]].to) as client:

                async def one(place: int) -> None:
                    async with few, room:
                        outcomes[place] = await self._one(client, messages[place], until)

                await asyncio.gather(*map(one, places))

        await asyncio.gather(*map(at_server, by_server.values()))
        return [outcomes[place] for place in range(len(messages))]

    async def close(self) -> None:
        """See Channel."""

    def _client(self, url: str) -> httpx.AsyncClient:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        return httpx.AsyncClient(
            transport=PinnedTransport(self._hosts, host, port),
            headers={"User-Agent": "steward"},
            timeout=httpx.Timeout(self._request_s, connect=min(CONNECT_S, self._request_s)),
            follow_redirects=False,
            trust_env=False,
        )

    async def _one(self, client: httpx.AsyncClient, message: Message, until: float) -> Outcome:
        outcome: Outcome = Later(f"{self._service} is slow: there was no time left")
        for shortened in range(SHORTENINGS + 1):
            if asyncio.get_running_loop().time() > until:
                return outcome
            try:
                post = self._written(message, shortened)
            except ValueError as error:
                return Refused("invalid_keys", str(error), gone=True)
            answered = await self._post(client, post)
            if not isinstance(answered, _Answered):
                return answered
            if answered.status != HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
                return self._outcome(answered)
            outcome = Refused("http_413", f"{self._service} takes no message of this length")
        return outcome

    async def _post(self, client: httpx.AsyncClient, post: Post) -> _Answered | Outcome:
        url = httpx.URL(post.url)
        port = url.port or (443 if url.scheme == "https" else 80)
        if url.scheme != "https" and not self._hosts.names(url.host, port):
            return Refused("address_refused", "It is not reached over https.")
        try:
            async with (
                asyncio.timeout(self._request_s),
                client.stream("POST", post.url, headers=dict(post.headers), content=post.content) as response,
            ):
                return _Answered(response.status_code, retry_after_s(response.headers))
        except AddressRefused as error:
            return Refused("address_refused", error.detail)
        except (ServerFailed, httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout):
            return Later(f"{self._service} can't be reached")
        except (TimeoutError, httpx.TimeoutException):
            return Uncertain(f"{self._service} did not answer in time")
        except httpx.HTTPError as error:
            return Uncertain(f"the connection to {self._service} broke ({type(error).__name__})")

    def _outcome(self, answered: _Answered) -> Outcome:
        status = answered.status
        if status in _TAKEN:
            return Accepted()
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            return Later(f"{self._service} wants fewer messages (429)", answered.retry_after_s)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR or status == HTTPStatus.REQUEST_TIMEOUT:
            return Uncertain(f"{self._service} answered {status}")
        told = f"{self._service} answered {status}"
        if status in _REFUSED_KEY and self._advice:
            told = f"{told}: {self._advice}"
        return Refused(f"http_{status}", told, gone=status in _GONE)


def retry_after_s(headers: httpx.Headers) -> float | None:
    """`Retry-After` (seconds or a date) in seconds, within reason; None where it is absent or neither."""
    told = headers.get("retry-after", "").strip()
    if told.isdecimal():
        return min(float(told[:9]), LONGEST_WAIT_S)
    try:
        at = parsedate_to_datetime(told)
    except (TypeError, ValueError):
        return None
    at = at if at.tzinfo is not None else at.replace(tzinfo=UTC)
    return min(max((at - SystemClock().now()).total_seconds(), 0.0), LONGEST_WAIT_S)
