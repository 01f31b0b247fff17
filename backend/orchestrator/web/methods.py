"""Method dispatch by path: 405 with every method of the path in `Allow`, where a fixed path goes before one with an id.

Starlette names the methods of the first route alone, and lets `/contacts/{id}` take what `/contacts/merge` does not.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from fastapi.routing import iter_route_contexts
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from orchestrator.web.problems import of_http_exception

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
        """Of the routes of an application, included routers among them; `described`: of those in its OpenAPI alone."""
        return cls(
            (str(route.path), route.methods or ())
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
