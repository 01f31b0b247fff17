"""Which methods does a path take, whichever routers its routes stand in?"""

import pytest
from fastapi import FastAPI

from orchestrator.app import ROUTERS
from orchestrator.web.headers import PathMethods
from orchestrator.web.routing import add_routes

PATHS = PathMethods(
    [
        ("/things", ["GET"]),
        ("/things", ["POST"]),
        ("/things/{thing_id}", ["GET", "PATCH"]),
        ("/things/merge", ["POST"]),
        ("/things/{thing_id}/parts", ["GET"]),
        ("/things/merge/log", ["GET"]),
        ("/files/{name:path}", ["GET"]),
        ("/files/{name:path}/again", ["POST"]),
        ("/", ["GET"]),
    ]
)


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/things", {"GET", "POST"}),
        ("/things/7", {"GET", "PATCH"}),
        ("/things/merge", {"POST"}),
        ("/things/merge/log", {"GET"}),
        ("/things/merge/parts", {"GET"}),
        ("/things/7/log", set()),
        ("/things/", set()),
        ("/things/7/", set()),
        ("/files/a/b.js", {"GET"}),
        ("/files/a/again", {"GET", "POST"}),
        ("/files/" + "a/" * 5_000, {"GET"}),
        ("/", {"GET"}),
        ("/nothing", set()),
        ("", set()),
    ],
)
def test_the_path_that_is_fixed_the_furthest_counts(path: str, methods: set[str]) -> None:
    assert PATHS.allowed(path) == methods


def test_every_path_of_the_application_is_known() -> None:
    app = FastAPI(docs_url=None, redoc_url=None)
    add_routes(app, ROUTERS)
    paths = PathMethods.of(app.routes)
    for path, operations in app.openapi()["paths"].items():
        assert {method.upper() for method in operations} <= paths.allowed(path), path
    assert paths.allowed("/mcp") == {"GET", "HEAD", "POST", "DELETE"}
    assert PathMethods.of(app.routes, described=True).allowed("/mcp") == {"POST", "DELETE"}
    assert paths.allowed("/openapi.json") >= {"GET", "HEAD"}
