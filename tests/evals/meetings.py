"""How many of a meeting's action items are found, and how many that are found are ones? The reader, or a real model.

    make evals ARGS="meetings"
    make evals ARGS="meetings --model http://127.0.0.1:18080/v1 --model-name qwen"
    make evals ARGS="meetings --own tests/evals/meetings_own/open.txt --show"

`--own`: short meetings of our own in four languages; an annotated item ("* Owner | task") follows the utterance that
it labels. Of `sealed.txt` only the totals are looked at.
The product's own path over `meetings.jsonl` (shared data; AMI by QMSum, hand-labelled: 7 items in 3 meetings here):
turns, people from the speakers' labels, the reader or the summariser, and only those items whose quote stands in the
transcript. Meetings without annotations (`action_items: null`) are left out; one that is rightly empty counts against
precision alone.

*Matched* is judged in two ways, each one item to one item, most alike first:
  by place   the quote lies in one of the utterances that the annotator named, or in a neighbour of one (their label is
             sometimes on the answer, sometimes on the question). Strict: the same task said elsewhere counts as wrong.
  by words   at least half of the content words of the annotator's task stand in the item's text and quote together,
             stemmed. Lenient in place, strict in wording: annotators write what was meant, speakers do not.
`either` takes what one of the two finds. *Owner*: of the matched ones, how many have the annotated assignee (`all` and
nobody count as one: "we" has no name). With 7 items one more or less is 14 points: read the list (`--show`), not the
figures.
"""

import argparse
import asyncio
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from orchestrator.domain.senses.meetings.schemas import SegmentIn
from orchestrator.domain.senses.meetings.summary.action_items import Item, grounded
from orchestrator.domain.senses.meetings.summary.attendees import Known, consolidate
from orchestrator.domain.senses.meetings.summary.drafts import Draft
from orchestrator.domain.senses.meetings.summary.extractive import draft_of
from orchestrator.domain.senses.meetings.summary.fragments import Turn, turns_of
from orchestrator.domain.senses.meetings.summary.quotes import Transcribed
from orchestrator.domain.senses.meetings.summary.summarizing import Sheet, Summarizer
from orchestrator.errors import StewardError
from orchestrator.kit.clock import SystemClock
from orchestrator.kit.ids import new_id
from orchestrator.language.text.normalize import content_words, normalize, stems
from orchestrator.llm.gateway.model_search import Candidate
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.openai.model import OpenAIModel
from orchestrator.reader.model import ReaderModel
from orchestrator.telemetry.logging import configure_logging

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
LOCALE = "en-GB"
NEIGHBOURS = 1
SHARED_WORDS = 0.5
EVERYBODY = frozenset({"", "all", "everyone", "everybody", "the team"})


@dataclass(frozen=True)
class Gold:
    """An annotated action item; `utterances`: where it was said."""

    owner: str
    task: str
    utterances: frozenset[int]


@dataclass(frozen=True)
class Meeting:
    """A meeting of the data; `said`: (number, speaker, text) of each utterance."""

    id: str
    said: tuple[tuple[int, str, str], ...]
    segments: tuple[SegmentIn, ...]
    gold: tuple[Gold, ...]


@dataclass(frozen=True)
class Scored:
    """One meeting: what was found, and which gold item each is (by place or words); None = none."""

    meeting: Meeting
    found: tuple[Item, ...]
    proposed: int
    by_place: tuple[Gold | None, ...]
    by_words: tuple[Gold | None, ...]

    @property
    def either(self) -> tuple[Gold | None, ...]:
        """Either way, each gold item once."""
        taken: list[Gold] = []
        whole: list[Gold | None] = []
        for place, words in zip(self.by_place, self.by_words, strict=True):
            one = next((gold for gold in (place, words) if gold is not None and gold not in taken), None)
            whole.append(one)
            taken += [one] if one is not None else []
        return tuple(whole)


