"""Where does a route find what it works with? In the application's state, where `create_app` put it."""

from typing import Annotated

from fastapi import Depends, Request

from orchestrator.bootstrap.runtime import Runtime


async def _runtime(request: Request) -> Runtime:
    runtime: Runtime = request.app.state.runtime
    return runtime


RuntimeDep = Annotated[Runtime, Depends(_runtime)]
