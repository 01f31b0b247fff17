"""How does one push through Apprise? In a few threads of its own, for it waits; with time-outs, without redirects,
and only to services that are on the list (`addresses.py`).

It answers True or False alone. What it writes into its log of an HTTP status is looked for there: a refusal is told as
one, and everything else that failed is `Uncertain`, for nobody knows whether it was sent.
"""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from orchestrator.integrations.guarded.addresses import PrivateHosts
from orchestrator.integrations.push.apprise.addresses import OWN, host_of, schema_of
from orchestrator.integrations.push.port import Accepted, Later, Message, Outcome, Refused, Uncertain
from orchestrator.kit import patterns

THREADS: Final = 4
CONNECT_S: Final = 5.0
READ_S: Final = 10.0
SENT_WITHIN_S: Final = 30.0
"""Then it is given up waiting for; a service may take several requests a message."""
_STATUS = patterns.compile(r"error=(\d{3})\b")
_CLIENT_ERRORS = range(400, 500)
_TOO_MANY = 429
_GONE = frozenset({404, 410})


def installed() -> bool:
    """Whether the extra `apprise` is."""
    return find_spec("apprise") is not None


def refusal_of(url: str, hosts: PrivateHosts) -> str | None:
    """Why this address may not be pushed to; None where it may."""
    try:
        server = host_of(url)
    except ValueError as error:
        return str(error)
    if server is None or hosts.names(*server):
        return None
    host, port = server
    return f"{host} is a server of its own: add {host}:{port} to STEWARD_PRIVATE_HOSTS and start Steward again."


class AppriseServices:
    """See Channel. `to`: an address of Apprise's."""

    def __init__(self, hosts: PrivateHosts, *, read_s: float = READ_S, sent_within_s: float = SENT_WITHIN_S) -> None:
        self._hosts = hosts
        self._read_s, self._sent_within_s = read_s, sent_within_s
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="apprise")

    async def send(self, messages: Sequence[Message]) -> list[Outcome]:
        """See Channel."""
        waiting = [self._threads.submit(self._sent, message) for message in messages]
        return list(await asyncio.gather(*map(self._outcome, waiting)))

    async def close(self) -> None:
        """See Channel."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _outcome(self, sent: "Future[Outcome]") -> Outcome:
        await asyncio.wait({asyncio.wrap_future(sent)}, timeout=self._sent_within_s)
        if sent.done():
            return sent.result()
        if sent.cancel():  # it had not begun
            return Later("there was no time left")
        return Uncertain("the service did not answer in time")

    def _sent(self, message: Message) -> Outcome:
        """In a thread."""
        refused = refusal_of(message.to, self._hosts)
        if refused is not None:
            return Refused("address_refused", refused)
        service = _service(message.to, self._read_s)
        if service is None:
            return Refused("invalid_address", "Apprise does not understand this address.")
        schema = schema_of(message.to)
        if schema in OWN and not self._hosts.names(str(service.host), int(service.port or _port(schema))):
            return Refused("address_refused", "Apprise reads another server from this address.")
        body = message.body if message.opens is None else f"{message.body}\n{message.opens}"
        with _heard() as heard:
            try:
                taken = service.notify(body=body, title=message.title)
            except Exception as error:  # noqa: BLE001  (a hundred vendors' plugins: the border of our own code)
                return Uncertain(f"the service's plugin failed ({type(error).__name__})")
        return Accepted() if taken else _why(heard)


def _service(url: str, read_s: float) -> Any:
    """The plugin for this address, under our bounds; None where there is none."""
    apprise = import_module("apprise")
    asset = apprise.AppriseAsset(async_mode=False, secure_logging=True)
    service = apprise.Apprise.instantiate(url, asset=asset, suppress_exceptions=True)
    if service is None:
        return None
    service.socket_connect_timeout, service.socket_read_timeout = CONNECT_S, read_s
    service.redirects, service.verify_certificate = False, True
    return service


def _why(heard: "_Heard") -> Outcome:
    if not heard.statuses:
        return Uncertain("the service could not be reached, or did not answer")
    status = heard.statuses[-1]
    if status == _TOO_MANY:
        return Later("the service wants fewer messages (429)")
    if status in _CLIENT_ERRORS:
        return Refused(f"http_{status}", f"the service answered {status}", gone=status in _GONE)
    return Uncertain(f"the service answered {status}")


def _port(schema: str) -> int:
    return 443 if schema.endswith("s") else 80


@dataclass
class _Heard:
    statuses: list[int]


class _Listening(logging.Handler):
    """Keeps the statuses that this thread's plugin tells; its words may hold secrets, and go nowhere."""

    def __init__(self, heard: _Heard) -> None:
        super().__init__(logging.WARNING)
        self._heard, self._thread = heard, threading.get_ident()

    def emit(self, record: logging.LogRecord) -> None:
        if record.thread == self._thread:
            self._heard.statuses += [int(found[1]) for found in _STATUS.finditer(record.getMessage())]


@contextlib.contextmanager
def _heard() -> Any:
    logger, heard = logging.getLogger("apprise"), _Heard([])
    logger.propagate = False
    listening = _Listening(heard)
    logger.addHandler(listening)
    try:
        yield heard
    finally:
        logger.removeHandler(listening)
