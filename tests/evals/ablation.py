"""What does each part of the controller buy? The same model on the same tasks, with one part switched off at a time.

    python -m tests.evals ablation --model reader
    python -m tests.evals ablation --model http://127.0.0.1:18080/v1 --minutes 90
    python -m tests.evals ablation --table                # the table of what was played so far

Tasks: ablation_tasks.jsonl, in an order of which every beginning holds every kind; they are played in blocks, a block
through all configurations before the next, so that a run that ends early still compares like with like. Records with
whole transcripts: `--folder` (default ~/.cache/steward-evals/ablation); model replies are kept beside it
(cached_model.py), so a run that is started again goes on where the last one was.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import structlog
from tests.evals.ablation_app import HERE, WRITES, Lab, Played, changes
from tests.evals.ablation_judge import judge
from tests.evals.ablation_same import had_nothing_to_do
from tests.evals.ablation_table import table
from tests.evals.cached_model import CachedModel
from tests.support.postgres import PostgresServer

from orchestrator.agent.turn.turn import Switches

CONFIGURATIONS: Mapping[str, Switches] = {
    "whole": Switches(),
    "no claim gate": Switches(claim_gate=False),
    "no verifier": Switches(verifier=False),
    "no mood gate": Switches(mood_gate=False),
    "no repair": Switches(repair=False),
    "no router": Switches(router=False),
    "no tiers": Switches(tiers=False),
    "none of them": Switches(
        router=False, tiers=False, repair=False, verifier=False, claim_gate=False, mood_gate=False
    ),
}
"""Those that share most of their prompts with the whole controller come first: their replies are known already."""
BLOCK = 9
MOST_REPLAYS = 12
"""A turn is played again where the model was too slow for the router's eight seconds; its reply is known by then."""
MODEL_NAME = "qwen2.5-coder-1.5b-instruct-q4_k_m"
FOLDER = Path.home() / ".cache" / "steward-evals"


