"""The pages at `/` and `/docs`, their worker, and the files that they are made of: the same for all, so open to all."""

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from fastapi import Request
from starlette.responses import Response

from orchestrator.errors import NotFound
from orchestrator.web.routing import Router

router = Router(tags=["console"])
CONSOLE = Path(__file__).parents[2] / "console"
HTML = "text/html; charset=utf-8"
MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json; charset=utf-8",
}
CHAT = "chat/"
"""Where the modules of the chat page lie."""
BESIDE = ("docs.", "worker.js")
"""What is no part of the page."""


@dataclass(frozen=True)
class _Loaded:
    content: bytes
    etag: str


@lru_cache(maxsize=1)
def static_files() -> dict[str, Path]:
    """Every file under `/static/` by its name there: only what was listed can be asked for."""
    found = (path for path in sorted(CONSOLE.rglob("*")) if path.suffix in MEDIA_TYPES)
    return {path.relative_to(CONSOLE).as_posix(): path for path in found}


@router.get("/", include_in_schema=False)
async def index(request: Request) -> Response:
    """The chat page. The `Link` header names its modules, so that a phone asks for all at once, not one after the
    other as each is found in another."""
    page = _file(request, CONSOLE / "index.html", HTML)
    modules = [name for name in static_files() if name.startswith(CHAT) and name.endswith(".js")]
    page.headers["Link"] = ", ".join(f"</static/{name}>; rel=modulepreload" for name in modules)
    return page


@router.get("/docs", include_in_schema=False)
async def docs(request: Request) -> Response:
    """The API, drawn from its own description; works without any other host."""
    return _file(request, CONSOLE / "docs.html", HTML)


@router.get("/sw.js", include_in_schema=False)
async def worker(request: Request) -> Response:
    """The page's worker: here, so that all of the page is in its scope."""
    return _file(request, CONSOLE / "worker.js", MEDIA_TYPES[".js"])


@router.get("/static/shell.json", include_in_schema=False)
async def shell() -> Response:
    """What the worker keeps for when there is no connection: the files of the page, and what tells one version of them
    from another."""
    files = [name for name in static_files() if not name.startswith(BESIDE)]
    told = hashlib.sha256()
    for path in (CONSOLE / "index.html", *(static_files()[name] for name in files)):
        told.update(_load(path, path.stat().st_mtime_ns).etag.encode())
    content = json.dumps({"version": told.hexdigest()[:32], "files": files}).encode()
    return Response(content, media_type="application/json", headers={"Cache-Control": "no-cache"})


@router.post("/share", include_in_schema=False)
async def share() -> Response:
    """What another app shares is caught by the worker and never comes here; without it nothing is read of it."""
    return Response(status_code=303, headers={"Location": "/#/shared"})


@router.get("/static/{name:path}", include_in_schema=False)
async def static(request: Request, name: str) -> Response:
    """What the pages are made of."""
    path = static_files().get(name)
    if path is None:
        raise NotFound("There is no such file.")
    return _file(request, path, MEDIA_TYPES[path.suffix])


def _file(request: Request, path: Path, media_type: str) -> Response:
    """The file; 304 where the browser has it already. It asks each time (`no-cache`), so an upgrade shows at once."""
    loaded = _load(path, path.stat().st_mtime_ns)
    headers = {"ETag": loaded.etag, "Cache-Control": "no-cache"}
    if loaded.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(loaded.content, media_type=media_type, headers=headers)


@lru_cache(maxsize=1024)
def _load(path: Path, _changed_ns: int) -> _Loaded:
    """Read once, and again when the file changes (some 700 kB in all)."""
    content = path.read_bytes()
    return _Loaded(content, f'"{hashlib.sha256(content).hexdigest()[:32]}"')
