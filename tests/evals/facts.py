"""What is learned of a person from their talks: does it stand there, is it worth keeping, what does it cost? The job
`facts.extract` of a whole Steward over LoCoMo's sessions, each speaker once as the user.

    make evals ARGS="facts --keep /tmp/evals"                                                   without a model
    make evals ARGS="facts --keep /tmp/evals --model http://127.0.0.1:18080/v1 --sessions 3"    beside the model alone

How it is judged: `facts_judge.py`. The row "model alone" is the same answers of the same calls before any check of the
product's: what would be stored if the model were believed.
"""

import argparse
import asyncio
import json
import random
import re
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import SecretStr
from tests.evals.asked import running_steward
from tests.evals.cached_model import CachedModel, Exchange
from tests.evals.facts_judge import REASONS, Kept, Verdict, judged, opposed
from tests.evals.locomo import Conversation, Turn, conversations
from tests.support.steward import Person, Steward

from orchestrator.kit.tokens import estimate
from orchestrator.language.statements import claim_of, contradict
from orchestrator.language.text.normalize import content_words, stems
from orchestrator.llm.loose_json import parse_object
from orchestrator.telemetry.logging import configure_logging

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
PAGE = 200
ANSWER_TOKENS = 1_000
_LINE = re.compile(r"^(\d+): (.+)$", re.MULTILINE)
NOTHING_ELSE = "summaries=0,tagging=0"
"""No call of another job comes between: the same talks would be summed up too."""
MET_WORDS = 0.4
"""Of an annotated fact's content words in ours, from one of its own messages: the same fact told in other words."""


@dataclass(frozen=True)
class Found:
    """A fact: `messages` are the data set's ids of what it was taken from."""

    text: str
    quote: str
    messages: tuple[str, ...]
    category: str
    trust: str
    importance: int


@dataclass(frozen=True)
class Reading:
    """What one speaker's sessions came to. `named`: the model's items before the checks, (text, span)."""

    conversation: str
    speaker: str
    sessions: tuple[int, ...]
    facts: tuple[Found, ...]
    named: tuple[tuple[str, str], ...]
    calls: int
    prompt_tokens: int
    completion_tokens: int
    seconds: float


@dataclass(frozen=True)
class Gold:
    """An annotated fact of a speaker, and the messages that it is in."""

    speaker: str
    text: str
    messages: frozenset[str]


@dataclass(frozen=True)
class Talk:
    """One conversation's sessions of a run."""

    conversation: Conversation
    turns: tuple[Turn, ...]
    sessions: tuple[int, ...]
    gold: tuple[Gold, ...]

    def of(self, speaker: str) -> list[Turn]:
        """What one of the two said."""
        return [turn for turn in self.turns if turn.speaker == speaker]


