"""The tools of skills: `use_skill` tells one's instructions, `read_skill_file` a file of its folder, `run_skill_script`
runs one in the sandbox alone: a copy of the folder, no network, an empty environment, a few seconds.

What others wrote taints the run as every text of others does. A skill that may not be used is told why, and that is a
result: what was found out about its files is kept.
"""

import asyncio
import shutil
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.types.origin import Origin
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.work.skills.importing.manifest import NAME_CHARACTERS
from orchestrator.domain.work.skills.service import KIND, Active, NotActive, Skills
from orchestrator.domain.work.skills.shipped import shipped
from orchestrator.errors import NotFound, ToolRejected
from orchestrator.integrations.sandbox.interpreters import python
from orchestrator.integrations.sandbox.port import BOX, MEGABYTE, Limits, Outcome, Program, Sandbox, SandboxRefused
from orchestrator.kit.text import shorten

GROUP, SCRIPTS = "skills", "skill_scripts"
USE = "use_skill"
_ANY_DAY = date(2000, 1, 1)
MOST_A_TURN = 3
WORDS_CHARACTERS = 32_000
FILE_CHARACTERS = 20_000
ERROR_CHARACTERS = 4_000
MOST_FILES_READ = 6
GUIDANCE = "guidance"
_WHY = {
    "unknown": "There is no skill of that name.",
    "pending": "It waits for the user's review: they approve it by its digest.",
    "revoked": "The user has switched it off.",
    "changed": "Its files are no longer as the user approved them, so it was switched off: they review it again.",
}
_ASKED = "It asks for the tools {tools}; that grants nothing: the tools of this turn are what there is."

FOLDER = "skill"
LIMITS = Limits(
    wall_s=12.0,
    processor_s=10.0,
    memory_bytes=256 * MEGABYTE,
    processes=8,
    disk_bytes=32 * MEGABYTE,
    files=500,
    file_bytes=8 * MEGABYTE,
    output_bytes=64_000,
)
"""A script of a skill converts or checks something; what takes longer is a mission's work."""
_FOLDER_MODE, _FILE_MODE = 0o755, 0o555


class UseSkill(ToolArguments):
    """Arguments of `use_skill`."""

    name: str = Field(max_length=NAME_CHARACTERS, description="The skill's name, as listed.")
    words: str = Field(default="", max_length=WORDS_CHARACTERS, description="What it is to be done for.")


class ReadSkillFile(ToolArguments):
    """Arguments of `read_skill_file`."""

    name: str = Field(max_length=NAME_CHARACTERS, description="The skill's name.")
    path: str = Field(max_length=200, description="A file that the skill names, e.g. references/guide.md.")


class RunSkillScript(ToolArguments):
    """Arguments of `run_skill_script`."""

    name: str = Field(max_length=NAME_CHARACTERS, description="The skill's name.")
    path: str = Field(max_length=200, description="A script that the skill names, e.g. scripts/check.py.")
    arguments: list[str] = Field(default_factory=list, max_length=20, description="Its command line arguments.")
    input: str = Field(default="", max_length=FILE_CHARACTERS, description="What it reads from its standard input.")


class SkillActs:
    """What the tools do, over the skills of this process."""

    def __init__(self, skills: Skills) -> None:
        self._skills = skills

    async def use(self, ctx: ToolContext, arguments: UseSkill) -> ToolResult:
        found = await self._skills.activate(
            ctx.tx, arguments.name.strip().removeprefix("/").casefold(), ctx.clock.now()
        )
        return _told(found, arguments.words, ctx.local_now.date())

    async def read_file(self, ctx: ToolContext, arguments: ReadSkillFile) -> ToolResult:
        name = arguments.name.strip().removeprefix("/").casefold()
        found = await self._skills.activate(ctx.tx, name, ctx.clock.now(), counted=False)
        if isinstance(found, NotActive):
            return _told(found)
        try:
            content = await self._skills.content(ctx.tx, name, arguments.path, found.digest)
        except NotFound as error:
            told = ", ".join(found.paths) or "none"
            raise ToolRejected(f"There is no such file in {name}. Its files: {told}.") from error
        if b"\0" in content:
            raise ToolRejected("It is no text.")
        text = shorten(content.decode("utf-8", "replace"), FILE_CHARACTERS)
        return ToolResult(
            data={"skill": name, "path": arguments.path, "text": text},
            summary=f"{arguments.path} of the skill {name}",
            origin=_origin(found),
            evidence=frozenset({GUIDANCE}),
            read=_refs(found),
        )

    async def run_script(self, ctx: ToolContext, arguments: RunSkillScript) -> ToolResult:
        name = arguments.name.strip().removeprefix("/").casefold()
        found = await self._skills.activate(ctx.tx, name, ctx.clock.now(), counted=False)
        if isinstance(found, NotActive):
            return _told(found)
        files = await self._skills.contents(ctx.tx, found)
        if arguments.path not in dict(files):
            raise ToolRejected(f"There is no such script in {name}. Its files: {', '.join(found.paths) or 'none'}.")
        if self._skills.sandbox is None:
            raise ToolRejected("Nothing here runs scripts: follow the skill's text without it.")
        stdin = arguments.input.encode()
        try:
            done = await run_script(self._skills.sandbox, files, arguments.path, arguments.arguments, stdin)
        except SandboxRefused as error:
            raise ToolRejected(f"{error.detail} Follow the skill's text without the script.") from error
        return ToolResult(
            data={
                "skill": name,
                "script": arguments.path,
                "ended": done.ended,
                "code": done.code,
                "output": done.stdout.decode("utf-8", "replace")[:FILE_CHARACTERS],
                "errors": done.stderr.decode("utf-8", "replace")[:ERROR_CHARACTERS],
            },
            summary=f"{arguments.path} of the skill {name}: {done.ended}",
            origin=_origin(found),
            evidence=frozenset({GUIDANCE}),
            read=_refs(found),
        )


