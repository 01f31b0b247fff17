"""How do tests have a file read? In the worker processes of the test session, as one user's job."""

from pathlib import Path

from tests.support import session

from orchestrator.domain.world.documents.extraction import process
from orchestrator.domain.world.documents.extraction.process import NOTHING, Children
from orchestrator.domain.world.documents.extraction.reading import Reading, ReadWith
from orchestrator.domain.world.documents.media_types import kind_of
from orchestrator.kit.ids import new_id


async def read(tmp_path: Path, name: str, data: bytes, *, time_s: float = 60.0, with_: ReadWith = NOTHING) -> Reading:
    path = tmp_path / name
    path.write_bytes(data)

    async def progress(done: int, total: int) -> None:
        assert 0 < done <= total

    children = Children(session.PROCESSES[-1], new_id(), time_s=time_s)
    return await process.read(children, path, kind_of(path, name).media_type, progress, with_=with_)