def main(arguments: Sequence[str]) -> int:
    """Print the table; 0."""
    parser = argparse.ArgumentParser(
        prog="tests.evals facts", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the evaluation sets")
    parser.add_argument(
        "--keep", type=Path, required=True, help="folder where the model's replies and readings are kept"
    )
    parser.add_argument("--model", default="", help="an OpenAI-compatible URL; without it the reader's tables decide")
    parser.add_argument("--model-name", default="qwen")
    parser.add_argument("--sessions", type=int, default=0, help="so many of each conversation, drawn; 0 = all")
    parser.add_argument("--conversations", default="", help="ids, comma-separated; all unless given")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--focus", default="", help="an archetype that each user chooses (focus.py)")
    parser.add_argument("--minutes", type=float, default=60.0, help="stop reading after so long")
    parser.add_argument("--show", default="", help="print what was kept: 'all', 'good' or 'junk'; or 'named'")
    given = parser.parse_args(arguments)
    configure_logging(level="WARNING")
    wanted = [one for one in given.conversations.split(",") if one]
    talks = [
        talk_of(one, given.data, given.sessions, given.seed)
        for one in conversations(given.data)
        if not wanted or one.id in wanted
    ]
    readings = asyncio.run(_read_all(given, talks))
    if given.show:
        _show(talks, readings, given.show)
    runs = [(given.model_name if given.model else "reader", readings)]
    if given.model:
        runs.append((f"{given.model_name} alone", [_unchecked(one) for one in readings]))
    print(table(talks, runs))
    return 0


def talk_of(conversation: Conversation, data: Path, sessions: int, seed: int) -> Talk:
    """The sessions of a run: all, or so many drawn by the seed, with what the annotators took from them."""
    rows = [json.loads(line) for line in (data / "locomo" / "sessions.jsonl").read_text("utf-8").splitlines()]
    own = [row for row in rows if row["conv"] == conversation.id]
    numbers = sorted(row["session"] for row in own)
    if 0 < sessions < len(numbers):
        numbers = sorted(random.Random(f"{seed} {conversation.id}").sample(numbers, sessions))
    gold = [
        Gold(fact["speaker"], fact["fact"], frozenset(fact["evidence"]))
        for row in own
        if row["session"] in numbers
        for fact in row["facts"]
    ]
    turns = [turn for turn in conversation.turns if int(turn.id.split(":")[0].removeprefix("D")) in numbers]
    said = [replace(turn, text=turn.text.split(" [photo: ")[0]) for turn in turns]  # captions are nobody's words
    return Talk(conversation, tuple(said), tuple(numbers), tuple(gold))


def settings_of(model_name: str, url: str) -> dict[str, Any]:
    """Of a Steward with one worker; without a `url` it has no model."""
    if not url:
        return {"llm_provider": "reader", "workers": 1}
    names = {"smart_model": model_name, "fast_model": model_name}
    return {"llm_provider": "openai", "openai_url": url, "openai_api_key": SecretStr("none"), "llm_timeout_s": 290,
            "tokens_per_day": NOTHING_ELSE, "workers": 1, **names}  # fmt: skip


async def _read_all(given: argparse.Namespace, talks: Sequence[Talk]) -> list[Reading]:
    ends = time.monotonic() + 60 * given.minutes
    model = CachedModel(given.model, given.keep / "replies", given.model_name, longest=ANSWER_TOKENS)
    found: list[Reading] = []
    with tempfile.TemporaryDirectory() as home:
        async with model.serving():
            settings = settings_of(given.model_name, model.url if given.model else "")
            async with running_steward(Path(home), **settings) as steward:
                for talk in talks:
                    for speaker in talk.conversation.speakers:
                        if time.monotonic() > ends:
                            print(f"time is up: {talk.conversation.id} {speaker} and what follows is left")
                            return found
                        found.append(await _read(steward, model, talk, speaker, given.focus))
                        print(f"{talk.conversation.id} {speaker}: {len(found[-1].facts)} facts", flush=True)
    return found


async def _read(steward: Steward, model: CachedModel, talk: Talk, speaker: str, focus: str) -> Reading:
    """One new user whose talk it is."""
    person = await steward.person(speaker, zone="UTC")
    await person.patch("/me", {"identifiers": [speaker]})
    if focus:
        await person.post("/facts", {"text": "What to look for first", "tags": [f"focus:{focus}"]})
    rows = [
        {"external_id": turn.id, "speaker": turn.speaker, "text": turn.text, "at": f"{turn.at.isoformat()}Z"}
        for turn in talk.turns
    ]
    body = {"external_id": talk.conversation.id, "source": "locomo", "title": "Chat", "messages": rows}
    (result,) = (await person.post("/ingest/conversation", body))["results"]
    model.begin()
    begun = time.monotonic()
    await read_out(steward, person)
    seconds = time.monotonic() - begun
    messages = await all_of(person, f"/threads/{result['id']}/messages")
    known = {row["id"]: row["external_id"] for row in messages}
    told = [*await all_of(person, "/facts"), *await all_of(person, "/facts", trust="proposed")]
    asked = [one for one in model.log if str(one.messages[0]["content"]).startswith(_first_line())]
    return Reading(
        talk.conversation.id,
        speaker,
        talk.sessions,
        tuple(
            _found(row, known) for row in reversed(told) if row["provenance"] and row["provenance"][0]["id"] in known
        ),
        tuple(pair for one in asked for pair in _named(one)),
        len(asked),
        sum(one.prompt_tokens for one in asked),
        sum(one.completion_tokens for one in asked),
        round(seconds, 1),
    )


async def read_out(steward: Steward, person: Person) -> None:
    """Let the job look until it has read all that there is of the person's."""
    owner = await steward.owner()
    waiting = "facts_due_at is not null"
    while await person.count("threads", waiting):
        job = (await owner.post("/system/jobs/facts.extract/run"))["job_id"]
        while (await owner.get(f"/jobs/{job}"))["state"] not in {"done", "failed"}:  # noqa: ASYNC110  (its work)
            await asyncio.sleep(0.2)


async def all_of(person: Person, path: str, **params: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor: str | None = None
    while True:
        page = await person.get(path, limit=PAGE, **params, **({"cursor": cursor} if cursor else {}))
        found += page["items"]
        cursor = page["next_cursor"]
        if cursor is None:
            return found


def _found(row: Mapping[str, Any], known: Mapping[str, str]) -> Found:
    sources = [one for one in row["provenance"] if one["id"] in known]
    return Found(
        row["text"],
        sources[0]["quote"],
        tuple(known[one["id"]] for one in sources),
        row["category"],
        row["trust"],
        row["importance"],
    )


@cache
def _first_line() -> str:
    prompt = files("orchestrator.domain.memory.fact_learning").joinpath("prompts/extract.md").read_text("utf-8")
    return prompt.splitlines()[0]


def _named(exchange: Exchange) -> list[tuple[str, str]]:
    """What the model named in a call, before any check: (text, the words that it pointed to)."""
    lines = {int(number): words for number, words in _LINE.findall(str(exchange.messages[-1]["content"]))}
    value = parse_object(exchange.reply) or {}
    found = []
    for one in value.get("facts") or ():
        if isinstance(one, dict):
            span = lines.get(one["line"], "") if isinstance(one.get("line"), int) else str(one.get("span") or "")
            found.append((str(one.get("text") or span), span))
    return found


def _unchecked(reading: Reading) -> Reading:
    """The same calls, the model believed."""
    facts = tuple(Found(text, span, (), "", "", 0) for text, span in reading.named)
    return replace(reading, facts=facts)


@dataclass(frozen=True)
class Scored:
    """One speaker's facts with their verdicts. `met`: gold facts that are among them; `on_gold`: of each fact, whether
    the annotators took one from its message."""

    talk: Talk
    reading: Reading
    verdicts: tuple[Verdict, ...]
    met: int
    gold: int
    on_gold: tuple[bool, ...]
    open_contradictions: tuple[tuple[str, str], ...]


def scored(talk: Talk, reading: Reading) -> Scored:
    """The judge's word on a reading."""
    turns = talk.of(reading.speaker)
    said = tuple(turn.text for turn in turns)
    facts = [_placed(one, turns) for one in reading.facts]
    gold = [one for one in talk.gold if one.speaker == reading.speaker]
    return Scored(
        talk,
        reading,
        tuple(judged([Kept(one.text, one.quote, said) for one in facts])),
        sum(any(_meets(one, each) for one in facts) for each in gold),
        len(gold),
        tuple(any(set(one.messages) & each.messages for each in gold) for one in facts),
        tuple(_contradictions([one.text for one in facts])),
    )


def _placed(one: Found, turns: Sequence[Turn]) -> Found:
    """With the message that its span stands in, where nobody told."""
    if one.messages or not one.quote:
        return one
    span = " ".join(one.quote.split()).lower().strip(" .!,")
    return replace(one, messages=tuple(turn.id for turn in turns if span in " ".join(turn.text.split()).lower())[:1])


def _meets(one: Found, gold: Gold) -> bool:
    if not set(one.messages) & gold.messages:
        return False
    words = {forms[0] for forms in stems(" ".join(content_words(gold.text)), ("en",)) if forms}
    there = {forms[0] for forms in stems(f"{one.text} {one.quote}", ("en",)) if forms}
    return bool(words) and len(words & there) / len(words) >= MET_WORDS


def _contradictions(texts: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs that can't hold at once: what the product's tables tell, and what differs by a "not"."""
    found = opposed(texts)
    claims = [(text, claim) for text in texts if (claim := claim_of(text)) is not None and claim.known]
    for place, (one, mine) in enumerate(claims):
        for other, theirs in claims[place + 1 :]:
            if mine.attribute == theirs.attribute and contradict(mine.value, theirs.value):
                found.append((one, other))
    return found


Run = Sequence[Scored]


def _verdicts(run: Run) -> list[Verdict]:
    return [one for each in run for one in each.verdicts]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def _junk(run: Run) -> str:
    found = _verdicts(run)
    return _share(sum(bool(one.junk) for one in found), len(found))


def _junk_as(reason: str) -> "Callable[[Run], str]":
    return lambda run: str(sum(one.junk == reason for one in _verdicts(run)))


def _proposals(run: Run) -> str:
    return str(sum(one.trust == "proposed" for each in run for one in each.reading.facts))


def _sessions(run: Run) -> int:
    return sum(len(one.reading.sessions) for one in run)


def _per_session(total: float, run: Run) -> str:
    return f"{total / _sessions(run):.1f}" if run else "–"


_ROWS: tuple[tuple[str, Callable[[Run], str]], ...] = (
    ("sessions read (of one speaker each)", lambda run: str(_sessions(run))),
    ("facts", lambda run: str(len(_verdicts(run)))),
    ("facts a session", lambda run: _per_session(len(_verdicts(run)), run)),
    ("stands in the text", lambda run: _share(sum(one.stands for one in _verdicts(run)), len(_verdicts(run)))),
    ("junk", _junk),
    *((f"… {reason}", _junk_as(reason)) for reason in REASONS),
    ("from a message that annotators took a fact from",
     lambda run: _share(sum(sum(one.on_gold) for one in run), len(_verdicts(run)))),
    ("annotated facts that are among them",
     lambda run: _share(sum(one.met for one in run), sum(one.gold for one in run))),
    ("contradictions left open", lambda run: str(sum(len(one.open_contradictions) for one in run))),
    ("proposals among them", _proposals),
    ("calls a session", lambda run: _per_session(sum(one.reading.calls for one in run), run)),
    ("tokens a session: prompt", lambda run: _per_session(sum(one.reading.prompt_tokens for one in run), run)),
    ("… answer", lambda run: _per_session(sum(one.reading.completion_tokens for one in run), run)),
    ("… the session itself (estimated)", lambda run: _per_session(
        sum(estimate("\n".join(turn.text for turn in one.talk.turns)) for one in run), run)),
)  # fmt: skip


def table(talks: Sequence[Talk], runs: Sequence[tuple[str, Sequence[Reading]]]) -> str:
    """Markdown: a column a run."""
    of = {talk.conversation.id: talk for talk in talks}
    all_scored = [[scored(of[one.conversation], one) for one in readings] for _, readings in runs]
    lines = [f"| | {' | '.join(name for name, _ in runs)} |", f"|---|{'---|' * len(runs)}"]
    return "\n".join([*lines, *(f"| {name} | {' | '.join(told(run) for run in all_scored)} |" for name, told in _ROWS)])


def _show(talks: Sequence[Talk], readings: Sequence[Reading], what: str) -> None:
    of = {talk.conversation.id: talk for talk in talks}
    for reading in readings:
        shown = _unchecked(reading) if what == "named" else reading
        one = scored(of[reading.conversation], shown)
        print(f"\n== {reading.conversation} {reading.speaker}, sessions {reading.sessions}")
        for fact, verdict in zip(shown.facts, one.verdicts, strict=True):
            if what in {"all", "named"} or (what == "junk") == bool(verdict.junk):
                print(
                    f"{verdict.junk or '+':<9} {fact.text} | {fact.quote} | {fact.category} {fact.importance} "
                    f"{fact.trust}"
                )
        for pair in one.open_contradictions:
            print(f"OPEN {pair}")
