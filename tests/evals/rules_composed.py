"""Which rule is composed of notes in three languages (rules_composed.json): effect, parameters, what is made up?
`POST /rules/preview` of a whole Steward, beside the model's answers before any check and the reader without a model.

    make evals ARGS="rules_composed --keep /tmp/evals --model http://127.0.0.1:18080/v1"

*Right*: the effect of the row with its parameters, or none where it has none. *Made up*: a number, a name or a day in
the effect or in the rule's words that the notes do not hold.
"""

import argparse
import asyncio
import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.evals.asked import running_steward
from tests.evals.cached_model import CachedModel
from tests.evals.facts import ANSWER_TOKENS, settings_of
from tests.support.steward import Person

from orchestrator.language.text.normalize import normalize, tokens
from orchestrator.llm.loose_json import parse_object
from orchestrator.telemetry.logging import configure_logging

ROWS = Path(__file__).with_name("rules_composed.json")
_DAYS = {
    "mon": "monday segunda lunes", "tue": "tuesday terca martes", "wed": "wednesday quarta miercoles",
    "thu": "thursday quinta jueves", "fri": "friday fridays sexta sextas viernes", "sat": "saturday sabado",
    "sun": "sunday domingo",
}  # fmt: skip


@dataclass(frozen=True)
class Composed:
    """A row with a rule that was made of it; `effect` None: in words alone."""

    row: Mapping[str, Any]
    text: str
    effect: str | None
    parameters: Mapping[str, Any]

    @property
    def right_effect(self) -> bool:
        return bool(self.effect == self.row["effect"])

    @property
    def right(self) -> bool:
        wanted = {name: one for name, one in self.row["parameters"].items() if name != "people"}
        return self.right_effect and all(
            _as_told(self.parameters.get(name)) == _as_told(one) for name, one in wanted.items()
        )

    @property
    def made_up(self) -> bool:
        """Numbers, days and words of the effect, numbers of the text."""
        notes = " ".join(self.row["notes"])
        said = tokens(notes)
        held = {int(one) for one in re.findall(r"\d+", notes)} | ({17} if "five" in said else set())
        shown = {
            name: one for name, one in self.parameters.items() if name not in {"contact_ids", "place_id", "tag", "tool"}
        }
        numbers = {int(one) for one in re.findall(r"\d+", f"{json.dumps(shown)} {self.text}")} - {0}
        days = [day for day in self.parameters.get("days") or () if not set(_DAYS[day].split()) & set(said)]
        words = [
            word
            for one in (self.parameters.get("match") or {}).get("words", [])
            for word in tokens(str(one))
            if normalize(word)[:4] not in {normalize(each)[:4] for each in said}
        ]
        return bool(numbers - held or days or words)


def _as_told(value: Any) -> Any:
    return str(value).removeprefix("0").lower() if isinstance(value, str | int) else value


def main(arguments: Sequence[str]) -> int:
    """Print the table; 0."""
    parser = argparse.ArgumentParser(
        prog="tests.evals rules_composed", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keep", type=Path, required=True, help="folder where the model's replies are kept")
    parser.add_argument("--model", default="", help="an OpenAI-compatible URL; without it the reader alone")
    parser.add_argument("--model-name", default="qwen")
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args(arguments)
    configure_logging(level="WARNING")
    runs = asyncio.run(_all(given))
    for name, found in runs:
        if given.show:
            _show(name, found)
    print(table(runs))
    return 0


async def _all(given: argparse.Namespace) -> list[tuple[str, list[Composed]]]:
    rows = json.loads(ROWS.read_text("utf-8"))
    runs = [("reader", await _composed(rows, "", given, []))]
    if given.model:
        alone: list[Composed] = []
        runs += [
            (given.model_name, await _composed(rows, given.model, given, alone)),
            (f"{given.model_name} alone", alone),
        ]
    return runs


async def _composed(
    rows: Sequence[Mapping[str, Any]], url: str, given: argparse.Namespace, alone: list[Composed]
) -> list[Composed]:
    model = CachedModel(url, given.keep / "replies", given.model_name, longest=ANSWER_TOKENS)
    with tempfile.TemporaryDirectory() as home:
        async with model.serving():
            settings = settings_of(given.model_name, model.url if url else "") | {"workers": 0}
            async with running_steward(Path(home), **settings) as steward:
                rita = await steward.person("Rita")
                await rita.post("/contacts", {"display_name": "Bea Cruz"})
                return [await _one(rita, row, model, alone) for row in rows]


async def _one(rita: Person, row: Mapping[str, Any], model: CachedModel, alone: list[Composed]) -> Composed:
    ids = [(await rita.post("/notes", {"text": text}))["id"] for text in row["notes"]]
    while True:
        model.begin()
        rule = (await rita.post("/rules/preview", {"note_ids": ids}))["rule"]
        if not model.given_up:
            break
        await model.settled()  # too slow for a user who waits: once more, as a quicker machine would have it
    if model.log:
        value = parse_object(model.log[-1].reply) or {}
        effect = value.get("effect") if value.get("effect") != "none" else None
        parameters = value.get("parameters")
        kept = parameters if effect and isinstance(parameters, dict) else {}
        alone.append(Composed(row, str(value.get("text") or ""), effect, kept))
    shown = rule["effect"] or {"type": None, "parameters": {}}
    return Composed(row, rule["text"], shown["type"], shown["parameters"])


def table(runs: Sequence[tuple[str, Sequence[Composed]]]) -> str:
    """Markdown, a row a run."""
    lines = ["| | rows | right effect | right with parameters | wrong effect | made up |", "|---|---|---|---|---|---|"]
    for name, found in runs:
        wrong = sum(one.effect is not None and not one.right_effect for one in found)
        lines.append(
            f"| {name} | {len(found)} | {sum(one.right_effect for one in found)} | {sum(one.right for one in found)} "
            f"| {wrong} | {sum(one.made_up for one in found)} |"
        )
    return "\n".join(lines)


def _show(name: str, found: Sequence[Composed]) -> None:
    print(f"\n== {name}")
    for one in found:
        mark = "+" if one.right else "-"
        print(
            f"{mark}{'!' if one.made_up else ' '} {one.row['notes']} -> {one.text!r}",
            one.effect,
            dict(one.parameters),
        )
