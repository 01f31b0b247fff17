"""What of a transcript is found: what one speaker says in a row, cut where it is long, and sentences that decide."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from orchestrator.domain.senses.meetings.summary.fragments import Turn, parts_of
from orchestrator.kit.text import shorten
from orchestrator.language.speech_acts.deciding import decides
from orchestrator.language.text.spoken import spoken_sentences

PASSAGE_CHARACTERS = 600
"""About a minute and a half of speech: what is said in it is one matter, and can be quoted."""
FEWEST_WORDS = 4
"""A shorter turn ("Yes, sure.") says something beside the one before it alone."""
MOST_REPLIES = 200
"""Characters of short replies that one passage takes in."""
MOST_DECISIONS = 200
DECISION_CHARACTERS = 400


@dataclass(frozen=True)
class Passage:
    """A stretch of a meeting. `speaker`: by name, empty where nobody knows; `start_s`: seconds from its beginning."""

    speaker: str
    text: str
    start_s: float


@dataclass(frozen=True)
class Decision:
    """A sentence that says what was decided, as it was said."""

    speaker: str
    quote: str
    start_s: float


def passages_of(turns: Sequence[Turn], names: Mapping[str, str]) -> Iterator[Passage]:
    """In order; a short reply stands with its speaker behind what it replies to. `names`: what the recorder's labels
    stand for."""
    held: Passage | None = None
    replies = 0
    for turn in turns:
        speaker = names.get(turn.speaker, turn.speaker)
        if held is not None and turn.text.count(" ") + 1 < FEWEST_WORDS and replies + len(turn.text) < MOST_REPLIES:
            said = f"{speaker}: {turn.text}" if speaker else turn.text
            held = Passage(held.speaker, f"{held.text}\n{said}", held.start_s)
            replies += len(said)
            continue
        if held is not None:
            yield held
        *whole, last = _cut(turn, speaker)
        yield from whole
        held, replies = last, 0
    if held is not None:
        yield held


def _cut(turn: Turn, speaker: str) -> list[Passage]:
    """The turn in stretches of whole sentences, each with the second at which it is said."""
    (pieces,) = parts_of([turn.text], len(turn.text) + 2) if len(turn.text) < PASSAGE_CHARACTERS else ([],)
    pieces = pieces or [piece for part in parts_of([turn.text], PASSAGE_CHARACTERS) for piece in part]
    whole = sum(map(len, pieces)) or 1
    found, before = [], 0
    for piece in pieces:
        at = turn.start_s + (turn.end_s - turn.start_s) * before / whole
        found.append(Passage(speaker, piece, at))
        before += len(piece)
    return found


def decisions_of(turns: Sequence[Turn], names: Mapping[str, str]) -> Iterator[Decision]:
    """At most `MOST_DECISIONS`, in order."""
    told = 0
    for turn in turns:
        for sentence in spoken_sentences(turn.text):
            if told < MOST_DECISIONS and decides(sentence):
                told += 1
                quote = shorten(" ".join(sentence.split()), DECISION_CHARACTERS)
                yield Decision(names.get(turn.speaker, turn.speaker), quote, turn.start_s)
