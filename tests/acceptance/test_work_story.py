"""A new user's story (issue 17): a skill is imported and approved, a server that shows a folder connected, "plan …"
said, the plan read with its cost and approved, a question answered, the process killed in the middle; the mission
goes on, and its report, files, claims and writes are read and taken back. A scripted model plays the agents."""

import asyncio
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from tests.acceptance.test_missions import OVER
from tests.acceptance.test_missions_by_agents import call, submit
from tests.support.loopback_http import Recorded
from tests.support.mcp_servers import PYTHON, approved, made, with_tried_sandbox
from tests.support.model_script import Call, Say, Step
from tests.support.served import Served, served
from tests.support.skill_files import skill_zip
from tests.support.steward import Person

FILES = Path(__file__).parent.parent / "support" / "files_mcp.py"
OFFERS = "Offer A: roof in slate, 12400 EUR.\nOffer B: roof in tiles, 9800 EUR.\n"
QUOTED = "Offer B: roof in tiles, 9800 EUR."
READ = "papers__read_text_file"
GOAL = "Plan the renovation of our roof from the offers in my papers, let the researcher and the gardener do it"
PLAN = [
    {
        "id": "read",
        "goal": "Read the offers",
        "agent": "researcher",
        "tools": [READ],
        "needs": [],
        "check": {"kind": "claims"},
        "output": {"type": "object", "required": ["offers"]},
    },
    {"id": "each", "kind": "map", "goal": "Judge", "agent": "gardener", "needs": ["read"], "over": "${read.offers}",
     "tools": [], "check": {"kind": "text"}},
    {"id": "write", "goal": "Note it", "agent": "gardener", "tools": ["todos_create"], "needs": ["each"],
     "check": {"kind": "file", "path": "roof.md"}},
]  # fmt: skip


class Agents:
    """They do what they should, by what they see. `held`: the process is to die while that turn is answered."""

    def __init__(self) -> None:
        self.turns: Counter[str] = Counter()
        self.prompts: list[str] = []
        self.held = asyncio.Event()

    def __call__(self, request: Recorded) -> Step | None:
        body = request.body or {}
        names = {tool["function"]["name"] for tool in body.get("tools") or ()}
        told = "\n".join(str(one["content"]) for one in body["messages"])
        if "submit_plan" in names:
            assert READ in told  # the tools that the goal needs are there to plan with
            return call("submit_plan", steps=PLAN)
        if "submit_result" not in names:
            return None
        self.prompts.append(told)
        results = [one for one in body["messages"] if one["role"] == "tool"]
        if READ in names:
            if not results:
                return call(READ, path="offers.txt")
            claim = {"text": "Offer B is for tiles", "evidence": [{"tool": READ, "quote": QUOTED}]}
            return submit("Two offers.", claim, offers=["Offer A", "Offer B"])
        if (item := re.search(r"Do it for this one: (Offer \w)", told)) is not None:
            return self._judged(item[1], told, results)
        if not results:
            return call("write_file", path="roof.md", text="# Roof\n\nOffer B is the cheaper one.\n")
        if len(results) == 1:
            return call("todos_create", title="Accept offer B")
        return submit(
            "Written, and a todo waits for you.",
            {"text": "Offer B is the cheaper one", "evidence": [{"file": "roof.md"}]},
        )

    def _judged(self, item: str, told: str, results: list[object]) -> Step:
        self.turns[item] += 1
        if not results:
            return Call((("call_skill", "use_skill", {"name": "offer-review"}),))
        if len(results) == 1 and item == "Offer A":
            return call("ask_question", question="Slate or tiles?", options=["Slate", "Tiles"])
        if item == "Offer B" and not self.held.is_set():
            self.held.set()
            return Say("too late", pause_s=20.0)
        return submit(f"{item} was looked at.")


@pytest_asyncio.fixture
async def steward(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path, STEWARD_SANDBOX="auto", STEWARD_EMBED_MODEL="off") as steward:
        yield steward


