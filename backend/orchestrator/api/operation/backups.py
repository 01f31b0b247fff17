"""`POST /system/backup`: the whole home into one file, on the machine that it is on."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict

from orchestrator.bootstrap.backups import back_up
from orchestrator.errors import NotReady, OperatorError
from orchestrator.telemetry.logging import get_logger
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["system"])
log = get_logger(__name__)


class BackupOut(BaseModel):
    """Where it lies on the machine that Steward runs on, and how large it is."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "path": "/home/ana/.local/share/steward/backups/steward-backup-20261128T180000Z.tar",
                    "size_bytes": 48_120_832,
                    "created_at": "2026-11-28T18:00:02Z",
                }
            ]
        }
    )

    path: str
    size_bytes: int
    created_at: datetime


@router.post("/system/backup", status_code=201, summary="Back everything up", responses=responses(503))
async def make_backup(runtime: RuntimeDep, principal: Annotated[Principal, require("admin")]) -> BackupOut:
    """Database, files, token and secret key of the home, of all users, as `steward backup` writes them: into
    `$STEWARD_HOME/backups`, where the newest three stay. It is not given out here, for it holds the key to every stored
    password."""
    try:
        made = await back_up(runtime.settings, runtime.database.direct_url)
    except OperatorError as error:
        log.error("backup_failed", detail=str(error))
        raise NotReady(f"No backup was made: {error}.") from error
    log.info("backed_up", bytes=made.size_bytes, token=str(principal.token_id))
    return BackupOut(path=str(made.path), size_bytes=made.size_bytes, created_at=made.made_at)
