"""Is a route that is taken from its router as it is the same that FastAPI would make of it for the application?"""

from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts

from orchestrator.app import ROUTERS
from orchestrator.web.routing import add_routes


def bare() -> FastAPI:
    return FastAPI(docs_url=None, redoc_url=None, openapi_url=None, strict_content_type=False)


def told(app: FastAPI) -> list[tuple[Any, ...]]:
    """What decides how each route answers, in the order in which they are looked at."""
    return [
        (one.path, one.methods, one.name, one.unique_id, one.status_code, one.response_class)
        for one in iter_route_contexts(app.routes)
        if isinstance(one.original_route, APIRoute)
    ]


def asked(app: FastAPI) -> list[tuple[Any, ...]]:
    """What each demands before it answers."""
    return [
        (one.strict_content_type, one.max_body_size, [*map(repr, (*one.dependencies, *one.dependant.dependencies))])
        for one in iter_route_contexts(app.routes)
        if isinstance(one.original_route, APIRoute)
    ]


def test_it_answers_alike_and_is_made_once() -> None:
    ours, theirs = bare(), bare()
    add_routes(ours, ROUTERS)
    for router in ROUTERS:
        theirs.include_router(router)
    assert len(told(ours)) > 150
    assert told(ours) == told(theirs)
    assert asked(ours) == asked(theirs)
    assert ours.openapi() == theirs.openapi()
    assert {id(one) for one in ours.routes} == {id(one) for router in ROUTERS for one in router.routes}
