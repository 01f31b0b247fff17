"""How is a server spoken to whose address a user gave? Over HTTP to checked addresses, within bounds of size and time.

Redirects are followed by hand, each checked anew; credentials go to the server that they were given for and nowhere
else; proxies, cookies and credentials of the environment are not used; compressed bodies are bounded by what they
become (contracts/security.md, part 5).
"""

import asyncio
import ssl
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final
from urllib.parse import urljoin, urlsplit

import httpx

from orchestrator.integrations.guarded.addresses import PrivateHosts, is_public
from orchestrator.integrations.guarded.errors import AddressRefused, ServerFailed
from orchestrator.kit.authorities import authorities

MOST_BYTES: Final = 32 * 2**20
MOST_REDIRECTS: Final = 5
CONNECT_S: Final = 10.0
REQUEST_S: Final = 60.0
FAMILIES: Final = ("icloud.com",)
"""Providers that send a user on from one host to others of the same domain, which take the same password."""
_WRITES = {"PUT", "DELETE"}
_METHOD_CHANGES = {303}
_REDIRECTS = {301, 302, 303, 307, 308}


@dataclass(frozen=True)
class Credentials:
    """A name and a password, which are never shown."""

    username: str
    secret: str = field(repr=False)


@dataclass(frozen=True)
class Bounds:
    """Of one request, redirects included: seconds, and bytes of the body once it is unpacked."""

    seconds: float = REQUEST_S
    most_bytes: int = MOST_BYTES


@dataclass(frozen=True)
class Answer:
    """What a server answered. `url`: where, after redirects. Header names are lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str


class GuardedClient:
    """Speaks to one server that a user named by `base_url` (http or https). Close it. Raises ServerFailed where that is
    no address."""

    def __init__(
        self,
        base_url: str,
        hosts: PrivateHosts,
        *,
        credentials: Credentials | None = None,
        bounds: Bounds | None = None,
    ) -> None:
        self._base = base_url
        self._credentials = credentials
        self._digest: httpx.DigestAuth | None = None
        self._bounds = bounds or Bounds()
        try:
            own = _origin(base_url)
        except (httpx.InvalidURL, ValueError) as error:
            raise ServerFailed("The address is no web address (http:// or https://).", attention=True) from error
        self._transport = PinnedTransport(hosts, *own[1:])
        self._http = httpx.AsyncClient(
            transport=self._transport,
            headers={"User-Agent": "steward", "Accept-Encoding": "gzip"},
            timeout=httpx.Timeout(self._bounds.seconds, connect=CONNECT_S),
            follow_redirects=False,
            trust_env=False,
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def send(
        self, method: str, url: str, *, headers: Mapping[str, str] | None = None, content: bytes | None = None
    ) -> Answer:
        """The answer, whatever its status, after redirects. Raises ServerFailed where there is none, AddressRefused."""
        try:
            async with asyncio.timeout(self._bounds.seconds):
                return await self._followed(method, url, dict(headers or {}), content)
        except (TimeoutError, httpx.TimeoutException):
            raise ServerFailed("The server did not answer in time. It is tried again later.") from None
        except (httpx.HTTPError, httpx.InvalidURL, ssl.SSLError, OSError) as error:
            raise ServerFailed(in_words(error)) from None
        finally:
            self._http.cookies.clear()

    async def _followed(self, method: str, url: str, headers: dict[str, str], content: bytes | None) -> Answer:
        for _ in range(MOST_REDIRECTS + 1):
            answer = await self._once(method, url, headers, content)
            target = answer.headers.get("location")
            if answer.status not in _REDIRECTS or not target:
                return answer
            if method in _WRITES:
                raise ServerFailed("The server wants to be written to at another address; nothing was written.")
            url = self._checked(url, urljoin(url, target))
            if answer.status in _METHOD_CHANGES:
                method, content = "GET", None
        raise ServerFailed(f"The server redirects more than {MOST_REDIRECTS} times. Check the address.", attention=True)

    def _checked(self, url: str, target: str) -> str:
        """Where a redirect leads. Raises ServerFailed."""
        parts = urlsplit(target)
        if parts.scheme not in {"http", "https"} or not parts.hostname or "@" in parts.netloc:
            raise ServerFailed("The server redirects to something that is no web address.", attention=True)
        if urlsplit(url).scheme == "https" and parts.scheme == "http":
            raise ServerFailed("The server redirects from https to http, which is not followed.", attention=True)
        return target

    async def _once(self, method: str, url: str, headers: dict[str, str], content: bytes | None) -> Answer:
        auth: httpx.Auth | None = None
        if self._credentials is not None and self._is_own(url):
            auth = self._digest or httpx.BasicAuth(self._credentials.username, self._credentials.secret)
        answer = await self._received(method, url, headers, content, auth)
        wants_digest = answer.status == 401 and "digest" in answer.headers.get("www-authenticate", "").lower()
        if wants_digest and auth is not None and self._digest is None and self._credentials is not None:
            self._digest = httpx.DigestAuth(self._credentials.username, self._credentials.secret)
            answer = await self._received(method, url, headers, content, self._digest)
        return answer

    async def _received(
        self, method: str, url: str, headers: dict[str, str], content: bytes | None, auth: httpx.Auth | None
    ) -> Answer:
        request = self._http.build_request(method, url, headers=headers, content=content)
        response = await self._http.send(request, auth=auth, stream=True)
        try:
            body = await _body(response, self._bounds.most_bytes)
        finally:
            await response.aclose()
        told = {name.lower(): value for name, value in response.headers.items()}
        return Answer(response.status_code, told, body, url)

    def _is_own(self, url: str) -> bool:
        """Whether it is the server that the credentials were given for."""
        own, other = _origin(self._base), _origin(url)
        if own == other or (own[1:2] == other[1:2] and own[0] == "http" and other[0] == "https"):
            return True
        families = [one for one in FAMILIES if own[1].endswith(f".{one}")]
        return other[0] == "https" and any(other[1].endswith(f".{one}") for one in families)


class PinnedTransport(httpx.AsyncBaseTransport):
    """Connects to an address that was checked, under the name that was asked for. The user's own server may be in a
    private network where that is listed, and may then send on to another one that is; a public one may not."""

    def __init__(self, hosts: PrivateHosts, own_host: str, own_port: int) -> None:
        self._hosts = hosts
        self._own = (own_host, own_port)
        self._at_home = False
        self._by_host: dict[str, httpx.AsyncHTTPTransport] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        host = request.url.raw_host.decode("ascii")
        port = request.url.port or (443 if request.url.scheme == "https" else 80)
        is_own = (host, port) == self._own
        addresses = await self._hosts.resolve(host, port, private=is_own or self._at_home)
        if request.url.scheme == "http" and "authorization" in request.headers:
            refuse_in_the_open(addresses)
        self._at_home = self._at_home or (is_own and not all(is_public(ip_address(one)) for one in addresses))
        inner = self._by_host.get(host)  # one each: certificates are of one name
        if inner is None:
            inner = self._by_host[host] = httpx.AsyncHTTPTransport(verify=authorities(of_machine=True))
        for address in addresses[:-1]:
            try:
                return await inner.handle_async_request(_pinned(request, host, address))
            except (httpx.ConnectError, httpx.ConnectTimeout):
                continue
        return await inner.handle_async_request(_pinned(request, host, addresses[-1]))

    async def aclose(self) -> None:
        for inner in self._by_host.values():
            await inner.aclose()


def refuse_in_the_open(addresses: Iterable[str]) -> None:
    """A password is never sent over http to an address that everybody's internet reaches. Raises AddressRefused."""
    if any(is_public(ip_address(one)) for one in addresses):
        told = "A password is sent over https alone: over http everybody on the way can read it. Give an https address."
        raise AddressRefused(told, attention=True)


