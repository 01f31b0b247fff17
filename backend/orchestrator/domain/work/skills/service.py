"""How does a skill come in, into force and out again? Imported, reviewed, approved by its digest, looked at each time.

Approval is bound to the digest of the whole folder: another version of a known name waits beside the one in force, and
a file that changed on the disk ends the approval at the next activation, with the difference shown.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from orchestrator.db.session import after_commit
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.work.agents import service as agents
from orchestrator.domain.work.skills import repository, views
from orchestrator.domain.work.skills.importing.archive import digest_of
from orchestrator.domain.work.skills.importing.reading import ReadSkill
from orchestrator.domain.work.skills.model import Skill, SkillFileRow
from orchestrator.domain.work.skills.schemas import SkillChangeOut, SkillOrigin, SkillOut, SkillShown
from orchestrator.domain.work.skills.selection import Offered
from orchestrator.domain.work.skills.shelf import SkillShelf
from orchestrator.domain.work.skills.shipped import Shipped, looks_alike, shipped
from orchestrator.errors import Conflict, InvalidRequest, NotFound
from orchestrator.integrations.sandbox.port import Sandbox
from orchestrator.kit.ids import new_id

KIND = "skill"
MOST_SKILLS = 200
"""Versions of one user."""
UNKNOWN = "There is no such skill."
TAKEN = frozenset({"event", "contact", "new", "mission"})
"""Slash commands: a skill of such a name could not be called by it."""


@dataclass(frozen=True)
class Active:
    """A skill that is in force as it was approved. `skill_id`: None of a shipped one; `paths`: its other files."""

    name: str
    body: str
    origin: SkillOrigin
    digest: str
    skill_id: UUID | None
    paths: tuple[str, ...]
    tools: tuple[str, ...]


@dataclass(frozen=True)
class NotActive:
    """Why it may not be used: `unknown`, `pending`, `revoked`, or `changed` on the disk since it was approved."""

    name: str
    why: str


class Skills:
    """The skills of this home's users. `shelf`: None where only rows are touched; `sandbox`: what runs their
    scripts, None where nothing does."""

    def __init__(self, shelf: SkillShelf | None, sandbox: Sandbox | None = None) -> None:
        self._shelf = shelf
        self.sandbox = sandbox

    @property
    def shelf(self) -> SkillShelf:
        """Raises LookupError where this process has none: it was put together wrongly."""
        if self._shelf is None:
            msg = "this process has no folder of skills"
            raise LookupError(msg)
        return self._shelf

    # --- in and out

    async def take_in(self, tx: Tx, read: ReadSkill, *, origin: SkillOrigin, now: datetime) -> tuple[SkillOut, bool]:
        """Keep what was read, for review; whether it is new. The same bytes again are the same version. Raises Conflict
        for a name that is shipped, or that looks like one that is there."""
        await repository.lock(tx)
        there = await repository.everything(tx)
        known = next((row for row in there if (row.name, row.digest) == (read.manifest.name, read.digest)), None)
        if known is not None:
            if known.state == "revoked":
                known.state, known.version, known.updated_at = "pending", known.version + 1, now
                await tx.session.flush()
            return await self._out(tx, known, now), False
        self._check_name(read.manifest.name, [row.name for row in there])
        if len(there) >= MOST_SKILLS:
            raise InvalidRequest(f"There are {MOST_SKILLS} versions of skills: delete some first.")
        row = _row(tx, read, origin, now)
        tx.session.add(row)
        await tx.session.flush()
        tx.session.add_all(
            SkillFileRow(
                skill_id=row.id,
                user_id=tx.owner_id,
                path=one.path,
                sha256=one.sha256,
                kind=one.kind,
                size_bytes=len(one.content),
                content=one.content,
            )
            for one in read.files
        )
        await tx.session.flush()
        return await self._out(tx, row, now), True

    def _check_name(self, name: str, there: Sequence[str]) -> None:
        for other in shipped():
            if looks_alike(other, name):
                raise Conflict(
                    "already_exists", f"Steward brings a skill along that is called {other}: take another name."
                )
        for other in there:
            if other != name and looks_alike(other, name):
                raise Conflict("already_exists", f"{name} looks like {other}, which is there: take another name.")
        for command in TAKEN:
            if looks_alike(command, name):
                raise Conflict("already_exists", f"/{command} is a command: take another name.")

    async def listed(self, tx: Tx, now: datetime) -> list[SkillOut]:
        """All versions, the shipped ones first."""
        uses = await repository.uses(tx)
        rows = await repository.everything(tx)
        files = await repository.files_of(tx, [row.id for row in rows])
        told = [views.shipped_out(one, uses.get(one.name), now) for one in shipped().values()]
        return told + [
            views.out(row, [f for f in files if f.skill_id == row.id], uses.get(row.name), now) for row in rows
        ]

    async def names(self, tx: Tx) -> frozenset[str]:
        """What there is, whether it is in force or not."""
        return frozenset(shipped()) | frozenset(row.name for row in await repository.everything(tx))

    async def shown(self, tx: Tx, name: str, now: datetime) -> SkillShown:
        """One by its name, its files on the disk looked at. Raises NotFound."""
        if name in shipped():
            uses = await repository.uses(tx)
            return views.shipped_shown(shipped()[name], uses.get(name), now)
        rows = await repository.of_name(tx, name)
        if not rows:
            raise NotFound(UNKNOWN)
        row = rows[0]
        if row.state == "enabled":
            await self._look(tx, row, now)
        waiting = next((one for one in rows[1:] if one.state == "pending"), None)
        skill = await repository.file(tx, row.id, "SKILL.md")
        return SkillShown(
            **(await self._out(tx, row, now)).model_dump(),
            text=skill.content.decode("utf-8", "replace") if skill is not None else "",
            metadata={key: str(value) for key, value in row.details.get("metadata", {}).items()},
            changes=[SkillChangeOut.model_validate(one) for one in row.changes],
            pending=await self._out(tx, waiting, now) if waiting is not None else None,
            difference=await self._between(tx, row, waiting) if waiting is not None else [],
        )

    async def content(self, tx: Tx, name: str, path: str, digest: str | None) -> bytes:
        """A file of a version (of the one in force, else the newest). Raises NotFound."""
        if name in shipped():
            found = next((one for one in shipped()[name].folder.files if one.path == path), None)
            if found is None:
                raise NotFound("There is no such file.")
            return found.content
        rows = [row for row in await repository.of_name(tx, name) if digest in (None, row.digest)]
        file = await repository.file(tx, rows[0].id, path) if rows else None
        if file is None:
            raise NotFound("There is no such file.")
        return file.content

    async def approve(self, tx: Tx, name: str, digest: str, now: datetime) -> SkillOut:
        """Bring the version of this digest into force, in place of another one. Raises NotFound, and Conflict where no
        version of the name has it."""
        await repository.lock(tx)
        if name in shipped():
            return await self._switched(tx, shipped()[name], digest, on=True, now=now)
        rows = await repository.of_name(tx, name)
        if not rows:
            raise NotFound(UNKNOWN)
        row = next((one for one in rows if one.digest == digest), None)
        if row is None:
            raise Conflict(
                "digest_changed",
                "No version of this skill has that digest: look at it again.",
                extra={"digest": rows[0].digest},
            )
        await self._drop(tx, [one for one in rows if one.id != row.id and one.state in repository.IN_FORCE])
        await self._place(tx, row)
        if row.state != "enabled":
            row.version += 1
        row.state, row.approved_at, row.changes, row.updated_at = "enabled", now, [], now
        await tx.session.flush()
        return await self._out(tx, row, now)

    async def revoke(self, tx: Tx, name: str, now: datetime) -> SkillOut:
        """End its approval; what waits for a review is set aside, too. Raises NotFound."""
        await repository.lock(tx)
        if name in shipped():
            return await self._switched(tx, shipped()[name], None, on=False, now=now)
        rows = await repository.of_name(tx, name)
        if not rows:
            raise NotFound(UNKNOWN)
        for row in rows:
            if row.state != "revoked":
                row.state, row.version, row.updated_at = "revoked", row.version + 1, now
        await tx.session.flush()
        return await self._out(tx, rows[0], now)

    async def _switched(self, tx: Tx, skill: Shipped, digest: str | None, *, on: bool, now: datetime) -> SkillOut:
        if on and digest != skill.folder.digest:
            told = "This version of Steward brings another version of it along: look at it again."
            raise Conflict("digest_changed", told, extra={"digest": skill.folder.digest})
        await repository.withdraw(tx, skill.name, withdrawn=not on)
        return views.shipped_out(skill, (await repository.uses(tx)).get(skill.name), now)

    async def versions(self, tx: Tx, name: str) -> list[UUID]:
        """The ids of all versions of a name, for their erasure. Raises NotFound, and Conflict for a shipped one."""
        if name in shipped():
            raise Conflict("already_exists", "Steward brings this skill along: it can be revoked, not deleted.")
        rows = await repository.of_name(tx, name)
        if not rows:
            raise NotFound(UNKNOWN)
        return [row.id for row in rows]

    async def erase(self, tx: Tx, skill_id: UUID) -> Sequence[ErasedRow]:
        """Delete a version for good, on the disk too; with the last one no agent names it any more. Raises NotFound."""
        row = await repository.get(tx, skill_id)
        if row is None:
            raise NotFound(UNKNOWN)
        await self._drop(tx, [row])
        if not await repository.of_name(tx, row.name):
            await repository.forget_use(tx, row.name)
            await agents.without_skill(tx, row.name)
        return [ErasedRow(KIND, skill_id, indexed=False)]

    # --- of use

    async def offered(self, tx: Tx, only: Sequence[str] | None = None) -> list[Offered]:
        """Those in force, shipped ones first; `only`: those that an agent was assigned."""
        uses = await repository.uses(tx)
        own = [
            Offered(row.name, row.description, used.last_used_at or row.approved_at if used else row.approved_at)
            for row in await repository.enabled(tx)
            for used in (uses.get(row.name),)
        ]
        there = [
            Offered(one.name, one.manifest.description, used.last_used_at if used is not None else None)
            for one in shipped().values()
            for used in (uses.get(one.name),)
            if used is None or not used.withdrawn
        ]
        return [one for one in (*there, *own) if only is None or one.name in only]

    async def activate(self, tx: Tx, name: str, now: datetime, *, counted: bool = True) -> Active | NotActive:
        """The skill, if it is in force and every file of it is as it was approved; a use of it, if `counted`."""
        if (found := shipped().get(name)) is not None:
            used = (await repository.uses(tx)).get(name)
            if used is not None and used.withdrawn:
                return NotActive(name, "revoked")
            if counted:
                await repository.used(tx, name, now)
            manifest = found.manifest
            return Active(name, manifest.body, "bundled", found.folder.digest, None, (), manifest.tools)
        rows = await repository.of_name(tx, name)
        if not rows:
            return NotActive(name, "unknown")
        row = rows[0]
        if row.state == "enabled":
            await self._look(tx, row, now)
        if row.state != "enabled":
            return NotActive(name, row.state)
        if counted:
            await repository.used(tx, name, now)
        files = await repository.files(tx, row.id)
        paths = tuple(one.path for one in files if one.path != "SKILL.md")
        origin: SkillOrigin = "owner" if row.origin == "owner" else "third_party"
        return Active(row.name, row.body, origin, row.digest, row.id, paths, tuple(row.tools))

    async def contents(self, tx: Tx, active: Active) -> list[tuple[str, bytes]]:
        """All files of one in force, as they were approved."""
        if active.skill_id is None:
            return [(one.path, one.content) for one in shipped()[active.name].folder.files]
        return [(one.path, one.content) for one in await repository.files(tx, active.skill_id, content=True)]

    async def readable(self, tx: Tx, skill_id: UUID) -> None:
        """Whether the stored files are those of the stored digest, as they may come in. Raises InvalidRequest."""
        row = await repository.get(tx, skill_id)
        if row is None:
            return
        files = await repository.files(tx, row.id, content=True)
        await asyncio.to_thread(views.check_stored, row, [(one.path, one.content) for one in files])

    # --- the folder on the disk

    async def _look(self, tx: Tx, row: Skill, now: datetime) -> None:
        """Look at the folder of one in force: where a file is not as approved, the approval ends. A folder that is not
        there at all (another home, a restored database) is made again."""
        there = await asyncio.to_thread(self.shelf.hashes, tx.owner_id, row.digest, row.name)
        if there is None:
            await self._place(tx, row)
            return
        if digest_of(there.items()) == row.digest:
            return
        files = {one.path: one for one in await repository.files(tx, row.id, content=True)}
        row.changes = await asyncio.to_thread(
            views.differences,
            {path: one.sha256 for path, one in files.items()},
            there,
            lambda path: _text(files[path].content) if path in files else None,
            lambda path: self.shelf.text(tx.owner_id, row.digest, row.name, path),
        )
        row.state, row.version, row.updated_at = "changed", row.version + 1, now
        await tx.session.flush()

    async def _place(self, tx: Tx, row: Skill) -> None:
        files = await repository.files(tx, row.id, content=True)
        if digest_of((one.path, one.sha256) for one in files) != row.digest:
            raise InvalidRequest("The stored files of this skill are not those of its digest: import it again.")
        content = [(one.path, one.content, one.kind == "script") for one in files]
        await asyncio.to_thread(self.shelf.put, tx.owner_id, row.digest, row.name, content)

    async def _drop(self, tx: Tx, rows: Sequence[Skill]) -> None:
        for row in rows:
            digest, owner_id = row.digest, tx.owner_id
            tx.session.expunge(row)
            if self._shelf is not None:
                after_commit(tx.session, partial(self._shelf.remove, owner_id, digest))
        await repository.remove(tx, [row.id for row in rows])

    async def _between(self, tx: Tx, row: Skill, other: Skill) -> list[SkillChangeOut]:
        one, two = await self._files(tx, row), await self._files(tx, other)
        found = await asyncio.to_thread(
            views.differences,
            {path: file.sha256 for path, file in one.items()},
            {path: file.sha256 for path, file in two.items()},
            lambda path: _text(one[path].content) if path in one else None,
            lambda path: _text(two[path].content) if path in two else None,
        )
        return [SkillChangeOut.model_validate(each) for each in found]

    async def _files(self, tx: Tx, row: Skill) -> Mapping[str, SkillFileRow]:
        return {file.path: file for file in await repository.files(tx, row.id, content=True)}

    async def _out(self, tx: Tx, row: Skill, now: datetime) -> SkillOut:
        used = (await repository.uses(tx)).get(row.name)
        return views.out(row, await repository.files(tx, row.id), used, now)


def _text(content: bytes) -> str:
    return "" if b"\0" in content else content.decode("utf-8", "replace")


def _row(tx: Tx, read: ReadSkill, origin: SkillOrigin, now: datetime) -> Skill:
    manifest = read.manifest
    return Skill(
        id=new_id(),
        user_id=tx.owner_id,
        name=manifest.name,
        digest=read.digest,
        description=manifest.description,
        body=manifest.body,
        state="pending",
        origin=origin,
        licence=manifest.licence,
        compatibility=manifest.compatibility,
        tools=list(manifest.tools),
        details={"metadata": dict(manifest.metadata), "others": dict(manifest.others)},
        findings=read.findings,
        changes=[],
        version=1,
        created_at=now,
        updated_at=now,
    )
