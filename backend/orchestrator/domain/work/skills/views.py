"""Rows and shipped skills as they are told."""

from collections.abc import Sequence
from datetime import datetime

from orchestrator.domain.work.skills.importing.archive import folder_of
from orchestrator.domain.work.skills.importing.manifest import manifest_of
from orchestrator.domain.work.skills.importing.reading import kind_of
from orchestrator.domain.work.skills.importing.refusal import Refused
from orchestrator.domain.work.skills.model import Skill, SkillFileRow, SkillUse
from orchestrator.domain.work.skills.schemas import FindingOut, SkillFileOut, SkillOut, SkillShown
from orchestrator.domain.work.skills.selection import RESTS_AFTER
from orchestrator.domain.work.skills.shipped import Shipped
from orchestrator.errors import InvalidRequest


def out(row: Skill, files: Sequence[SkillFileRow], used: SkillUse | None, now: datetime) -> SkillOut:
    """A version."""
    last = used.last_used_at if used is not None else None
    since = last or row.approved_at
    return SkillOut(
        name=row.name,
        description=row.description,
        digest=row.digest,
        state=row.state,
        origin=row.origin,
        licence=row.licence,
        compatibility=row.compatibility,
        allowed_tools=row.tools,
        findings=[FindingOut.model_validate(one) for one in row.findings],
        files=[SkillFileOut(path=one.path, size=one.size_bytes, sha256=one.sha256, kind=one.kind) for one in files],
        imported_at=row.created_at,
        approved_at=row.approved_at,
        uses=used.uses if used is not None else 0,
        last_used_at=last,
        resting=row.state == "enabled" and since is not None and now - since > RESTS_AFTER,
    )


def shipped_out(skill: Shipped, used: SkillUse | None, now: datetime) -> SkillOut:
    """One that Steward brings along: in force unless the user switched it off."""
    manifest = skill.manifest
    last = used.last_used_at if used is not None else None
    return SkillOut(
        name=manifest.name,
        description=manifest.description,
        digest=skill.folder.digest,
        state="revoked" if used is not None and used.withdrawn else "enabled",
        origin="bundled",
        licence=manifest.licence,
        compatibility=manifest.compatibility,
        allowed_tools=list(manifest.tools),
        findings=[],
        files=[
            SkillFileOut(path=one.path, size=len(one.content), sha256=one.sha256, kind=kind_of(one))
            for one in skill.folder.files
        ],
        imported_at=None,
        approved_at=None,
        uses=used.uses if used is not None else 0,
        last_used_at=last,
        resting=last is not None and now - last > RESTS_AFTER,
    )


def shipped_shown(skill: Shipped, used: SkillUse | None, now: datetime) -> SkillShown:
    """The same with its text."""
    return SkillShown(
        **shipped_out(skill, used, now).model_dump(),
        text=skill.folder.skill.text or "",
        metadata=dict(skill.manifest.metadata),
        changes=[],
        pending=None,
        difference=[],
    )


def check_stored(row: Skill, files: Sequence[tuple[str, bytes]]) -> None:
    """Raises InvalidRequest where a version from an archive could not have come in, or is not what its digest says."""
    try:
        folder = folder_of(files)
        manifest = manifest_of(folder.skill.text or "")
    except Refused as error:
        raise InvalidRequest(f"The skill {row.name} may not come in: {error}.") from error
    same = (manifest.name, manifest.description, manifest.body) == (row.name, row.description, row.body)
    if folder.digest != row.digest or not same:
        raise InvalidRequest(f"The files of the skill {row.name} are not those of its digest.")
