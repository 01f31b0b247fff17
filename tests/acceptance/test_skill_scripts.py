"""A script of a skill runs in the sandbox, sees its folder and nothing else, and taints like the skill's text."""

from tests.acceptance.conftest import Start
from tests.acceptance.test_skills import approved
from tests.support.skill_files import archive, skill_md

PROBE = """
import os, pathlib, socket, sys
print("here", pathlib.Path(__file__).with_name("words.txt").read_text().strip(), sys.argv[1:], sys.stdin.read())
print("environment", sorted(name for name in os.environ if "STEWARD" in name or "TOKEN" in name))
try:
    socket.create_connection(("127.0.0.1", 80), 1)
    print("connected")
except OSError as error:
    print("no network", type(error).__name__)
try:
    print(open("/etc/shadow").read()[:4])
except OSError as error:
    print("no secrets", type(error).__name__)
"""


async def test_a_script_runs_in_the_sandbox_alone(start: Start) -> None:
    async with start() as steward:
        ana = await steward.person()
        made = archive(
            {
                "with-script/SKILL.md": skill_md("with-script", body="Run scripts/probe.py."),
                "with-script/scripts/probe.py": PROBE,
                "with-script/scripts/words.txt": "hello",
            }
        )
        await approved(ana, made)
        report = await (await steward.owner()).get("/system/sandbox")
        call = {"name": "with-script", "path": "scripts/probe.py", "arguments": ["--x"], "input": "typed"}
        steward.model.call("run_skill_script", call)
        steward.model.call("run_skill_script", {**call, "path": "scripts/none.py"})
        steward.model.say("It ran.")
        told = await ana.ask("/with-script")
        run = await ana.get(f"/runs/{told['run']['id']}")
        done, missing = [one for step in run["steps"] for one in step["proposals"] if one["tool"] == "run_skill_script"]
        assert missing["verdict"] == "reject" or missing["outcome"] in {"refused", "failed"}
        prompt = steward.prompt()
        if report["backend"] in {"none", "off"}:
            assert "without the script" in prompt
            return
        assert done["origin"] == "third_party"
        assert "here hello ['--x'] typed" in prompt, prompt[-3000:]
        assert "environment []" in prompt
        assert "no network" in prompt
        assert "no secrets" in prompt


async def test_without_a_sandbox_the_text_is_used_alone(start: Start) -> None:
    async with start(sandbox="off") as steward:
        ana = await steward.person()
        made = archive({"SKILL.md": skill_md("with-script"), "scripts/a.py": "print(1)"})
        await approved(ana, made)
        steward.model.call("run_skill_script", {"name": "with-script", "path": "scripts/a.py"})
        steward.model.say("I went without it.")
        assert (await ana.ask("/with-script"))["answer"] == "I went without it."
        assert "without the script" in steward.prompt()
