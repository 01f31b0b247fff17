"""How well does the sandbox hold on this machine? (api.md: `GET /system/sandbox`)"""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from orchestrator.integrations.sandbox import interpreters
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["system"])


class VerdictOut(BaseModel):
    """One attempt of the attack list. `detail`: what went through."""

    model_config = ConfigDict(from_attributes=True)

    attempt: str
    stopped: bool
    detail: str


class TemplateOut(BaseModel):
    """What such work finds inside, as this machine has it."""

    model_config = ConfigDict(from_attributes=True)

    name: str
    holds: list[str]
    missing: list[str]


class SandboxOut(BaseModel):
    """`backend`: `bwrap`, `landlock`, `none` where neither stops everything, `off` where it is switched off. `why`:
    what stood against those that were not chosen."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "backend": "bwrap",
                    "verdicts": [{"attempt": "secret_file", "stopped": True, "detail": ""}],
                    "refuses": ["programs that need the network"],
                    "why": [],
                    "templates": [{"name": "python", "holds": ["python3"], "missing": []}],
                }
            ]
        }
    )

    backend: str
    verdicts: list[VerdictOut]
    refuses: list[str] = Field(description="What is not run here.")
    why: list[str]
    templates: list[TemplateOut]


@router.get("/system/sandbox", responses=responses())
async def read_sandbox(runtime: RuntimeDep, principal: Annotated[Principal, require("admin")]) -> SandboxOut:
    """What became of each attempt to break out, tried on this machine when it was first asked or started."""
    del principal
    found = await runtime.untrusted.sandbox.report()
    return SandboxOut(
        backend=found.backend,
        verdicts=[VerdictOut.model_validate(one) for one in found.verdicts],
        refuses=list(found.refuses),
        why=list(found.why),
        templates=[TemplateOut.model_validate(one) for one in interpreters.templates()],
    )
