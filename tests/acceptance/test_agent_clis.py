"""A command-line agent of the owner: approved, run once on a copy in the sandbox, its difference shown and applied."""

import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import pytest_asyncio
from tests.support import requirements
from tests.support.loopback_http import Recorded
from tests.support.model_script import Call
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward, started
from tests.support.waiting import eventually

from orchestrator.domain.work.workspaces.agent_clis import runs
from orchestrator.domain.work.workspaces.agent_clis.runs import RUN, CliRun, RunCli
from orchestrator.errors import ConfigurationError
from orchestrator.integrations.sandbox.launcher import landlock
from orchestrator.kit.ids import new_id
from orchestrator.scheduling.async_jobs import enqueue
from orchestrator.setting_values import AgentCli, AgentClis, SandboxChoice
from orchestrator.settings import load_settings

SCRIPT = """#!/bin/sh
read prompt
echo "asked: $prompt"
echo "$AGENT_KEY" > key.txt
echo more >> plan.md
rm gone.md
ln -s /etc/passwd stolen
mkdir -p .steward/objects && echo x > .steward/objects/x
"""


@pytest.fixture(scope="module")
def tools() -> Iterator[Path]:
    """A folder that all users can read, with a scripted agent and its key."""
    with tempfile.TemporaryDirectory(prefix="steward-cli-") as folder:
        root = Path(folder)
        root.chmod(0o755)
        (root / "bin").mkdir()
        (root / "bin" / "agent").write_text(SCRIPT)
        for path in (root / "bin", root / "bin" / "agent"):
            path.chmod(0o755)
        (root / "key").write_text("sk-only-for-this-child\n")
        (root / "key").chmod(0o600)
        yield root


@pytest_asyncio.fixture(scope="module")
async def steward(
    postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory, tools: Path
) -> AsyncIterator[Steward]:
    if not landlock.version():
        requirements.missing("a kernel with Landlock")
    clis = AgentClis(
        (
            AgentCli("scripted", (str(tools / "bin" / "agent"),), keys=(("AGENT_KEY", str(tools / "key")),)),
            AgentCli("online", (str(tools / "bin" / "agent"),), hosts=("api.example.org",)),
        )
    )
    url = await postgres.clone()
    async with started(
        tmp_path_factory.mktemp("clis"),
        url,
        workers=1,
        agent_clis=clis,
        sandbox=SandboxChoice.LANDLOCK,
        job_retry_s=0.2,
    ) as running:
        await running.runtime.untrusted.sandbox.report()
        yield running
    await postgres.drop(url)


@pytest_asyncio.fixture
async def ana(steward: Steward) -> Person:
    return await steward.person("Ana Reis")


async def workspace_of(person: Person) -> str:
    workspace = str((await person.post("/workspaces", {"name": "Garden"}))["id"])
    for path, content in (("plan.md", b"dig\n"), ("gone.md", b"away\n")):
        await person.send("PUT", f"/workspaces/{workspace}/files/{path}", content=content)
    return workspace


async def asked(steward: Steward, person: Person, tool: str) -> dict[str, Any]:
    steward.model.forget()
    steward.model.route({"intent": "general", "mood": "request", "confidence": 0.3})
    steward.model.call(tool, {"workspace": "Garden", "prompt": "tidy up"})
    steward.model.say("It waits for you.")
    return await person.ask("Please have the agent tidy up the garden folder")


async def files_of(person: Person, workspace: str) -> set[str]:
    return {one["path"] for one in (await person.get(f"/workspaces/{workspace}/files"))["items"]}


async def test_a_run_is_approved_and_its_difference_too(steward: Steward, ana: Person) -> None:
    workspace = await workspace_of(ana)
    (preview,) = (await asked(steward, ana, "execute_scripted_cli"))["previews"]
    assert preview["tool"] == "execute_scripted_cli"
    assert "tidy up" in preview["summary"]
    assert await ana.count("workspace_cli_runs") == 0
    await ana.post(f"/previews/{preview['id']}/confirm")
    await ana.post(f"/previews/{preview['id']}/confirm")  # once, however often
    waiting = await ana.until("/previews", _applying, state="pending")
    (apply,) = _applying(waiting)
    assert await ana.count("workspace_cli_runs") == 1
    assert "+more" in apply["arguments"]["diff"]
    assert "+sk-only-for-this-child" in apply["arguments"]["diff"]
    assert apply["arguments"]["said"] == "asked: tidy up\n"
    changed = {one["path"] for one in apply["arguments"]["changes"]}
    assert changed == {"plan.md", "gone.md", "key.txt"}
    assert await files_of(ana, workspace) == {"plan.md", "gone.md"}  # nothing is applied before the second yes
    done = await ana.post(f"/previews/{apply['id']}/confirm")
    assert done["state"] == "confirmed"
    assert await files_of(ana, workspace) == {"plan.md", "key.txt"}
    assert (await ana.send("GET", f"/workspaces/{workspace}/files/plan.md")).content == b"dig\nmore\n"
    await ana.post(f"/previews/{apply['id']}/undo")
    assert await files_of(ana, workspace) == {"plan.md", "gone.md"}
    assert (await ana.send("GET", f"/workspaces/{workspace}/files/plan.md")).content == b"dig\n"


def _applying(page: Any) -> list[dict[str, Any]]:
    return [one for one in page["items"] if one["tool"] == "workspaces_apply"]


