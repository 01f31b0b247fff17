"""What does a skill look like from outside? (api.md, `/skills`)"""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from pydantic.config import JsonDict

State = Literal["pending", "enabled", "changed", "revoked"]
SkillOrigin = Literal["bundled", "owner", "third_party"]
_DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
EXAMPLE: JsonDict = {
    "name": "release-notes",
    "description": "Writes release notes from a list of changes.",
    "digest": _DIGEST,
    "state": "pending",
    "origin": "third_party",
    "licence": "Apache-2.0",
    "compatibility": "",
    "allowed_tools": ["Read"],
    "findings": [
        {"code": "tool_requested", "severity": "note", "path": "SKILL.md", "line": 0, "text": "Read"},
    ],
    "files": [{"path": "SKILL.md", "size": 812, "sha256": _DIGEST, "kind": "text"}],
    "imported_at": "2026-11-20T09:00:00Z",
    "approved_at": None,
    "uses": 0,
    "last_used_at": None,
    "resting": False,
}


class FindingOut(BaseModel):
    """What the review shows first. `danger`: no honest skill was seen to need it; `line` counts from 1 in `path`, 0 is
    the file as a whole."""

    code: str
    severity: Literal["danger", "warning", "note"]
    path: str
    line: int
    text: str


class SkillFileOut(BaseModel):
    """A file of the folder."""

    path: str
    size: int
    sha256: str
    kind: Literal["text", "script", "binary"]


class SkillChangeOut(BaseModel):
    """A file that is not as it was approved; `diff`: from what was approved to what is there now, in part where it is
    long."""

    path: str
    change: Literal["added", "removed", "edited"]
    diff: str


class SkillOut(BaseModel):
    """A version of a skill: a name with the digest of its whole folder. Several of one name may be there, one in force
    at most. `allowed_tools`: what it asks for, which grants nothing; `resting`: unused for 30 days, so told last."""

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    name: str
    description: str
    digest: str
    state: State
    origin: SkillOrigin
    licence: str
    compatibility: str
    allowed_tools: list[str]
    findings: list[FindingOut]
    files: list[SkillFileOut]
    imported_at: datetime | None
    approved_at: datetime | None
    uses: int
    last_used_at: datetime | None
    resting: bool


class SkillShown(SkillOut):
    """The version in force, else the newest. `text`: SKILL.md as it was sent; `changes`: what of it was no longer as
    approved on the disk; `pending`: a newer version that waits for its review, with the difference to this one."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    **EXAMPLE,
                    "text": "---\nname: release-notes\ndescription: Writes release notes.\n---\n…",
                    "metadata": {"version": "1"},
                    "changes": [],
                    "pending": None,
                    "difference": [],
                }
            ]
        }
    )

    text: str
    metadata: dict[str, str]
    changes: list[SkillChangeOut]
    pending: SkillOut | None
    difference: list[SkillChangeOut]


class SkillApproval(BaseModel):
    """The digest of what was reviewed: another version is not approved by it."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"digest": _DIGEST}]})

    digest: Annotated[str, StringConstraints(max_length=64, strip_whitespace=True, to_lower=True)] = Field(
        description="As `GET /skills/{name}` tells it."
    )
