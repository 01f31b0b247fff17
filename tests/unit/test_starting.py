"""What is not needed for the first answer is not loaded or made by the start of the application."""

import json
import subprocess
import sys
from threading import Thread
from typing import Any

from orchestrator.app import ROUTERS
from orchestrator.web.routing import Router, SecuredRoute

_LOADED = """
import json, sys
from orchestrator.app import ROUTERS
routes = [route for router in ROUTERS for route in router.routes]
made = [route.path for route in routes if vars(route).get("_settings", None) is None and "app" in vars(route)]
late = [name for name in ("mcp", "mcp_types", "apprise", "timezonefinder", "onnxruntime") if name in sys.modules]
print(json.dumps({"routes": len(routes), "made": made, "late": late}))
"""


def test_the_application_is_loaded_without_what_is_used_later() -> None:
    told = json.loads(
        subprocess.run([sys.executable, "-c", _LOADED], capture_output=True, check=True, text=True).stdout
    )
    assert told == {"routes": sum(len(router.routes) for router in ROUTERS), "made": [], "late": []}


def _taking(taken: int) -> dict[str, int]:
    return {"taken": taken}


def test_a_route_is_made_whole_by_whoever_asks_first_and_once() -> None:
    router = Router()
    router.add_api_route("/taken", _taking, methods=["GET"])
    (route,) = router.routes
    assert isinstance(route, SecuredRoute)
    assert "dependant" not in vars(route)
    found: list[Any] = []
    asking = [Thread(target=lambda: found.append(route.dependant)) for _ in range(8)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert {id(one) for one in found} == {id(route.dependant)}
    assert len(found) == 8


def test_what_a_route_has_not_is_missing_in_the_usual_way() -> None:
    router = Router()
    router.add_api_route("/taken", _taking, methods=["GET"])
    assert not hasattr(router.routes[0], "no_such_thing")
