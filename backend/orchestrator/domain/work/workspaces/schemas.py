"""What is told of workspaces, their files and their differences; how large they may be."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.scheduled_jobs import Scheduled

KIND, FILE = "workspace", "workspace_file"
SWEEP = JobType("workspaces.sweep", Scheduled)
MEGABYTE = 1_000_000
Template = Literal["python", "node", "documents"]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]


@dataclass(frozen=True)
class Quota:
    """How much a workspace may hold. `history_bytes`: earlier versions beside that; `snapshots`: the oldest goes when
    one more is made."""

    size_bytes: int = 256 * MEGABYTE
    files: int = 5_000
    file_bytes: int = 32 * MEGABYTE
    history_bytes: int = 256 * MEGABYTE
    snapshots: int = 20


class WorkspaceIn(BaseModel):
    """A new workspace of the user's own."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"name": "Tax return 2026"}]})

    name: Name
    template: Template | None = None


class WorkspaceOut(BaseModel):
    """A workspace with what it holds by now, as it was last looked at."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "id": "0193a5b0-0000-7000-8000-000000000000",
                    "name": "Tax return 2026",
                    "mission_id": None,
                    "template": "documents",
                    "files": 3,
                    "size_bytes": 48120,
                    "quota": {"size_bytes": 256000000, "files": 5000},
                    "shared": ["papers"],
                    "version": 7,
                    "created_at": "2026-11-28T10:00:00Z",
                    "updated_at": "2026-11-28T10:05:00Z",
                }
            ]
        }
    )

    id: UUID
    name: str
    mission_id: UUID | None
    template: str | None
    files: int
    size_bytes: int
    quota: dict[str, int]
    shared: list[str] = Field(description="Read-only folders that it sees, under `shared/`.")
    version: int
    created_at: datetime
    updated_at: datetime


class FileOut(BaseModel):
    """A file of a workspace. `origin`: whose words it holds (`own_data`, `agent`, `third_party`)."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "path": "report/summary.md",
                    "size_bytes": 1204,
                    "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                    "origin": "agent",
                    "executable": False,
                    "read_only": False,
                    "updated_at": "2026-11-28T10:05:00Z",
                }
            ]
        }
    )

    path: str
    size_bytes: int
    sha256: str
    origin: str
    executable: bool = False
    read_only: bool = False
    updated_at: datetime


class SnapshotIn(BaseModel):
    """What to call the present state."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"label": "before the rewrite"}]})

    label: Name


class SnapshotOut(BaseModel):
    """A state that differences can be told from."""

    id: UUID
    label: str
    files: int
    created_at: datetime


class ChangeOut(BaseModel):
    """One file's difference. `diff`: unified, of texts of moderate size; null else, and `note` says why."""

    path: str
    change: Literal["added", "changed", "removed"]
    before_sha256: str | None
    after_sha256: str | None
    size_bytes: int
    diff: str | None = None
    note: str | None = None


class DifferenceOut(BaseModel):
    """What differs between two states. `truncated`: there are more changes than are told."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "since": "0193a5b0-0000-7000-8000-000000000000",
                    "until": None,
                    "added": 1,
                    "changed": 0,
                    "removed": 0,
                    "truncated": False,
                    "files": [
                        {
                            "path": "notes.md",
                            "change": "added",
                            "before_sha256": None,
                            "after_sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                            "size_bytes": 6,
                            "diff": "--- /dev/null\n+++ notes.md\n@@ -0,0 +1 @@\n+hello\n",
                            "note": None,
                        }
                    ],
                }
            ]
        }
    )

    since: UUID | None
    until: UUID | None
    added: int
    changed: int
    removed: int
    truncated: bool
    files: list[ChangeOut]
