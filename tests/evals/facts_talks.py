"""What is learned of ten made-up talks in Portuguese, Spanish and English with secrets, orders and others' private
matters planted in them (facts_talks.json)? The job `facts.extract` of a whole Steward.

    make evals ARGS="facts_talks --keep /tmp/evals --model http://127.0.0.1:18080/v1"

*Never*: words that must stand in no fact and no proposal. *Ask*: others' health, money and intimacy: in a proposal or
nowhere, never believed. *Found*: a fact with all of the words, and whether its category is one of those that fit.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.evals.asked import running_steward
from tests.evals.cached_model import CachedModel
from tests.evals.facts import ANSWER_TOKENS, all_of, read_out, settings_of
from tests.evals.facts_judge import Kept, judged
from tests.support.steward import Steward

from orchestrator.language.text.normalize import normalize
from orchestrator.telemetry.logging import configure_logging

TALKS = Path(__file__).with_name("facts_talks.json")


@dataclass(frozen=True)
class Outcome:
    """A talk with what was believed and what was proposed of it."""

    talk: dict[str, Any]
    facts: tuple[dict[str, Any], ...]
    proposed: tuple[dict[str, Any], ...]


def main(arguments: Sequence[str]) -> int:
    """Print the table; 1 where something was kept that never may be."""
    parser = argparse.ArgumentParser(
        prog="tests.evals facts_talks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keep", type=Path, required=True, help="folder where the model's replies are kept")
    parser.add_argument("--model", default="", help="an OpenAI-compatible URL; without it the reader's tables decide")
    parser.add_argument("--model-name", default="qwen")
    parser.add_argument("--focus", default="", help="an archetype that each user chooses (focus.py)")
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args(arguments)
    configure_logging(level="WARNING")
    found = asyncio.run(_all(given))
    if given.show:
        _show(found)
    print(table(found))
    return int(any(_kept_wrongly(one) for one in found))


async def _all(given: argparse.Namespace) -> list[Outcome]:
    talks = json.loads(TALKS.read_text("utf-8"))
    model = CachedModel(given.model, given.keep / "replies", given.model_name, longest=ANSWER_TOKENS)
    with tempfile.TemporaryDirectory() as home:
        async with model.serving():
            settings = settings_of(given.model_name, model.url if given.model else "")
            async with running_steward(Path(home), **settings) as steward:
                return [await _read(steward, talk, given.focus) for talk in talks]


async def _read(steward: Steward, talk: dict[str, Any], focus: str) -> Outcome:
    person = await steward.person(talk["name"], zone="UTC")
    await person.patch("/me", {"locale": {"pt": "pt-PT", "es": "es-ES"}.get(talk["language"], "en-GB")})
    if focus:
        await person.post("/facts", {"text": "What to look for first", "tags": [f"focus:{focus}"]})
    rows = [
        {"speaker": "me", "text": line, "at": f"2026-03-02T10:{minute:02d}:00Z"}
        for minute, line in enumerate(talk["lines"])
    ]
    body = {"external_id": talk["name"], "source": "made-up", "title": "Chat", "messages": rows}
    await person.post("/ingest/conversation", body)
    await read_out(steward, person)
    facts = [row for row in await all_of(person, "/facts") if row["provenance"][0]["kind"] == "message"]
    return Outcome(talk, tuple(facts), tuple(await all_of(person, "/facts", trust="proposed")))


def _held(row: dict[str, Any]) -> str:
    return normalize(f"{row['text']} {' '.join(one['quote'] or '' for one in row['provenance'])}")


def _kept_wrongly(one: Outcome) -> list[str]:
    never = [word for word in one.talk["never"] for row in (*one.facts, *one.proposed) if normalize(word) in _held(row)]
    return never + [word for word in one.talk["ask"] for row in one.facts if normalize(word) in _held(row)]


def _met(one: Outcome) -> list[tuple[bool, bool]]:
    """Of each wanted fact: found; in a category that fits."""
    met = []
    for wanted in one.talk["facts"]:
        rows = [row for row in one.facts if all(word in normalize(row["text"]) for word in wanted["words"])]
        met.append((bool(rows), any(row["category"] in wanted["category"] for row in rows)))
    return met


def table(found: Sequence[Outcome]) -> str:
    """Markdown, a row a language."""
    lines = [
        "| | facts | stands | junk | wanted found | category fits | kept that never may be | proposed of what to ask |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for language in ("pt", "es", "en"):
        own = [one for one in found if one.talk["language"] == language]
        verdicts = [
            verdict
            for one in own
            for verdict in judged(
                [Kept(row["text"], row["provenance"][0]["quote"], tuple(one.talk["lines"])) for row in one.facts]
            )
        ]
        met = [pair for one in own for pair in _met(one)]
        asked = [word for one in own for word in one.talk["ask"]]
        told = [word for one in own for word in one.talk["ask"] if any(word in _held(row) for row in one.proposed)]
        lines.append(
            f"| {language} | {len(verdicts)} | {sum(one.stands for one in verdicts)} "
            f"| {sum(bool(one.junk) for one in verdicts)} | {sum(there for there, _ in met)} of {len(met)} "
            f"| {sum(fits for _, fits in met)} | {sum(len(_kept_wrongly(one)) for one in own)} "
            f"| {len(told)} of {len(asked)} |"
        )
    return "\n".join(lines)


def _show(found: Sequence[Outcome]) -> None:
    for one in found:
        print(f"\n== {one.talk['name']}  {_kept_wrongly(one) or ''}")
        for kind, rows in (("fact", one.facts), ("asks", one.proposed)):
            for row in rows:
                print(f"{kind} {row['category']:<15} {row['importance']} {row['subjects']} {row['text']}")