def tasks() -> list[dict[str, Any]]:
    """All tasks, in their order."""
    lines = (HERE / "ablation_tasks.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


@dataclass(frozen=True)
class Place:
    """Where a record is kept."""

    folder: Path
    model: str

    def of(self, configuration: str, task: Mapping[str, Any]) -> Path:
        return self.folder / self.model / configuration.replace(" ", "_") / f"{task['id']}.json"


async def play(lab: Lab, task: Mapping[str, Any], switches: Switches, model: CachedModel | None) -> dict[str, Any]:
    """The record of one task under one configuration. Raises RuntimeError where the model's server is gone."""
    if model is None:
        return {**await _played(lab, task, switches), "exchanges": []}
    for _ in range(MOST_REPLAYS):
        model.begin()
        record = await _played(lab, task, switches)
        if model.failure:
            msg = f"the model's server failed, so nothing of this task is kept: {model.failure}"
            raise RuntimeError(msg)
        if not model.given_up:
            break
        await model.settled()
    return {**record, "exchanges": [asdict(one) for one in model.log], "given_up": model.given_up}


async def _played(lab: Lab, task: Mapping[str, Any], switches: Switches) -> dict[str, Any]:
    turns: list[dict[str, Any]] = []
    confirmed: list[dict[str, Any]] = []
    error = ""
    async with lab.playing(switches) as played:
        if task.get("auto"):
            await played.call("PATCH", "/me", {"auto_confirm": list(WRITES)})
        try:
            await _converse(played, task, turns)
            confirmed = await _confirm_all(played, turns)
        except AssertionError as problem:
            error = str(problem)
    return {"task": task["id"], "turns": turns, "confirmed": confirmed, "error": error}


async def _converse(played: Played, task: Mapping[str, Any], turns: list[dict[str, Any]]) -> None:
    thread: str | None = None
    for question in task["turns"]:
        before = await played.snapshot()
        bundle = await played.ask(question, locale=task.get("locale", "en-US"), thread=thread)
        thread = bundle["thread_id"]
        executed = changes(before, await played.snapshot())
        run = await played.call("GET", f"/runs/{bundle['run']['id']}")
        turns.append(
            {
                "question": question,
                "bundle": bundle,
                "run": run,
                "executed": [asdict(one) for one in executed],
                "before": before,
            }
        )


async def _confirm_all(played: Played, turns: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What the user would get who says yes to every preview that still waits."""
    before = await played.snapshot()
    for preview in (await played.call("GET", "/previews?state=pending"))["items"]:
        await played.call("POST", f"/previews/{preview['id']}/confirm", {})
    del turns
    return [asdict(one) for one in changes(before, await played.snapshot())]


async def measure(options: argparse.Namespace) -> int:
    """Play what was asked for. Returns an exit code."""
    chosen = [
        one for one in tasks()[options.skip :] if not options.only or any(part in one["id"] for part in options.only)
    ]
    wanted = options.configurations or list(CONFIGURATIONS)
    is_reader = options.model == "reader"
    place = Place(options.folder / "ablation", "reader" if is_reader else MODEL_NAME)
    ends_at = time.monotonic() + options.minutes * 60
    server = PostgresServer()
    await server.start()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(server.stop)
        model = None
        if not is_reader:
            model = CachedModel(options.model, options.folder / "replies", MODEL_NAME)
            await stack.enter_async_context(model.serving())
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="steward-ablation-")))
        lab = Lab(server, home, model.url if model is not None else None, MODEL_NAME, local_first=options.local_first)
        await lab.prepare()
        stack.push_async_callback(lab.close)
        for start in range(0, len(chosen), BLOCK):
            for name in wanted:
                for task in chosen[start : start + BLOCK]:
                    path = place.of(name, task)
                    if options.keep and path.is_file():
                        continue
                    if time.monotonic() > ends_at:
                        print("The time is over.")
                        return 0
                    await _one(lab, task, name, model, path)
    return 0


async def _one(lab: Lab, task: Mapping[str, Any], name: str, model: CachedModel | None, path: Path) -> None:
    started, asked = time.monotonic(), model.asked if model is not None else 0
    record = _taken_over(task, name, path) or await play(lab, task, CONFIGURATIONS[name], model)
    _keep(record, path)
    verdict = judge(task, record)
    fresh = (model.asked if model is not None else 0) - asked
    told = "ok" if verdict.success else "NO  " + " · ".join(verdict.why)
    spent = f"{time.monotonic() - started:5.1f} s, {fresh} new replies"
    print(f"{time.strftime('%H:%M:%S')} {name:<14} {task['id']:<22} {spent}  {told}", flush=True)


def _taken_over(task: Mapping[str, Any], name: str, path: Path) -> dict[str, Any] | None:
    """The record of the whole controller, where the one part that is off had nothing to do in it."""
    off = [part for part, on in asdict(CONFIGURATIONS[name]).items() if not on]
    whole = path.parent.parent / "whole" / path.name
    if len(off) != 1 or not whole.is_file():
        return None
    record: dict[str, Any] = json.loads(whole.read_text("utf-8"))
    idle = had_nothing_to_do(off[0], record, task.get("locale", "en-US"))
    return {**record, "same_as": "whole"} if idle else None


def _keep(record: Mapping[str, Any], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(record, ensure_ascii=False, indent=1), "utf-8")


def main(arguments: Sequence[str]) -> int:
    """The evaluation `ablation`."""
    parser = argparse.ArgumentParser(prog="python -m tests.evals ablation", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("--model", default="reader", help="`reader`, or the URL of an OpenAI-compatible server")
    parser.add_argument("--minutes", type=float, default=1e6, help="end after so many minutes")
    parser.add_argument("--only", nargs="*", default=[], help="tasks whose id holds one of these")
    parser.add_argument("--skip", type=int, default=0, help="leave out so many of the first tasks")
    parser.add_argument("--configurations", nargs="*", choices=list(CONFIGURATIONS), default=[])
    parser.add_argument("--local-first", action="store_true", help="as by default; keep it apart by --folder")
    parser.add_argument("--keep", action="store_true", help="leave records that are there")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--table", action="store_true", help="print the table of the records, play nothing")
    options = parser.parse_args(list(arguments))
    if options.table:
        for name in ("reader", MODEL_NAME):
            print(table(options.folder / "ablation" / name, tasks()[options.skip :], list(CONFIGURATIONS)), "\n")
        return 0
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    return asyncio.run(measure(options))


run = main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
