"""What a worker process does with an archive that somebody sent as a skill: takes its files out, reads its SKILL.md,
looks through all of it.

Imported by the fork server: nothing of weight but YAML.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from orchestrator.domain.work.skills.importing.archive import Folder, SkillFile, folder_of, unpacked
from orchestrator.domain.work.skills.importing.manifest import FILE, Manifest, manifest_of
from orchestrator.domain.work.skills.importing.refusal import Refused
from orchestrator.domain.work.skills.importing.review import findings_of, is_script
from orchestrator.errors import FieldError, InvalidRequest
from orchestrator.worker_processes.task import MEGABYTE, Given, Limits, Run, Task

READ = Task(
    f"{__name__}:read",
    "Reading this skill",
    advice="A skill has at most 200 files and 5 MB.",
    limits=Limits(processor_s=20.0, wall_s=60.0, memory_bytes=400 * MEGABYTE, output_bytes=20 * MEGABYTE),
)


@dataclass(frozen=True)
class ReadFile:
    """A file of the folder, and what kind it is: `text`, `script` or `binary`."""

    path: str
    sha256: str
    kind: str
    content: bytes


@dataclass(frozen=True)
class ReadSkill:
    """A skill that may come in, as it was sent."""

    manifest: Manifest
    digest: str
    findings: list[dict[str, Any]]
    files: tuple[ReadFile, ...]


def read(given: Given) -> Iterator[Any]:
    """`data`: the zip. Yields what the skill is, then each file; or last `{"refused": why, "path": …}`."""
    try:
        folder = unpacked(given.data)
        manifest = manifest_of(folder.skill.text or "")
        yield {"manifest": asdict(manifest), "digest": folder.digest, "findings": findings_of(folder, manifest)}
        for one in folder.files:
            content = b64encode(one.content).decode()
            yield {"path": one.path, "sha256": one.sha256, "kind": kind_of(one), "content": content}
    except Refused as error:
        yield {"refused": str(error), "path": error.path}


def kind_of(file: SkillFile) -> str:
    """`text`, `script` or `binary`."""
    return "binary" if file.text is None else "script" if is_script(file) else "text"


async def read_archive(run: Run, owner_id: UUID, data: bytes) -> ReadSkill:
    """The skill in a zip. Raises InvalidRequest, which says what of it may not come in."""
    told = await run(READ, data=data, owner_id=owner_id)
    if not told or "refused" in told[-1]:
        path = str(told[-1]["path"]) if told else ""
        why = f"{path}: {told[-1]['refused']}" if path else str(told[-1]["refused"]) if told else "it gave nothing"
        errors: list[FieldError] = [{"loc": ["body", "file", *([path] if path else [])], "message": why}]
        raise InvalidRequest(f"This skill may not come in: {why}.", errors=errors)
    head, *files = told
    manifest = Manifest(**{**head["manifest"], "tools": tuple(head["manifest"]["tools"])})
    return ReadSkill(
        manifest,
        head["digest"],
        head["findings"],
        tuple(ReadFile(one["path"], one["sha256"], one["kind"], b64decode(one["content"])) for one in files),
    )


def read_folder(files: list[tuple[str, bytes]]) -> tuple[Folder, Manifest]:
    """The same of files that are our own. Raises Refused."""
    folder = folder_of(files)
    return folder, manifest_of(next(one.text or "" for one in folder.files if one.path == FILE))