def _pinned(request: httpx.Request, host: str, address: str) -> httpx.Request:
    extensions = dict(request.extensions)
    if host != address:
        extensions["sni_hostname"] = host
    return httpx.Request(
        request.method,
        request.url.copy_with(host=address),
        headers=request.headers,
        stream=request.stream,
        extensions=extensions,
    )


def _origin(url: str) -> tuple[str, str, int]:
    parts = httpx.URL(url)
    return parts.scheme, parts.raw_host.decode("ascii"), parts.port or (443 if parts.scheme == "https" else 80)


async def _body(response: httpx.Response, most: int) -> bytes:
    """The unpacked body. Raises ServerFailed where it is too much, or packed in a way that was not asked for."""
    coding = response.headers.get("content-encoding", "identity").strip().lower()
    if coding not in {"identity", "", "gzip", "x-gzip", "deflate"}:
        raise ServerFailed(f"The server packs what it sends as {coding[:20]}, which was not asked for.")
    unpack = zlib.decompressobj(47) if coding.endswith("gzip") or coding == "deflate" else None  # 47: either header
    body = bytearray()
    async for chunk in response.aiter_raw(64 * 1024):
        try:
            body += unpack.decompress(chunk, most + 1 - len(body)) if unpack else chunk
        except zlib.error as error:
            raise ServerFailed("What the server sent is damaged (gzip).") from error
        if len(body) > most or (unpack is not None and unpack.unconsumed_tail):
            raise ServerFailed(f"What the server sent is larger than {most // 2**20} MB.", attention=True)
    if unpack is not None and not unpack.eof and body:
        raise ServerFailed("What the server sent ends too early.")
    return bytes(body)


def in_words(error: Exception) -> str:
    text = str(error)
    if "CERTIFICATE_VERIFY_FAILED" in text or "certificate" in text.lower():
        return "The server's certificate is not trusted. Give it one that is, for example by Let's Encrypt."
    if isinstance(error, httpx.ConnectError):
        return "The server can't be reached. Check the address, and that the server runs; it is tried again later."
    if isinstance(error, httpx.InvalidURL | httpx.UnsupportedProtocol):
        return "The address is no web address (http:// or https://)."
    return "The server broke off its answer, or does not speak HTTP. It is tried again later."
