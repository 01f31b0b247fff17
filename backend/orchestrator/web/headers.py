"""Which headers does every answer carry, and which hosts are answered? Request id, security headers, allowed hosts."""

from collections.abc import Sequence
from time import perf_counter

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from orchestrator.kit import patterns
from orchestrator.kit.ids import new_id
from orchestrator.telemetry.logging import bound, get_logger
from orchestrator.telemetry.metrics import METRICS
from orchestrator.web.problems import problem

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
