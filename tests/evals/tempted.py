"""Is an answer refused where nothing that was found answers, and let through where something does?

    make evals ARGS="tempted --sample 24"

A scripted model searches for each question of LoCoMo in its own words and then says what the data say: the right
answer, or, of a question without one, the wrong answer that it invites. So the controller decides and no model's moods:
what is refused of the right ones is what it costs, what is refused of the tempting ones what it is for.
"""

import argparse
import asyncio
import json
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.evals.answers import DATA
from tests.evals.asked import embedded, listener, running_steward
from tests.evals.judge import judged
from tests.evals.locomo import Question, conversations
from tests.support.loopback_http import Recorded
from tests.support.model_script import Call, Say, Step, smallest
from tests.support.ollama_server import OllamaServer

from orchestrator.telemetry.logging import configure_logging


class Tempted(OllamaServer):
    """Searches, then says what it is told to say."""

    def __init__(self) -> None:
        super().__init__()
        self.question = Question("", "", "", "", "", "", ())

    def next_step(self, request: Recorded) -> Step:
        if not request.body.get("tools"):
            schema = self.schema_of(request)
            return Say(json.dumps(smallest(schema)) if schema else "-")
        if any(message["role"] == "tool" for message in request.body["messages"]):
            return Say(self.question.answer or self.question.tempting)
        return Call((("c1", "search_memories", {"query": self.question.text}),))


def main(arguments: Sequence[str]) -> int:
    """The evaluation `tempted`."""
    parser = argparse.ArgumentParser(prog="tests.evals tempted", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the evaluation sets")
    parser.add_argument("--sample", type=int, default=24, help="so many questions with an answer, and as many without")
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--vectors", action="store_true", help="search by meaning too; else by words alone, at once")
    parser.add_argument("--show", action="store_true", help="print what went wrong")
    given = parser.parse_args(arguments)
    configure_logging(level="WARNING")
    asyncio.run(_measure(given))
    return 0


async def _measure(given: argparse.Namespace) -> None:
    found = conversations(given.data)
    drawn = random.Random(given.seed)
    kinds = ("single_hop", "temporal", "multi_hop", "open_domain", "adversarial")
    of_kind = {kind: [one for each in found for one in each.questions if one.category == kind] for kind in kinds}
    all_yes = [one for kind in kinds[:4] for one in of_kind[kind]]
    chosen = drawn.sample(all_yes, given.sample)
    tempting = [one for one in of_kind["adversarial"] if one.tempting]
    chosen += drawn.sample(tempting, min(given.sample, len(tempting)))
    kept: dict[str, list[bool]] = {}
    model = Tempted()
    settings: dict[str, Any] = {"llm_provider": "ollama", "local_first": False, "workers": 1, "fast_model": None}
    if not given.vectors:
        settings |= {"workers": 0, "embed_model": "off"}
    with tempfile.TemporaryDirectory() as home:
        async with model, running_steward(Path(home), model=model, **settings) as steward:
            wanted = {one.conversation for one in chosen}
            users = {one.id: await listener(steward, one, user=None) for one in found if one.id in wanted}
            if given.vectors:
                await embedded(steward)
            for question in chosen:
                model.question = question
                outcome = await users[question.conversation].ask(question)
                right = judged(outcome.answer, question.answer, question.tempting).right
                kept.setdefault(question.category, []).append(right)
                if given.show and not right:
                    print(f"{question.category}: {question.text!r} -> {outcome.answer[:160]!r}", flush=True)
    for kind in kinds:
        if kind in kept:
            print(f"{kind:<12} {sum(kept[kind])} of {len(kept[kind])} as it should be")