async def _means(owner: Person) -> Path:
    """The skill and the server, approved; the folder that it shows."""
    answer = await owner.send(
        "POST",
        "/skills",
        content=skill_zip("offer-review", description="Judges offers of craftsmen.", body="Compare the price."),
        headers={"Content-Type": "application/zip"},
    )
    assert answer.json()["state"] == "pending", answer.text
    await owner.post("/skills/offer-review/approve", {"digest": answer.json()["digest"]})
    shared = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="steward-shared-"))
    await asyncio.to_thread((shared / "offers.txt").write_text, OFFERS)
    await asyncio.to_thread(shared.chmod, 0o755)
    program = {"name": "Papers", "transport": "stdio", "command": PYTHON, "args": [str(FILES), str(shared)]}
    server = await approved(owner, await made(owner, program), read=True)
    assert {one["offered_as"] for one in server["tools"]} == {READ, "papers__list_directory"}, server
    body = {"name": "gardener", "tools": ["todos_create"], "skills": ["offer-review"]}
    await owner.post("/agents", body)
    return shared


async def test_from_a_skill_to_writes_that_are_taken_back(steward: Served, tmp_path: Path) -> None:
    await with_tried_sandbox(steward.home)
    agents = Agents()
    steward.model.respond(agents)
    async with steward.owner() as owner:
        shared = await _means(owner)
        bundle = await owner.ask(GOAL)
        mission_id = bundle["command_result"]["mission_id"]
        planned = await owner.until(f"/missions/{mission_id}", lambda one: one["state"] not in {"draft"})
        assert (planned["state"], planned["agents"]) == ("planned", ["researcher", "gardener"]), planned["last_error"]
        assert planned["estimate"]["tokens"]["likely"] > 0
        assert [one["kind"] for one in planned["plan"]["steps"]] == ["agent", "map", "agent"]
        await owner.post(f"/missions/{mission_id}/approve", {"plan_hash": planned["plan"]["hash"]})
        await asyncio.wait_for(agents.held.wait(), 60)
        await steward.kill()
    await steward.start()
    async with steward.owner() as owner:
        path = f"/missions/{mission_id}"
        asked = await owner.until(path, lambda one: one["state"] == "waiting" and one["questions"])
        (question,) = asked["questions"]
        await owner.post(f"{path}/questions/{question['id']}/answer", {"option_id": "2"})
        waits = await owner.until(path, lambda one: one["previews"])
        (preview,) = waits["previews"]
        await owner.post(f"/previews/{preview}/confirm")
        done = await owner.until(path, lambda one: one["state"] in OVER)
        assert done["state"] == "done", (done["report"], done["plan"]["steps"])
        assert done["report"].startswith("## What was not done\n\nNothing is missing.")
        assert [one["path"] for one in done["deliverables"]] == ["roof.md"]
        labels = {one["text"]: one["label"] for one in done["claims"]}
        assert labels["Offer B is for tiles"] == labels["Offer B is the cheaper one"] == "verified"
        assert done["ledger"]["spent"]["tokens"] <= done["ledger"]["limit"]["tokens"]
        assert sum("Compare the price." in one for one in agents.prompts)  # the skill was read
        assert all("weekly-review" not in one for one in agents.prompts)  # and no other one told
        briefs = (await owner.get(f"{path}/briefs"))["items"]
        ended = [one["status"] for one in briefs if one["constraints"].get("item") == "Offer B"]
        assert ended.count("done") == 1  # what was done for one thing is not done again
        assert {one["constraints"].get("item") for one in briefs if one["step"] == "each"} == {"Offer A", "Offer B"}
        run = await owner.get(f"/runs/{briefs[0]['run_id']}")
        assert {one["origin"] for one in run["steps"][0]["proposals"]} == {"third_party"}
        (proposal,) = [one for one in (await owner.get("/proposals"))["items"] if "Slate or tiles?" in one["text"]]
        assert "Tiles" in proposal["text"]
        assert await owner.count("todos") == 1
        await owner.post(f"/previews/{preview}/undo")
        assert await owner.count("todos", "hidden_at is null") == 0
        folder = steward.home / "workspaces" / done["workspace_id"]
        assert await asyncio.to_thread(folder.exists)
        receipt = (await owner.send("DELETE", path)).json()
        assert (receipt["deleted"]["mission"], receipt["deleted"]["workspace"]) == (1, 1)
        assert not await asyncio.to_thread(folder.exists)
        assert (await owner.client.get(f"/workspaces/{done['workspace_id']}")).status_code == 404
    await asyncio.to_thread(shutil.rmtree, shared)
