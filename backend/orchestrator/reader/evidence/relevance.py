"""How much of the question does a find hold, and how much has it to hold to be an answer?"""

from collections.abc import Mapping, Sequence
from datetime import datetime, time
from typing import Any

from orchestrator.kit import patterns
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import normalize
from orchestrator.reader.evidence.finds import NEVER, RELEVANT, SAME_TIME, moment, rows_of
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.texts import replied_to, share, text_of_hit
from orchestrator.reader.words import WORDS, words_of

_PLAIN = 0.6
"""Where "is there?" or a bare topic is asked, the name alone ("is Ana allergic?") is no answer."""
_OTHER_TIME = 0.4
_CUE = 0.7
"""What a find loses that lacks all the words which only say what kind of question it is."""
_OTHER_NUMBER = 0.5
"""What a find is worth that lacks a number by which something is called: "bus 61" is no bus to Caruaru."""
_ASKED_LETTERS = 400
TELLS_OF = patterns.compile(
    r"([A-ZÀ-Ý][^\W\d_]+)(?:['’]s\b| (?:is|isn't|has|can't|can not|cannot|does|doesn't|likes?|hates?|wants?|prefers?|e"
    r"|é|esta|está|tem|nao|não|gosta|prefere|quer|es|tiene|no|le|prefiere|quiere)\b)"
)
_OF_MYSELF = patterns.compile(
    r"\b(?:am i|do i|can i|should i|i'm|my|sou|tenho|posso|meu|minha|meus|minhas|soy|tengo|puedo|mi|mis)\b"
)


def held_share(words: Sequence[str], reading: Reading, text: str) -> float:
    """The share of the words that a record holds; a name of several words is one of them."""
    words, worth = _looked_for(words, reading, text)
    named = [tuple(name.split()) for name in reading.names if " " in name and set(name.split()) <= set(words)]
    within = {part for name in named for part in name}
    if any(_is_number(word) and share((word,), text) == 0 for word in words):
        worth *= _OTHER_NUMBER
    units = [*named, *((word,) for word in words if word not in within)]
    return worth * (sum(share(unit, text) for unit in units) / len(units) if named else share(words, text))


def _is_number(word: str) -> bool:
    """Whether a word calls something by a number: "061", "FR1734"; one figure alone counts something."""
    return len(word) > 1 and word[0].isalnum() and any(char.isdigit() for char in word)


def _looked_for(words: Sequence[str], reading: Reading, text: str) -> tuple[Sequence[str], float]:
    """The words without those that only say what is asked, as far as the record lacks them; and what is left of its
    worth for these: one that holds them too answers better."""
    cued = [word for word in words if normalize(word) in reading.cues and share((word,), text) == 0]
    if not cued or len(cued) == len(words):
        return words, 1.0
    return tuple(word for word in words if word not in cued), 1.0 - _CUE * len(cued) / len(words)


def kept_by_filters(row: Mapping[str, Any], text: str, reading: Reading) -> bool:
    """Whether the filters of the question leave a record in."""
    start = next((found for name in ("start_at", "due_at", "at") if (found := moment(row.get(name)))), None)
    whole = bool(row.get("all_day")) or (start is not None and "due_at" in row and start.time() == time())
    return reading.filters.keep(text, start, moment(row.get("end_at")), whole=whole, key=str(row.get("id")))


def worth_of_hit(row: Mapping[str, Any], reading: Reading) -> tuple[float, float]:
    """How much of the question a hit holds, and how much it has to hold. The search has judged that itself, with what
    was said before it and whose matter it is; a result without its judgement is weighed by its words."""
    if isinstance(row.get("answers"), bool) and row.get("kind") == "message":
        worth = float(row.get("relevance") or 0.0) if reading.words else _unasked(reading)
        return worth, 0.0 if row["answers"] else NEVER
    if row.get("kind") == "note" and of_another(text_of_hit(row), reading):
        return 0.0, NEVER
    text = text_of_hit(row)
    words, worth = _looked_for(reading.words, reading, text)
    held = worth * share(words, text) if reading.words else _unasked(reading)
    if _of_meeting_alone(row, reading):
        return 0.0, NEVER
    return held, needed_share(reading)


