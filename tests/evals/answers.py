"""Answers from evidence: how often is Steward right about a conversation of 400 to 660 messages, and does it say so
where nothing is there?

    make evals ARGS="answers --keep /tmp/evals"                                              the reader and plain BM25
    make evals ARGS="answers --keep /tmp/evals --model http://127.0.0.1:18080/v1 --sample 60 --minutes 40"
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import SecretStr
from tests.evals.asked import Kept, Outcome, embedded, history_tokens, listener, rank, running_steward
from tests.evals.baseline import PlainBm25, quoted
from tests.evals.judge import Verdict, judged
from tests.evals.locomo import ADVERSARIAL, Conversation, Question, conversations

from orchestrator.telemetry.logging import configure_logging

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
CATEGORIES = ("single_hop", "temporal", "multi_hop", "open_domain")


@dataclass(frozen=True)
class Scored:
    """An outcome beside its question and verdict."""

    question: Question
    outcome: Outcome
    verdict: Verdict
    history: int


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests.evals answers", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the evaluation sets")
    parser.add_argument("--keep", type=Path, required=True, help="folder where outcomes are kept: a run goes on there")
    parser.add_argument("--fresh", action="store_true", help="ask again what is kept already")
    parser.add_argument("--label", default="", help="name of the run's file and row")
    parser.add_argument("--model", default="", help="an OpenAI-compatible URL; without it the reader answers")
    parser.add_argument("--model-name", default="qwen")
    parser.add_argument("--no-vectors", action="store_true", help="search by words alone")
    parser.add_argument("--user", type=int, choices=(0, 1), help="which speaker is the user; neither unless given")
    parser.add_argument("--sample", type=int, default=0, help="so many questions of all; 0 = all")
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=60.0, help="stop asking after so long; what is kept counts")
    parser.add_argument(
        "--show", default="", help="print the wrong ones of these categories, comma-separated, or 'all'"
    )
    given = parser.parse_args(arguments)
    found = conversations(given.data)
    asked = chosen(found, given.sample, given.seed)
    label = given.label or (f"{given.model_name}" if given.model else "reader") + (
        f"-user{given.user}" if given.user is not None else ""
    ) + ("-words" if given.no_vectors else "")
    kept = Kept(given.keep / f"answers-{label}.jsonl")
    if given.fresh:
        kept.outcomes.clear()
    configure_logging(level="WARNING")
    asyncio.run(_ask(given, found, asked, kept))
    scored = list(_scored(found, asked, kept))
    plain = list(_plain(found, asked, {one.question.id for one in scored}))
    print(table([(label, scored), ("plain BM25, best 3 quoted", plain)]))
    if given.show:
        _show(scored, given.show.split(","))
    return 0


def chosen(found: Sequence[Conversation], sample: int, seed: int) -> list[Question]:
    """The questions of a run: all, or so many drawn by the seed, in proportion to the categories."""
    asked = [question for conversation in found for question in conversation.questions]
    if not sample or sample >= len(asked):
        return asked
    drawn = random.Random(seed)
    kept: list[Question] = []
    for category in (*CATEGORIES, ADVERSARIAL):
        own = [question for question in asked if question.category == category]
        kept += drawn.sample(own, max(1, round(sample * len(own) / len(asked))))
    drawn.shuffle(kept)
    return kept


async def _ask(given: argparse.Namespace, found: Sequence[Conversation], asked: Sequence[Question], kept: Kept) -> None:
    left = [question for question in asked if question.id not in kept.outcomes]
    if not left:
        return
    settings: dict[str, Any] = {"llm_provider": "reader", "workers": 0 if given.no_vectors else 1}
    if given.model:
        settings |= {"llm_provider": "openai", "openai_url": given.model, "openai_api_key": SecretStr("none"),
                    "smart_model": given.model_name, "fast_model": given.model_name, "llm_timeout_s": 300,
                    "agent_deadline_s": 600}  # fmt: skip
    ends = time.monotonic() + 60 * given.minutes
    with tempfile.TemporaryDirectory() as home:
        async with running_steward(Path(home), **settings) as steward:
            users = {one.id: await listener(steward, one, user=given.user) for one in found}
            if not given.no_vectors:
                await embedded(steward)
            for number, question in enumerate(left, 1):
                if time.monotonic() > ends:
                    print(f"time is up: {len(left) - number + 1} questions are left for another run")
                    break
                outcome = await users[question.conversation].ask(question)
                kept.add(outcome)
                if given.model:
                    print(f"{number}/{len(left)} {outcome.seconds:.0f} s {question.text[:60]!r}", flush=True)


def _scored(found: Sequence[Conversation], asked: Sequence[Question], kept: Kept) -> Iterable[Scored]:
    sizes = {one.id: history_tokens(one) for one in found}
    for question in asked:
        if outcome := kept.outcomes.get(question.id):
            verdict = judged(outcome.answer, question.answer, question.tempting)
            yield Scored(question, outcome, verdict, sizes[question.conversation])


def _plain(found: Sequence[Conversation], asked: Sequence[Question], wanted: set[str]) -> Iterable[Scored]:
    engines = {one.id: PlainBm25(one) for one in found}
    for question in asked:
        if question.id in wanted:
            turns = engines[question.conversation].best(question.text, 10)
            answer = quoted(turns)
            ids = tuple(turn.id for turn in turns)
            outcome = Outcome(question.id, answer, ids, ids[:3], 0, 0, 0.0, "")
            yield Scored(question, outcome, judged(answer, question.answer, question.tempting), 1)


def _answerable(scored: Sequence[Scored]) -> list[Scored]:
    return [one for one in scored if one.question.answer]


def _of_category(category: str, yes: Sequence[Scored], _: Sequence[Scored]) -> str:
    return _share(one.verdict.right for one in yes if one.question.category == category)


def _with_evidence(scored: Sequence[Scored]) -> list[Scored]:
    return [one for one in scored if one.question.evidence]


def _read(one: Scored) -> float:
    return rank(one.question.evidence, one.outcome.read)


def _cites(one: Scored) -> bool:
    return bool(set(one.question.evidence) & set(one.outcome.cited))


def _share(values: Iterable[bool]) -> str:
    found = list(values)
    return f"{100 * sum(found) / len(found):.1f} %" if found else "–"


def _mean(values: Iterable[float]) -> str:
    found = list(values)
    return f"{sum(found) / len(found):.2f}" if found else "–"


def _prompts(scored: Sequence[Scored]) -> str:
    asked = [one for one in scored if one.outcome.prompt_tokens]
    if not asked:
        return "–"
    shares = [one.outcome.prompt_tokens / one.history for one in asked]
    tokens = sum(one.outcome.prompt_tokens for one in asked) / len(asked)
    return f"{tokens:.0f} ({100 * sum(shares) / len(shares):.1f} %)"


Run = Sequence[Scored]
_ROWS: tuple[tuple[str, Callable[[Run, Run], str]], ...] = (
    ("questions with an answer / without", lambda yes, no: f"{len(yes)} / {len(no)}"),
    ("right", lambda yes, _: _share(one.verdict.right for one in yes)),
    *((f"… {category}", partial(_of_category, category)) for category in CATEGORIES),
    ("mean recall of the answer's words", lambda yes, _: _mean(one.verdict.recall for one in yes)),
    ("mean F1", lambda yes, _: _mean(one.verdict.f1 for one in yes)),
    ("share of the evidence in the first 10 read", lambda yes, _: _mean(map(_read, _with_evidence(yes)))),
    ("cites a message of the evidence", lambda yes, _: _share(map(_cites, _with_evidence(yes)))),
    ("messages cited (mean)", lambda yes, _: _mean(len(one.outcome.cited) for one in yes)),
    ("says that it found nothing, wrongly", lambda yes, _: _share(one.verdict.nothing for one in yes)),
    ("says so where nothing is there", lambda _, no: _share(one.verdict.right for one in no)),
    ("words of an answer (mean)", lambda yes, _: _mean(len(one.outcome.answer.split()) for one in yes)),
    ("prompt tokens a question (of the whole history)", lambda yes, no: _prompts([*yes, *no])),
    ("seconds a question (mean)", lambda yes, no: _mean(one.outcome.seconds for one in [*yes, *no])),
)


def table(runs: Sequence[tuple[str, Run]]) -> str:
    """Markdown: a column a run, percentages of the questions that it was asked."""
    lines = [f"| | {' | '.join(name for name, _ in runs)} |", f"|---|{'---|' * len(runs)}"]
    parted = [(_answerable(scored), [one for one in scored if not one.question.answer]) for _, scored in runs]
    return "\n".join([*lines, *(f"| {name} | {' | '.join(told(*one) for one in parted)} |" for name, told in _ROWS)])


def _show(scored: Sequence[Scored], categories: Sequence[str]) -> None:
    for one in scored:
        wanted = "all" in categories or one.question.category in categories
        if wanted and not one.verdict.right:
            found = ["+" if each in one.question.evidence else "-" for each in one.outcome.read[:10]]
            print(f"\n[{one.question.id} {one.question.category}] {one.question.text}\n  gold: "
                  f"{one.question.answer or '(none) ' + one.question.tempting} | evidence {one.question.evidence} "
                  f"read {''.join(found)}\n  {one.outcome.answer}")  # fmt: skip
