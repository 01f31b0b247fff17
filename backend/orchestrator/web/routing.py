"""In which order is a request looked at? Token, scope, size, then the body: whoever may not come in is not read.

A request that met another transaction is answered again, from the same body, as long as it stored nothing.

FastAPI reads the body before it asks a route's dependencies; `SecuredRoute` asks the `Requirement`s among them first.

A JSON body is UTF-8 and JSON; what is neither is 422, and NUL and lone surrogates are taken out (NUL of a query too;
what is no UTF-8 there reaches nobody). A path with NUL names nothing. `curl -d` says that it sends a form: a body that
is JSON in truth is read as such.
"""

from collections.abc import Callable, Coroutine, Iterable, Mapping
from threading import RLock
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.convertors import PathConvertor, register_url_convertor
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.routing import compile_path, get_name

from orchestrator.db.retry import repeated
from orchestrator.errors import FieldError, InvalidRequest, NotFound
from orchestrator.kit.json_text import NotJson, assembled, decoded
from orchestrator.web.access.auth import Requirement, known_principal
from orchestrator.web.bodies import json_worker
from orchestrator.web.bodies.limits import check_declared_size
from orchestrator.worker_processes.errors import OutOfLimits, WorkerEnded
from orchestrator.worker_processes.task import MEGABYTE, Limits, Task

LARGE_BYTES = MEGABYTE
"""A longer body is decoded in a worker process: nobody waits for it but its sender."""
DECODE = Task(
    f"{json_worker.__name__}:read",
    "Reading this body",
    limits=Limits(processor_s=30.0, wall_s=120.0, memory_bytes=2_000 * MEGABYTE),
)
FORM = "application/x-www-form-urlencoded"


class WholePath(PathConvertor):
    """`{…:path}` with any character: starlette's own ends at a line's end and finds no route for what goes on."""

    regex = r"[\s\S]*"


register_url_convertor("path", WholePath())


class BadBody(HTTPException):
    """The body is no JSON. An HTTPException, because FastAPI lets no other exception through while it reads a body."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(422, message)
        self.errors: list[FieldError] = [{"loc": ["body", position], "message": message}]


class JsonRequest(Request):
    """A request whose `json()` raises only BadBody, and gives only what Postgres can store."""

    def __init__(self, scope: Any, receive: Any) -> None:
        super().__init__(scope, receive)
        if self.headers.get("content-type", "").partition(";")[0].strip().lower() == FORM:
            self._headers = Headers(raw=[(name, value) for name, value in scope["headers"] if name != b"content-type"])

    @property
    def rereadable(self) -> bool:
        """Whether the body, if it was asked for, can be given once more: not where it went elsewhere as it came."""
        return not self._stream_consumed or hasattr(self, "_body")

    async def json(self) -> Any:
        if not hasattr(self, "_value"):
            body = await self.body()
            try:
                self._value = await self._decoded(body) if len(body) > LARGE_BYTES else decoded(body)
            except NotJson as error:
                raise BadBody(str(error), error.position) from error
        return self._value

    async def _decoded(self, body: bytes) -> Any:
        """The value of a large body. Raises NotJson."""
        run = self.app.state.runtime.processes.in_request
        try:
            sender = known_principal(self.scope)
            told = await run(DECODE, data=body, owner_id=sender.user_id if sender is not None else None)
        except OutOfLimits as error:
            raise NotJson(error.detail) from error
        except WorkerEnded as error:
            raise HTTPException(503, error.detail) from error
        if told and "wrong" in told[-1]:
            raise NotJson(told[-1]["wrong"], told[-1]["at"])
        return assembled(told)


def storable_query(query: bytes) -> bytes:
    """A query string without NUL: Postgres refuses it, in whatever parameter it stands."""
    return query.replace(b"%00", b"")


def check_storable(path_params: Mapping[str, Any]) -> None:
    """Postgres refuses NUL in any text, so nothing is called so. Raises NotFound, of a file's path InvalidRequest."""
    if "\x00" in path_params.get("path", ""):
        raise InvalidRequest.of_field("path", "must not hold control or invisible characters")
    if any(isinstance(value, str) and "\x00" in value for value in path_params.values()):
        raise NotFound("There is no such thing: no name holds NUL.")


Handler = Callable[[Request], Coroutine[Any, Any, Response]]


def requirements(dependant: Dependant) -> list[Requirement]:
    """What the dependencies of a route demand of a token."""
    found = [dependant.call] if isinstance(dependant.call, Requirement) else []
    for dependency in dependant.dependencies:
        found += requirements(dependency)
    return found


_BUILDING = RLock()


class SecuredRoute(APIRoute):
    """A route that asks for token and scope before it touches the body.

    It knows at once what it is matched by; the rest (what its function takes and gives, the handler) is made when the
    first request or the description asks for it: for all three hundred that is a second of each start.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **settings: Any) -> None:
        self._settings: dict[str, Any] | None = settings
        self.path, self.endpoint = path, endpoint
        self.path_regex, self.path_format, self.param_convertors = compile_path(path)
        self.name = settings.get("name") or get_name(endpoint)
        self.methods = {method.upper() for method in settings.get("methods") or ("GET",)}
        self.include_in_schema = settings.get("include_in_schema", True)

    def __getattr__(self, name: str) -> Any:
        """Asked for what is not there: the route is made whole."""
        if name == "_settings":
            raise AttributeError(name)
        with _BUILDING:
            settings, self._settings = self._settings, None
            if settings is not None:
                super().__init__(self.path, self.endpoint, **settings)
        return object.__getattribute__(self, name)

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
