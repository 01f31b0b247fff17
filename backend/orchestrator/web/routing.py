"""In which order is a request looked at? Token, scope, size, then the body: whoever may not come in is not read.

A request that met another transaction is answered again, from the same body, as long as it stored nothing.

FastAPI reads the body before it asks a route's dependencies; `SecuredRoute` asks the `Requirement`s among them first.
"""

from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from orchestrator.db.conflicts import repeated
from orchestrator.web.access.auth import Requirement
from orchestrator.web.bodies.json_body import JsonRequest, check_storable, storable_query
from orchestrator.web.bodies.limits import check_declared_size

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


def requirements(dependant: Dependant) -> list[Requirement]:
    """What the dependencies of a route demand of a token."""
    found = [dependant.call] if isinstance(dependant.call, Requirement) else []
    for dependency in dependant.dependencies:
        found += requirements(dependency)
    return found


class SecuredRoute(APIRoute):
    """A route that asks for token and scope before it touches the body."""

    def get_route_handler(self) -> Handler:
        handler = super().get_route_handler()
        demanded = requirements(self.dependant)

        async def secured(request: Request) -> Response:
            for requirement in demanded:
                await requirement.check(request)
            check_declared_size(request.scope)
            check_storable(request.path_params)
            request.scope["query_string"] = storable_query(request.scope["query_string"])
            again = JsonRequest(request.scope, request.receive)
            return await repeated(lambda: handler(again), may=lambda: again.rereadable)

        return secured


def operation_id(route: APIRoute) -> str:
    """What generated clients call the operation: its function's name, after `mobile_` where it is the app's own."""
    of_the_app = route.path_format.startswith("/mobile/") and not route.name.startswith("mobile_")
    return f"mobile_{route.name}" if of_the_app else route.name


class Router(APIRouter):
    """The router of every module of routes."""

    def __init__(self, **settings: Any) -> None:
        defaults: dict[str, Any] = {"route_class": SecuredRoute, "strict_content_type": False}
        super().__init__(**{**defaults, "generate_unique_id_function": operation_id, **settings})


def add_routes(app: FastAPI, routers: Iterable[APIRouter]) -> None:
    """The routes of the routers, as they are.

    `include_router` would make each a second time, for the prefix and the dependencies of an inclusion, of which there
    are none: a third of a second of each start, and a detour in each request.
    """
    for router in routers:
        app.router.routes.extend(router.routes)
