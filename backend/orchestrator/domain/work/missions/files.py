"""Where do a mission's deliverables lie? In a workspace of its own, under plain names; the same file written again is
the same file."""

import hashlib
from uuid import UUID

from orchestrator.agent.types.origin import Origin
from orchestrator.db.tx import Tx
from orchestrator.domain.work.workspaces.service import Workspaces
from orchestrator.errors import InvalidRequest, NotFound
from orchestrator.kit import patterns
from orchestrator.kit.text import shorten

_NAME = patterns.compile(r"[^\W_][\w.+ -]*")
NAME_LONGEST, MOST_NAMES = 100, 5
"""Of one part of a path, and of its parts. Counted here: letters of all alphabets a hundred times over are more than
a linear engine takes."""
NAME_CHARACTERS = 80


def safe_path(path: str) -> str:
    """A path inside a folder, in plain names. Raises InvalidRequest for any other."""
    told = path.strip().replace("\\", "/")
    names = told.split("/")
    plain = len(names) <= MOST_NAMES and all(len(name) <= NAME_LONGEST and _NAME.fullmatch(name) for name in names)
    if not plain or ".." in told or told.endswith((".", " ")):
        raise InvalidRequest.of_field("path", "a path is made of plain names, parted by /")
    return told


def digest(content: bytes) -> str:
    """SHA-256 (hex)."""
    return hashlib.sha256(content).hexdigest()


class MissionFiles:
    """The files of all missions."""

    def __init__(self, workspaces: Workspaces) -> None:
        self._workspaces = workspaces

    async def open(self, tx: Tx, mission_id: UUID, goal: str) -> UUID:
        """The mission's workspace, made where there is none."""
        name = shorten(" ".join(goal.split()), NAME_CHARACTERS)
        return (await self._workspaces.create(tx, name=name, mission_id=mission_id)).id

    async def write(
        self, tx: Tx, workspace_id: UUID | None, path: str, text: str, *, origin: Origin = Origin.AGENT
    ) -> str:
        """The file's sha256. Raises InvalidRequest, TooLarge, Conflict, NotFound where the workspace is gone."""
        if workspace_id is None:
            raise NotFound("The mission's workspace was erased.")
        content = text.encode()
        await self._workspaces.write_file(tx, workspace_id, safe_path(path), content, origin=origin)
        return digest(content)

    async def read(self, tx: Tx, workspace_id: UUID, path: str) -> bytes | None:
        """The file; None where there is none."""
        try:
            return (await self._workspaces.read_file(tx, workspace_id, safe_path(path))).content
        except NotFound:
            return None

    async def remove(self, tx: Tx, workspace_id: UUID, path: str) -> None:
        """Take a file away; nothing where it is gone."""
        try:
            await self._workspaces.delete(tx, workspace_id, safe_path(path))
        except NotFound:
            return