def main(arguments: Sequence[str]) -> int:
    """Print the table; 0."""
    parser = argparse.ArgumentParser(
        prog="tests.evals meetings", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the evaluation sets")
    parser.add_argument("--own", type=Path, help="a file of meetings of our own, instead of the annotated ones")
    parser.add_argument("--model", default="", help="an OpenAI-compatible URL; without it the reader answers")
    parser.add_argument("--model-name", default="qwen")
    parser.add_argument("--timeout-s", type=float, default=600.0, help="of one call at low effort")
    parser.add_argument("--show", action="store_true", help="print what was found and missed, and the summaries")
    given = parser.parse_args(arguments)
    configure_logging(level="WARNING")
    found = own_meetings(given.own) if given.own else meetings(given.data)
    scored = asyncio.run(_all(given, found))
    if given.show:
        _show(scored)
    print(table(scored, given.model_name if given.model else "reader"))
    return 0


def meetings(data: Path) -> list[Meeting]:
    """The annotated meetings of the data."""
    found = []
    for line in (data / "meetings" / "meetings.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["action_items"] is None:
            continue
        found.append(
            Meeting(
                id=row["id"],
                said=tuple((one["i"], one["speaker"], one["text"]) for one in row["utterances"]),
                segments=tuple(
                    SegmentIn(start_s=one["start"], end_s=one["end"], speaker=one["speaker"], text=one["text"])
                    for one in row["utterances"]
                ),
                gold=tuple(
                    Gold(one["owner"], one["task"], frozenset(one["utterances"])) for one in row["action_items"]
                ),
            )
        )
    return found


def own_meetings(file: Path) -> list[Meeting]:
    """The meetings of a file of our own: "# id language", "Speaker: text", "* Owner | task"."""
    found = []
    for part in file.read_text("utf-8").split("# ")[1:]:
        head, *lines = part.strip().splitlines()
        said: list[tuple[int, str, str]] = []
        gold: list[Gold] = []
        for line in lines:
            if line.startswith("* "):
                owner, _, task = line.removeprefix("* ").partition(" | ")
                gold.append(Gold(owner, task, frozenset({said[-1][0]})))
            else:
                speaker, _, text = line.partition(": ")
                said.append((len(said), speaker, text))
        segments = tuple(
            SegmentIn(start_s=10 * at, end_s=10 * at + 8, speaker=who, text=text) for at, who, text in said
        )
        found.append(Meeting(head.split()[0], tuple(said), segments, tuple(gold)))
    return found


async def _all(given: argparse.Namespace, found: Iterable[Meeting]) -> list[Scored]:
    models: ModelRouter | None = None
    if given.model:
        model = OpenAIModel(given.model, given.model_name)
        models = ModelRouter(
            [Candidate("smart", model)], reader=ReaderModel(), clock=SystemClock(), timeout_s=given.timeout_s
        )
    try:
        return [await _one(one, models) for one in found]
    finally:
        if models is not None:
            await models.close()


async def _one(meeting: Meeting, models: ModelRouter | None) -> Scored:
    turns = turns_of(meeting.segments)
    known = Known((), frozenset({"user", "me"}), "", "")
    people = consolidate((), [turn.speaker for turn in turns], known)
    draft = draft_of(turns, LOCALE) if models is None else await _by_model(meeting, turns, models)
    found = tuple(grounded(draft.proposed, Transcribed(turns), people))
    return score(meeting, found, len(draft.proposed))


async def _by_model(meeting: Meeting, turns: Sequence[Turn], models: ModelRouter) -> Draft:
    async def progress(done: int, total: int) -> None:
        print(f"{meeting.id}: {done} of {total}", flush=True)

    about = ("People:", *(f"- {speaker}" for speaker in dict.fromkeys(turn.speaker for turn in turns)), "Transcript:")
    sheet = Sheet(about, tuple(f"{turn.speaker}: {turn.text}" for turn in turns))
    try:
        return await Summarizer(models, new_id(), budget_s=7_200).draft(sheet, progress)
    except StewardError as error:
        print(f"{meeting.id}: {type(error).__name__}: {error}")
        return Draft(f"failed: {error}", (), "nothing")


def score(meeting: Meeting, found: Sequence[Item], proposed: int) -> Scored:
    """Which of the gold items each found one is."""
    places = [_places(meeting, item) for item in found]
    near = [frozenset(at + step for at in one for step in range(-NEIGHBOURS, NEIGHBOURS + 1)) for one in places]
    by_place = _paired(
        found, meeting.gold, lambda at, gold: 2.0 * len(places[at] & gold.utterances) + len(near[at] & gold.utterances)
    )
    by_words = _paired(found, meeting.gold, lambda at, gold: _shared(gold.task, f"{found[at].text} {found[at].quote}"))
    return Scored(meeting, tuple(found), proposed, by_place, by_words)


def _paired(
    found: Sequence[Item], gold: Sequence[Gold], likeness: Callable[[int, Gold], float]
) -> tuple[Gold | None, ...]:
    """One to one, the most alike first; a likeness of 0 is none."""
    pairs: list[Gold | None] = [None] * len(found)
    alike = sorted(
        ((likeness(at, one), at, number) for at in range(len(found)) for number, one in enumerate(gold)), reverse=True
    )
    taken: set[int] = set()
    for value, at, number in alike:
        if value > 0 and pairs[at] is None and number not in taken:
            pairs[at] = gold[number]
            taken.add(number)
    return tuple(pairs)


def _places(meeting: Meeting, item: Item) -> frozenset[int]:
    """The utterances that hold the quote, or a part of it where it runs over several."""
    quote = normalize(item.quote).rstrip(".!?…")
    return frozenset(
        number
        for number, _, text in meeting.said
        if quote in normalize(text) or (len(normalize(text).split()) > 2 and normalize(text).rstrip(".") in quote)
    )


def _shared(task: str, text: str) -> float:
    """Which part of the task's content words the text has, where it is enough; else 0."""
    wanted = [stems(word)[0] for word in content_words(task, ("en",)) if stems(word)]
    there = {form for word in content_words(text, ("en",)) for forms in stems(word) for form in forms}
    share = sum(bool(set(word) & there) for word in wanted) / max(1, len(wanted))
    return share if share >= SHARED_WORDS else 0.0


def table(scored: Sequence[Scored], label: str) -> str:
    """Precision and recall in the two ways, as a table of Markdown."""
    gold = sum(len(one.meeting.gold) for one in scored)
    found = sum(len(one.found) for one in scored)
    lines = [
        f"{label}: {len(scored)} meetings, {gold} annotated, {sum(one.proposed for one in scored)} proposed, "
        f"{found} with a quote that stands in the transcript",
        "",
        "| matched | right | precision | recall | owner right |",
        "|---|---|---|---|---|",
    ]
    for way in ("by_place", "by_words", "either"):
        pairs = [(item, one) for each in scored for item, one in zip(each.found, getattr(each, way), strict=True)]
        right = [(item, one) for item, one in pairs if one is not None]
        owners = sum(_same_owner(item, one) for item, one in right)
        lines.append(
            f"| {way.replace('_', ' ')} | {len(right)} | {_share(len(right), found)} | {_share(len(right), gold)} "
            f"| {owners} of {len(right)} |"
        )
    return "\n".join(lines)


def _same_owner(item: Item, gold: Gold) -> bool:
    mine, theirs = normalize(item.assignee or ""), normalize(gold.owner)
    return mine == theirs or (mine in EVERYBODY and theirs in EVERYBODY)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "–"


def _show(scored: Iterable[Scored]) -> None:
    for one in scored:
        print(f"\n{one.meeting.id}")
        for item, gold in zip(one.found, one.either, strict=True):
            print(f"  {'+' if gold else '-'} {item.assignee}: {item.text}\n      “{item.quote}”")
            if gold:
                print(f"      = {gold.owner}: {gold.task}")
        for gold in one.meeting.gold:
            if gold not in one.either:
                print(f"  missed {gold.owner}: {gold.task}")
