"""How does a command talk to a Steward? Over HTTP like every client, to a server that runs or to one of its own."""

import ipaddress
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import urlsplit

import httpx
import typer

from orchestrator.cli.home import existing, owner_token
from orchestrator.cli.server.presence import running_at
from orchestrator.errors import ClientError, OperatorError

CONNECT_S = 5.0
READ_S = 60.0
"""The stream's heartbeat comes every 15 s."""


_LONG = httpx.Timeout(None, connect=CONNECT_S)
"""Everything that a user has takes the time that it takes."""


Url = Annotated[str | None, typer.Option(help="A server's URL; without one, this home's.", show_default=False)]
Token = Annotated[str | None, typer.Option(help="A token; without one, that of the home's owner.", show_default=False)]


class Refused(ClientError):
    """The server answered with a problem; `code` is its code. What no command takes up ends it with that sentence."""

    def __init__(self, detail: str, code: str) -> None:
        super().__init__(detail)
        self.code = code


class ServerUnreachable(OperatorError):
    """No Steward answers there."""


class Client:
    """One user's view of a server. Raises Refused and ServerUnreachable."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url
        self._http = httpx.Client(
            base_url=url,
            headers={"Authorization": f"Bearer {token}"},
            timeout=httpx.Timeout(READ_S, connect=CONNECT_S),
            trust_env=not _is_loopback(url),  # a proxy has no business between this machine and itself
        )

    def ask(self, body: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        """The events of one turn (api.md, Ask); the last is `final` with the bundle, or `error`."""
        with self._reaching(), self._http.stream("POST", "/ask/stream", json=dict(body)) as response:
            if response.status_code >= httpx.codes.BAD_REQUEST:
                response.read()
            _check(response)
            yield from _events(response.iter_lines())

    def get(self, path: str, query: Mapping[str, str]) -> dict[str, Any]:
        """The answer to a GET."""
        with self._reaching():
            response = self._http.get(path, params=dict(query))
            _check(response)
            answer: dict[str, Any] = response.json()
            return answer

    def post(self, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The answer to a POST."""
        with self._reaching():
            response = self._http.post(path, json=dict(body) if body is not None else None)
            _check(response)
            answer: dict[str, Any] = response.json() if response.content else {}
            return answer

    def download(self, path: str) -> Iterator[bytes]:
        """The body of a GET as it comes, whole: one that breaks off raises ServerUnreachable."""
        with self._reaching(), self._http.stream("GET", path, timeout=_LONG) as response:
            if not response.is_success:
                response.read()
            _check(response)
            yield from response.iter_bytes()

    def upload(self, path: str, blocks: Iterator[bytes]) -> dict[str, Any]:
        """The answer to a POST of these bytes, however long it takes."""
        with self._reaching():
            response = self._http.post(path, content=blocks, timeout=_LONG)
            _check(response)
            answer: dict[str, Any] = response.json()
            return answer

    def close(self) -> None:
        """Give back the connection."""
        self._http.close()

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        try:
            yield
        except httpx.TransportError as error:
            raise ServerUnreachable(f"no Steward answers at {self.url} ({error})") from None
        except (httpx.InvalidURL, ValueError) as error:
            raise ServerUnreachable(f"what answers at {self.url} is no Steward ({error})") from None


Locate = Callable[[], str | None]
"""The URL of the server now; None while none runs."""


@dataclass(frozen=True)
class Reached:
    """A server, and the token to come in with. `locate`: where it is after a restart."""

    url: str
    token: str
    locate: Locate

    @property
    def on_this_machine(self) -> bool:
        """A proxy has no business between this machine and itself."""
        return _is_loopback(self.url)


@contextmanager
def reached(url: str | None, token: str | None) -> Iterator[Reached]:
    """The server at `url`; else this home's running server; else one that lives for the block.

    Raises OperatorError where `url` is no address, or there is neither `url` nor a home.
    """
    if url is not None:
        if token is None:
            raise OperatorError("--url needs --token")
        address = url.strip().rstrip("/")
        if not _is_address(address):
            raise OperatorError(f"--url {url} is no address: it is written like https://steward.example.org")
        yield Reached(address, token, lambda: address)
        return
    settings = existing()
    secret = token or owner_token(settings)
    there = running_at(settings)
    if there is not None and _answers(there):
        yield Reached(there, secret, lambda: running_at(settings))
        return
    from orchestrator.cli.server.in_process import own_server  # noqa: PLC0415  (the whole application: seconds, where needed)

    with own_server(settings) as mine:
        yield Reached(mine, secret, lambda: mine)


@contextmanager
def connected(url: str | None, token: str | None) -> Iterator[Client]:
    """A client of the server that is `reached`. Raises OperatorError where there is none."""
    with reached(url, token) as there, _closing(Client(there.url, there.token)) as client:
        yield client


@contextmanager
def _closing(client: Client) -> Iterator[Client]:
    try:
        yield client
    finally:
        client.close()


def _answers(url: str) -> bool:
    """Whether a server is there; asked without the token, so that nothing else that listens there learns it."""
    try:
        return httpx.get(f"{url}/health", timeout=CONNECT_S, trust_env=False).is_success
    except httpx.TransportError:
        return False


def _check(response: httpx.Response) -> None:
    if response.is_success:
        return
    try:
        problem = response.json()
    except ValueError:
        problem = {}
    if not isinstance(problem, dict):
        problem = {}
    detail = str(problem.get("detail") or f"the server answered {response.status_code}")
    raise Refused(detail, str(problem.get("code") or response.status_code))


def _events(lines: Iterator[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Server-sent events; comments are heartbeats."""
    name = ""
    for line in lines:
        if line.startswith("event:"):
            name = line.removeprefix("event:").strip()
        elif line.startswith("data:"):
            yield name, json.loads(line.removeprefix("data:"))


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
