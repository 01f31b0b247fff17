"""Is every door closed by default? Each route demands a scope before its body is read, but for those listed here."""

from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts
from starlette.routing import Route

from orchestrator.app import ROUTERS
from orchestrator.domain.people.accounts.schemas import SCOPES
from orchestrator.web.routing import SecuredRoute, add_routes, requirements

PUBLIC = {
    *("/", "/docs", "/static/{name:path}", "/static/shell.json", "/sw.js", "/share"),
    *("/health", "/ready", "/metrics", "/auth/pair", "/auth/link"),
    "/push/answers/{token}",  # signed, good once
}
FRAMEWORK = {"/openapi.json"}
ADMIN_ALONE = ("/tokens", "/users", "/system/jobs", "/connections", "/mcp-servers", "/export", "/import")


def all_routes() -> list[APIRoute]:
    """Every route of the application; what is neither ours nor the framework's documentation fails here."""
    app = FastAPI(docs_url=None, redoc_url=None)
    add_routes(app, ROUTERS)
    found: list[APIRoute] = []
    for context in iter_route_contexts(app.routes):
        route = context.original_route
        if isinstance(route, APIRoute):
            found.append(route)
        else:
            assert isinstance(route, Route)
            assert route.path in FRAMEWORK, f"{route.path}: a route outside of the routers"
    return found


def test_every_route_demands_a_scope() -> None:
    routes = all_routes()
    assert len(routes) > 20
    for route in routes:
        demanded = requirements(route.dependant)
        if route.path in PUBLIC:
            assert not demanded, f"{route.path} is listed as public, yet demands a scope"
            continue
        assert demanded, f"{route.methods} {route.path} demands no scope"
        assert isinstance(route, SecuredRoute), f"{route.path}: make its router with orchestrator.web.routing.Router"
        for requirement in demanded:
            assert requirement.any_of, f"{route.path} demands nothing"
            assert set(requirement.any_of) <= set(SCOPES), f"{route.path} demands an unknown scope"


def test_the_operators_routes_are_the_operators_alone() -> None:
    for route in all_routes():
        if route.path.startswith(ADMIN_ALONE):
            scopes = {scope for requirement in requirements(route.dependant) for scope in requirement.any_of}
            exported = route.path in {"/export/contacts.vcf", "/export/events.ics"}
            assert scopes == ({"read"} if exported else {"admin"}), route.path


def test_no_two_routes_answer_the_same() -> None:
    seen: set[tuple[str, str]] = set()
    for route in all_routes():
        for method in route.methods or ():
            assert (method, route.path) not in seen, f"{method} {route.path} stands twice"
            seen.add((method, route.path))
