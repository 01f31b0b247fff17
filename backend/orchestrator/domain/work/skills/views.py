"""How are skills told: versions, shipped ones, and in what two folders differ?"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from difflib import unified_diff
from itertools import islice
from typing import Any, Final

from orchestrator.db.cursors import foreign_cursor
from orchestrator.domain.work.skills.importing.archive import folder_of
from orchestrator.domain.work.skills.importing.hidden import shown
from orchestrator.domain.work.skills.importing.manifest import manifest_of
from orchestrator.domain.work.skills.importing.reading import kind_of
from orchestrator.domain.work.skills.importing.refusal import Refused
from orchestrator.domain.work.skills.model import Skill, SkillFileRow, SkillUse
from orchestrator.domain.work.skills.schemas import FindingOut, SkillFileOut, SkillOut, SkillShown
from orchestrator.domain.work.skills.selection import RESTS_AFTER
from orchestrator.domain.work.skills.shipped import Shipped
from orchestrator.errors import InvalidRequest
from orchestrator.kit.paging import Page, PageRequest, decode_cursor, encode_cursor
from orchestrator.language.text.normalize import normalize

BUNDLED: Final = "bundled"
MOST_FILES = 20
MOST_LINES = 200
LINE_CHARACTERS = 300
COMPARED_LINES = 2_000
"""Of each side: difflib takes quadratic time where nothing is alike."""
TextOf = Callable[[str], str | None]


def paged(found: Sequence[SkillOut], asked: PageRequest) -> Page[SkillOut]:
    """One page of these, in their order. Raises InvalidRequest for a cursor of another list."""
    wanted = normalize(asked.q) if asked.q else ""
    left = [one for one in found if wanted in normalize(f"{one.name} {one.description}")]
    if asked.cursor is not None:
        mark = decode_cursor(asked.cursor, 2)
        if mark is None:
            raise foreign_cursor()
        at = next((at for at, one in enumerate(left) if (one.name, one.digest) == mark), None)
        # a version that is gone since: on with the names after it
        later = [one for one in left if one.name > mark[0] and one.origin != BUNDLED]
        left = left[at + 1 :] if at is not None else later
    page = left[: asked.limit]
    following = encode_cursor(page[-1].name, page[-1].digest) if len(left) > asked.limit else None
    return Page(page, following)


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
        origin=BUNDLED,
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


def differences(
    before: Mapping[str, str], now: Mapping[str, str], text_before: TextOf, text_now: TextOf
) -> list[dict[str, Any]]:
    """`before`, `now`: sha256 by path. At most 20 files; hidden characters are shown as what they are."""
    paths = sorted(path for path in {*before, *now} if before.get(path) != now.get(path))
    found = []
    for path in paths[:MOST_FILES]:
        change = "added" if path not in before else "removed" if path not in now else "edited"
        one = (text_before(path) or "") if path in before else ""
        other = (text_now(path) or "") if path in now else ""
        found.append({"path": path, "change": change, "diff": _diff(one, other)})
    return found


def _diff(before: str, now: str) -> str:
    one, other = before.splitlines()[:COMPARED_LINES], now.splitlines()[:COMPARED_LINES]
    lines = list(islice(unified_diff(one, other, "approved", "now", lineterm="", n=2), MOST_LINES + 1))
    cut = ["…"] if len(lines) > MOST_LINES else []
    return "\n".join([*(shown(line[:LINE_CHARACTERS]) for line in lines[:MOST_LINES]), *cut])