async def test_what_changed_meanwhile_is_not_overwritten(steward: Steward, ana: Person) -> None:
    workspace = await workspace_of(ana)
    (preview,) = (await asked(steward, ana, "execute_scripted_cli"))["previews"]
    await ana.post(f"/previews/{preview['id']}/confirm")
    (apply,) = _applying(await ana.until("/previews", _applying, state="pending"))
    await ana.send("PUT", f"/workspaces/{workspace}/files/plan.md", content=b"mine\n")
    answer = await ana.post(f"/previews/{apply['id']}/confirm")
    assert answer["state"] == "pending"
    assert "changed since" in answer["last_error"]
    assert await files_of(ana, workspace) == {"plan.md", "gone.md"}
    assert (await ana.send("GET", f"/workspaces/{workspace}/files/plan.md")).content == b"mine\n"


async def test_what_needs_a_host_is_refused_and_says_so(steward: Steward, ana: Person) -> None:
    await workspace_of(ana)
    bundle = await asked(steward, ana, "execute_online_cli")
    assert bundle["previews"] == []
    told = await ana.get(f"/runs/{bundle['run']['id']}")
    assert "grants no host" in str(told)


async def test_a_run_that_broke_off_is_never_repeated(steward: Steward, ana: Person) -> None:
    workspace, run_id = await workspace_of(ana), new_id()
    async with steward.database.unit_of_work_of(ana.id) as tx:
        values = {"workspace_id": UUID(workspace), "cli": "scripted", "prompt": "x", "state": "running"}
        tx.session.add(CliRun(id=run_id, user_id=ana.id, **values))
        await tx.session.flush()
        await enqueue(tx.session, RUN, RunCli(run_id=run_id), owner_id=ana.id)

    async def state() -> str:
        async with steward.database.unit_of_work_of(ana.id) as tx:
            found = await runs.find(tx, run_id)
            return found.state if found is not None else ""

    await eventually(state, lambda now: now == "unknown")
    assert await files_of(ana, workspace) == {"plan.md", "gone.md"}


def test_how_they_are_named(tmp_path: Path) -> None:
    given = 'claude=/usr/bin/claude -p --bare "two words" host:api.example.org key:API_KEY=/run/key; other=/opt/x'
    environ = {"STEWARD_HOME": str(tmp_path), "STEWARD_AGENT_CLIS": given}
    first, second = load_settings(environ=environ, env_file=None).settings.agent_clis
    assert first.argv == ("/usr/bin/claude", "-p", "--bare", "two words")
    assert (first.hosts, first.keys) == (("api.example.org",), (("API_KEY", "/run/key"),))
    assert second == AgentCli("other", ("/opt/x",))
    for wrong in ("claude", "Claude=/x", "x=relative", "x=/y 'open", "x=/y key:A=relative"):
        with pytest.raises(ConfigurationError, match="STEWARD_AGENT_CLIS"):
            load_settings(environ={**environ, "STEWARD_AGENT_CLIS": wrong}, env_file=None)


def _call(name: str, **arguments: Any) -> Call:
    return Call(((f"call_{name}", name, arguments),))


async def test_a_mission_has_it_run_in_its_own_folder_and_waits_for_what_it_changed(
    steward: Steward, ana: Person
) -> None:
    await workspace_of(ana)  # another folder, which is not meant
    await ana.post("/agents", {"name": "runner", "tools": ["execute_scripted_cli"]})
    await ana.post("/agents", {"name": "looker", "tools": ["get_workspace_file"]})
    steps = [
        {"id": "run", "goal": "Run it", "agent": "runner", "tools": ["execute_scripted_cli"], "needs": []},
        {"id": "look", "goal": "Look", "agent": "looker", "tools": ["get_workspace_file"], "needs": ["run"]},
    ]

    def play(request: Recorded) -> Call | None:
        names = {tool["function"]["name"] for tool in request.body.get("tools") or ()}
        called = any(one["role"] == "tool" for one in request.body["messages"])
        if "submit_plan" in names:
            return _call("submit_plan", steps=steps)
        if called and "submit_result" in names:
            return _call("submit_result", summary="There.", claims=[])
        if "execute_scripted_cli" in names:
            return _call("execute_scripted_cli", prompt="tidy up")
        return _call("get_workspace_file", path="plan.md") if "get_workspace_file" in names else None

    steward.model.forget()
    steward.model.respond(play)
    mission = await ana.post("/missions", {"goal": "Have the plan tidied by the scripted agent"})
    path = f"/missions/{mission['id']}"
    planned = await ana.until(path, lambda one: one["state"] in {"planned", "failed"})
    assert planned["state"] == "planned", planned["last_error"]
    await ana.post(f"{path}/approve", {"plan_hash": planned["plan"]["hash"]})
    waits = await ana.until(path, lambda one: one["state"] == "waiting")
    assert waits["questions"] == []
    (run,) = waits["previews"]
    await ana.post(f"/previews/{run}/confirm")
    waits = await ana.until(path, lambda one: len(one["previews"]) > 1)
    assert waits["state"] == "waiting"
    assert [one["state"] for one in waits["plan"]["steps"]] == ["done", "pending"]  # it needs what is not there yet
    apply = await ana.get(f"/previews/{waits['previews'][1]}")
    assert apply["tool"] == "workspaces_apply"
    assert apply["arguments"]["workspace_id"] == waits["workspace_id"]
    await ana.post(f"/previews/{apply['id']}/confirm")
    done = await ana.until(path, lambda one: one["state"] in {"done", "partial", "failed"})
    steward.model.forget()
    assert done["state"] == "done", done["report"]
    assert "plan.md" in {one["path"] for one in done["deliverables"]}
    read = await ana.get(f"{path}/executions")
    assert [one["state"] for one in read["items"] if one["tool"] == "get_workspace_file"] == ["done"]