def _of_meeting_alone(row: Mapping[str, Any], reading: Reading) -> bool:
    """Whether of what was said in a meeting its title or people hold the words: anything else was said there too."""
    if row.get("kind") != "meeting" or not row.get("part_id") or not reading.words:
        return False
    own = reading.who is not None and spoken_by(row, reading.who)
    return not own and share(reading.words, f"{row.get('text') or ''} {replied_to(row)}") == 0


def of_another(noted: str, reading: Reading) -> bool:
    """Whether a note tells of somebody ("Lucía is allergic …") where the user asks about themselves alone."""
    tells = TELLS_OF.match(noted)
    if tells is None or not _OF_MYSELF.search(reading.line.low):
        return False
    return normalize(tells[1]) not in {part for word in reading.words for part in normalize(word).split()}


WRITTEN = "written_to_somebody"
"""Marks the user's own words to somebody else: these ask nothing of Steward."""


def only_asked(row: Mapping[str, Any]) -> bool:
    """Whether the user's own words only ask or look something up ("Ana's number"): that answers nothing later."""
    own = row.get("origin") == "user" or str(row.get("speaker") or "").casefold() in {"me", "user"}
    text = str(row.get("text") or "")[:_ASKED_LETTERS]
    own = own and WRITTEN not in row
    return own and row.get("kind") == "message" and mood_of(text).mood in {Mood.QUESTION, Mood.UNCLEAR}


def names_birthday(text: str, language: Language | None = None) -> bool:
    """Whether words, in a language or in any, name a birthday."""
    tables = (words_of(language),) if language is not None else tuple(WORDS.values())
    low = normalize(text)
    return any(known.attributes["birthday"].search(low) is not None for known in tables)


def no_birthday(row: Mapping[str, Any], kind: str, reading: Reading) -> bool:
    """Whether a birthday is asked for, and this is something else that is dated: "Marcus plays hockey"."""
    asked = reading.attribute == "birthday" and kind in {"event", "todo"}
    return asked and not names_birthday(f"{row.get('title') or ''} {row.get('description') or ''}")


def needed_share(reading: Reading) -> float:
    return _PLAIN if reading.kind in {Kind.EXISTS, Kind.TOPIC} else RELEVANT


def timeliness(row: Mapping[str, Any], reading: Reading) -> float:
    """Whether a dated find lies in the time that was asked for; outside of it, it is near at best."""
    start = next((found for name in ("start_at", "due_at", "at") if (found := moment(row.get(name)))), None)
    if reading.span is None:
        return 1.0
    if start is None:
        return _OTHER_TIME if "due_at" in row and row.get("done_at") is None else 1.0
    since, until = reading.span
    if any(_overlaps(one, since, until) for one in rows_of(row.get("dates"))):
        # "Last year", said this year: the time that a message tells counts like the time at which it was said.
        return 1.0
    ends = moment(row.get("end_at")) or start
    return 1.0 if ends >= since and (until is None or start < until) else _OTHER_TIME


def _overlaps(told: Mapping[str, Any], since: datetime, until: datetime | None) -> bool:
    first, after = moment(told.get("since")), moment(told.get("until"))
    return first is not None and after is not None and after > since and (until is None or first < until)


def _unasked(reading: Reading) -> float:
    """What a find is worth to a question without content words: something where it names a time, a person, a kind."""
    return 1.0 if reading.when or reading.who or reading.names or reading.targets else SAME_TIME


def spoken_by(row: Mapping[str, Any], who: str) -> bool:
    return mentions(str(row.get("speaker") or ""), who)


def mentions(text: str, who: str) -> bool:
    return share(tuple(who.split()), text) >= RELEVANT
