"""Which headers does every answer carry, which hosts are answered, and which methods does a path take?

Request id, security headers, allowed hosts. Methods are dispatched by path: 405 with every method of the path in
`Allow`, where a fixed path goes before one with an id. Starlette names the methods of the first route alone, and lets
`/contacts/{id}` take what `/contacts/merge` does not. `HEAD` is answered as `GET` is, with its status and headers and
without its body (RFC 9110, 9.3.2).
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter

from fastapi.routing import iter_route_contexts
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from orchestrator.kit import patterns
from orchestrator.kit.ids import new_id
from orchestrator.telemetry.logging import bound, get_logger
from orchestrator.telemetry.metrics import METRICS
from orchestrator.web.problems import of_http_exception, problem

REQUEST_ID = "X-Request-ID"
_USABLE_ID = patterns.compile(r"[A-Za-z0-9._:-]{1,128}")
API_POLICY = "default-src 'none'; frame-ancestors 'none'"
IMAGES = "img-src 'self' data:"
PAGE_POLICY = (
    f"default-src 'none'; script-src 'self'; style-src 'self'; {IMAGES}; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types steward-worker"
)
"""Of the pages. With its last line a browser refuses every attempt to make markup out of text (`innerHTML` and its
like): whatever a model writes can only ever become text. The one policy that is named makes no markup, but the address
of the page's worker (`console/chat/worker.js`)."""
PAGES = frozenset({"/", "/docs", "/sw.js"})
PROBES = frozenset({"/health", "/ready", "/metrics"})
"""Asked every few seconds by machines: not worth a line each."""
_SECURITY = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(self)",
}

log = get_logger(__name__)


def policy_of(path: str, images: Sequence[str] = ()) -> str:
    """The content security policy of a path; `images`: further origins that the pages may take pictures from."""
    if path not in PAGES and not path.startswith("/static/"):
        return API_POLICY
    return PAGE_POLICY.replace(IMAGES, " ".join((IMAGES, *images)))


def request_id(given: bytes | None) -> str:
    """The caller's id where it is usable, else a new one."""
    text = (given or b"").decode("latin-1")
    return text if _USABLE_ID.fullmatch(text) else str(new_id())


class Envelope:
    """The outermost layer: gives each request its id, each answer its headers, and counts it by its route."""

    def __init__(self, app: ASGIApp, images: Sequence[str] = ()) -> None:
        self._app = app
        self._images = tuple(images)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        name = request_id(dict(scope["headers"]).get(b"x-request-id"))
        status = 500
        began = perf_counter()

        async def dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = int(message["status"])
                headers = MutableHeaders(scope=message)
                headers[REQUEST_ID] = name
                for header, value in _SECURITY.items():
                    headers.setdefault(header, value)
                headers.setdefault("Content-Security-Policy", policy_of(scope["path"], self._images))
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        with bound(request_id=name):
            try:
                await self._app(scope, receive, dressed)
            finally:
                route = getattr(scope.get("route"), "path", "other")
                seconds = perf_counter() - began
                METRICS.requests.labels(scope["method"], route, str(status)).inc()
                METRICS.request_seconds.labels(scope["method"], route).observe(seconds)
                tell = log.debug if route in PROBES else log.info
                tell("request", method=scope["method"], route=route, status=status, ms=round(seconds * 1000, 1))