def skill_tools(skills: Skills) -> Sequence[ToolSpec]:
    """The tools over the skills of this process."""
    acts = SkillActs(skills)
    return (
        ReadTool(
            name="run_skill_script",
            description="Run a script of a skill, without network, in a sandbox that holds a copy of its folder.",
            group=SCRIPTS,
            execute=acts.run_script,
            arguments=RunSkillScript,
            max_calls=MOST_FILES_READ,
            independent=False,
        ),
        ReadTool(
            name=USE,
            description="Read a skill's instructions before you do what it is for. At most three a turn.",
            group=GROUP,
            execute=acts.use,
            arguments=UseSkill,
            max_calls=MOST_A_TURN,
            inspects=True,
            independent=False,
            hidden_arguments=frozenset({"words"}),
            examples=(("do my weekly review", {"name": "weekly-review"}),),
        ),
        ReadTool(
            name="read_skill_file",
            description="Read a file that a skill's instructions name.",
            group=GROUP,
            execute=acts.read_file,
            arguments=ReadSkillFile,
            max_calls=MOST_FILES_READ,
            independent=False,
        ),
    )


def _told(found: Active | NotActive, words: str = "", today: date = _ANY_DAY) -> ToolResult:
    if isinstance(found, NotActive):
        why = {"skill": found.name, "refused": found.why, "reason": _WHY[found.why]}
        return ToolResult(data=why, summary=f"the skill {found.name} was not used: {found.why}", empty=True)
    data: dict[str, Any] = {"skill": found.name, "instructions": found.body, "files": list(found.paths)}
    if found.tools:
        data["asks_for"] = _ASKED.format(tools=", ".join(found.tools))
    if found.origin == "bundled":
        steps = shipped()[found.name].steps
        data["begins_with"] = [one.title for one in steps if one.of(words, today) is not None]
    return ToolResult(
        data=data,
        summary=f"the skill {found.name}",
        origin=_origin(found),
        evidence=frozenset({GUIDANCE}),
        read=_refs(found),
    )


def _origin(found: Active) -> Origin:
    return Origin.THIRD_PARTY if found.origin == "third_party" else Origin.OWN_DATA


def _refs(found: Active) -> tuple[EntityRef, ...]:
    return (EntityRef(KIND, found.skill_id, found.name),) if found.skill_id is not None else ()


async def run_script(
    sandbox: Sandbox, files: Sequence[tuple[str, bytes]], path: str, arguments: Sequence[str], stdin: bytes
) -> Outcome:
    """To its end, whatever that is. Raises ToolRejected where nothing here runs such a script, SandboxRefused."""
    program, readable = _interpreter(path)
    async with sandbox.room() as room:
        await asyncio.to_thread(_copy, room.box / FOLDER, files)
        argv = (program, f"{BOX}/{FOLDER}/{path}", *arguments)
        return await sandbox.run(Program(argv, readable=readable, limits=LIMITS), room, stdin=stdin)


def _interpreter(path: str) -> tuple[str, tuple[Path, ...]]:
    ending = path.rpartition(".")[2].lower()
    if ending == "py" and (found := python()) is not None:
        return found.path, found.readable
    name = {"sh": "sh", "bash": "bash", "js": "node", "mjs": "node", "cjs": "node"}.get(ending, "")
    known = shutil.which(name, path="/usr/local/bin:/usr/bin:/bin") if name else None
    if known is None:
        raise ToolRejected(f"Nothing on this machine runs {path} in the sandbox.")
    return known, ()


def _copy(folder: Path, files: Sequence[tuple[str, bytes]]) -> None:
    for path, content in files:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        target.chmod(_FILE_MODE)
    for one in (folder, *(each for each in folder.rglob("*") if each.is_dir())):
        one.chmod(_FOLDER_MODE)