class AllowedHosts:
    """Refuses a Host header that is none of ours: a page that rebinds its name to our address gets nowhere."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self._app = app
        self._any = "*" in hosts
        self._exact = frozenset(host.lower() for host in hosts if not host.startswith("*."))
        self._suffixes = tuple(host[1:].lower() for host in hosts if host.startswith("*."))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"} or self.answers(dict(scope["headers"]).get(b"host", b"")):
            await self._app(scope, receive, send)
            return
        refusal = problem(421, "invalid_request", "Misdirected request", "This host is not in STEWARD_ALLOWED_HOSTS.")
        await refusal(scope, receive, send)

    def answers(self, header: bytes) -> bool:
        """True where the Host header names one of ours, with or without its port."""
        whole = header.decode("latin-1").strip().lower()
        name = _without_port(whole)
        return self._any or name in self._exact or whole in self._exact or name.endswith(self._suffixes or ("\0",))


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]


REST = ":path}"
"""How a parameter ends that takes the rest of the path."""


@dataclass
class _Node:
    """What may follow one part of a path. `methods`: of the path that ends here; `rest`: what follows a parameter that
    takes any number of parts."""

    fixed: dict[str, "_Node"] = field(default_factory=dict)
    parameter: "_Node | None" = None
    rest: "_Node | None" = None
    methods: set[str] = field(default_factory=set)


class PathMethods:
    """The methods of every path of an application, asked by the path of a request."""

    def __init__(self, paths: Iterable[tuple[str, Iterable[str]]]) -> None:
        """`paths`: templates (`/contacts/{contact_id}`) and what they take; one may stand several times."""
        self._root = _Node()
        for path, methods in paths:
            self._add(path.split("/"), set(methods))

    @classmethod
    def of(cls, routes: Iterable[BaseRoute], *, described: bool = False) -> "PathMethods":
        """Of the routes of an application, included routers among them; `described`: of those in its OpenAPI alone.
        What takes `GET` takes `HEAD` (`HeadAnswers`)."""
        return cls(
            (str(route.path), {*(route.methods or ()), *(("HEAD",) if "GET" in (route.methods or ()) else ())})
            for route in iter_route_contexts(list(routes))
            if isinstance(route.original_route, Route) and route.path is not None
            if not described or route.include_in_schema
        )

    def _add(self, parts: list[str], methods: set[str]) -> None:
        node = self._root
        for part in parts:
            if part.startswith("{") and part.endswith(REST):
                node.rest = node.rest or _Node()
                node = node.rest
            elif part.startswith("{"):
                node.parameter = node.parameter or _Node()
                node = node.parameter
            else:
                node = node.fixed.setdefault(part, _Node())
        node.methods |= methods

    def allowed(self, path: str) -> frozenset[str]:
        """What the path takes; of several templates that match it, the one that is fixed the furthest, and all where a
        parameter takes any number of parts (a meeting's id is its caller's). Empty: none matches."""
        return frozenset(_found(self._root, path.split("/"), 0))


def _found(node: _Node, parts: list[str], at: int) -> set[str]:
    if at == len(parts):
        return node.methods
    fixed = node.fixed.get(parts[at])
    found = _found(fixed, parts, at + 1) if fixed is not None else set()
    if not found and node.parameter is not None and parts[at]:
        found = _found(node.parameter, parts, at + 1)
    if node.rest is not None:
        found = found.union(*(_found(node.rest, parts, end) for end in range(at, len(parts) + 1)))
    return found


class MethodGuard:
    """The layer before the routes: answers 405 to a method that the path does not take."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._routed: PathMethods | None = None
        self._described: PathMethods | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if self._routed is None or self._described is None:  # at the first request all routers are in
            self._routed = PathMethods.of(scope["app"].routes)
            self._described = PathMethods.of(scope["app"].routes, described=True)
        routed = self._routed.allowed(scope["path"])
        if not routed or scope["method"] in routed:
            await self._app(scope, receive, send)
            return
        allowed = self._described.allowed(scope["path"]) or routed  # `GET /mcp` is there to be refused
        detail = f"This path takes {', '.join(sorted(allowed))}."
        refusal = HTTPException(405, detail, headers={"Allow": ", ".join(sorted(allowed))})
        await of_http_exception(refusal)(scope, receive, send)


_OF_GET_ALONE = frozenset({b"range", b"if-range"})
_END: Message = {"type": "http.response.body", "body": b"", "more_body": False}
_GONE: Message = {"type": "http.disconnect"}


class _NotRead(OSError):
    """What is sent after the headers, as a caller who has gone makes it fail: no file is read to its end for nobody."""


class HeadAnswers:
    """The layer next to the routes: asks them by `GET` and passes on what comes before the body. Routes are written for
    `GET` alone; what they would stream is ended at its headers, and a `Range` is for `GET` only (RFC 9110, 14.2)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        headers = [(name, value) for name, value in scope["headers"] if name.lower() not in _OF_GET_ALONE]
        asked: Scope = {**scope, "method": "GET", "headers": headers}
        ended = False

        async def heard() -> Message:
            return _GONE if ended else await receive()

        async def headed(message: Message) -> None:
            nonlocal ended
            if message["type"] == "http.response.start":
                await send(message)
                ended = True  # before the end is sent: whoever streams on is told that nobody listens
                await send(_END)
            elif message.get("more_body"):
                raise _NotRead

        with suppress(_NotRead):
            await self._app(asked, heard, headed)
        if "route" in asked:
            scope["route"] = asked["route"]  # what the request is counted by
