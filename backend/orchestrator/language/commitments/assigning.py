"""Who is given what over several turns? "Somebody has to call the bank." "I can do that."

Names are those of who speaks in the talk: nothing else is taken for one. A task is told in the words in which it was
said, and is somebody's only where one of a few forms gives it to them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from orchestrator.kit import patterns
from orchestrator.language.commitments.reading import MOST_WORDS, TABLES, Promises, level
from orchestrator.language.tables import Language
from orchestrator.language.text.spoken import spoken_sentences

TURNS_OPEN = 3
"""Turns for which a task waits for somebody to take it."""
TURNS_NAMED = 4
"""Turns back in which a name was the last word, and in which a sentence was begun that goes on."""
SHORTEST = 3
"""Words of what is told as a task."""
LONGEST_NAMING = 4
"""Words of a turn that does nothing but say a name."""
ALL = "all"
_MARK = "_who_"
_WORD = patterns.compile(r"\w+")


@dataclass(frozen=True)
class Said:
    """One turn of a talk."""

    speaker: str
    text: str
    language: Language


@dataclass(frozen=True)
class Assigned:
    """`text`, a sentence of the talk, is for `who`: speakers' labels joined by commas, or `ALL`; said in turn `at`."""

    at: int
    text: str
    who: str


@dataclass(frozen=True)
class _Line:
    """A sentence; `marked`: levelled, each speaker's name a mark; `named`: who that is, in order."""

    text: str
    marked: str
    named: tuple[str, ...]
    table: Promises


def assigned(talk: Iterable[Said]) -> Iterator[Assigned]:
    """What is assigned in a talk, in order, each sentence once."""
    said = list(talk)
    names = _names(one.speaker for one in said)
    heard = _Heard(said, [_lines(one, names) for one in said])
    told: set[str] = set()
    for at in range(len(said)):
        for one in _given_at(heard, at):
            if one.text not in told and len(one.text.split()) >= SHORTEST:
                told.add(one.text)
                yield one


@dataclass(frozen=True)
class _Heard:
    """The turns of a talk, and the sentences of each."""

    said: Sequence[Said]
    lines: Sequence[Sequence[_Line]]


def _given_at(heard: _Heard, at: int) -> Iterator[Assigned]:
    speaker = heard.said[at].speaker
    for number, line in enumerate(heard.lines[at]):
        if _spoiled(line):
            continue
        dated = line.table.dated.search(line.marked) is not None
        if _by_all(line, dated):
            yield Assigned(at, _shown(line.text), ALL)
        elif (together := _jointly(line, speaker, dated)) is not None:
            yield Assigned(at, _shown(line.text), together)
        elif found := _given_to_one(heard, at, number) or _of_who_was_named(heard, at, line):
            yield found


def _given_to_one(heard: _Heard, at: int, number: int) -> Assigned | None:
    """To who is called, to who is asked, to who takes it."""
    line, speaker = heard.lines[at][number], heard.said[at].speaker
    others = tuple(dict.fromkeys(name for name in line.named if name != speaker))
    listener = others[0] if len(others) == 1 else ""
    if listener and line.table.charged.search(line.marked):
        who = _who_takes(heard, at, listener, asked=line.text.rstrip().endswith("?"))
        return Assigned(at, _shown(line.text), who) if who else None
    if line.table.hands.search(line.marked):
        task, who = _open_before(heard, at, number), _who_takes(heard, at, listener, asked=True)
        return Assigned(*task, who) if task and who else None
    task = _open_before(heard, at, number) if line.table.takes.search(line.marked) else None
    return Assigned(*task, speaker) if task else None


def _of_who_was_named(heard: _Heard, at: int, line: _Line) -> Assigned | None:
    """To who was named before, by a sentence that goes on or a "we"; to who asked, who is to find out."""
    who = _begun_by(heard, at) if line.table.goes_on.search(line.marked) else ""
    who = who or (_just_named(heard, at) if line.table.we_do.search(line.marked) else "")
    if who:
        return Assigned(at, _shown(line.text), who)
    return _unsure_before(heard, at) if line.table.left_to_you.search(line.marked) else None


def _names(speakers: Iterable[str]) -> Mapping[str, str]:
    """By levelled form the label that it names: the whole label, and a first name that one alone has."""
    labels = [label for label in dict.fromkeys(speakers) if label.strip()]
    found = {level(label): label for label in labels}
    first: dict[str, set[str]] = {}
    for label in labels:
        first.setdefault(level(label).split()[0], set()).add(label)
    found.update({word: next(iter(who)) for word, who in first.items() if len(who) == 1 and len(word) >= SHORTEST})
    return found


def _lines(said: Said, names: Mapping[str, str]) -> list[_Line]:
    own = level(said.speaker)
    known = {form: label for form, label in names.items() if form and form != own}
    any_of = "|".join(patterns.escape(form) for form in sorted(known, key=len, reverse=True))
    called = patterns.compile(rf"\b(?:{any_of})\b") if any_of else None
    found = []
    for sentence in spoken_sentences(said.text):
        flat = level(sentence)
        named = tuple(known[match.group()] for match in called.finditer(flat)) if called is not None else ()
        marked = called.sub(_MARK, flat) if called is not None else flat
        found.append(_Line(sentence, marked, named, TABLES[said.language]))
    return found


def _shown(text: str) -> str:
    return " ".join(text.split()[:MOST_WORDS]).strip(" ,").rstrip(".")


def _spoiled(line: _Line) -> bool:
    """Whether a condition, or what somebody else says, begins it."""
    begun = line.marked[: len(line.marked) // 2]
    return line.table.spoils.search(begun) is not None


def _is_told(line: _Line, found: patterns.Match) -> bool:
    """Whether a verb says what can be done, with something after it."""
    verbs = (verb for name, verb in found.groupdict().items() if name.startswith("verb") and verb)
    return all(line.table.vague.match(verb) is None for verb in verbs)


def _by_all(line: _Line, dated: bool) -> bool:
    if line.text.rstrip().endswith("?"):
        return False
    if line.table.by_all.search(line.marked):
        return True
    found = line.table.by_all_dated.search(line.marked) if dated else None
    return found is not None and _is_told(line, found)


def _jointly(line: _Line, speaker: str, dated: bool) -> str | None:
    found = line.table.jointly.search(line.marked)
    if found is None and dated:
        found = line.table.jointly_dated.search(line.marked)
    if found is None or line.text.rstrip().endswith("?") or not _is_told(line, found):
        return None
    before, inside = line.marked[: found.start()].count(_MARK), found.group().count(_MARK)
    who = line.named[before : before + inside]
    return ", ".join(dict.fromkeys((*who, speaker) if inside == 1 else who))


def _who_takes(heard: _Heard, at: int, called: str, *, asked: bool) -> str:
    """The one who is called, unless they refuse, and only if they agree where they were asked; without a name the next
    speaker, if they agree."""
    after = heard.lines[at + 1][0] if at + 1 < len(heard.lines) and heard.lines[at + 1] else None
    if after is None or (called and heard.said[at + 1].speaker != called):
        return called if called and not asked else ""
    agreed = after.table.agrees.match(after.marked) is not None or after.table.takes.search(after.marked) is not None
    if after.table.refuses.search(after.marked) and not agreed:
        return ""
    if called:
        return called if agreed or not asked or len(_WORD.findall(after.marked)) <= LONGEST_NAMING else ""
    return heard.said[at + 1].speaker if agreed else ""


def _open_before(heard: _Heard, at: int, number: int) -> tuple[int, str] | None:
    """The nearest task that nobody has: earlier in this turn, or up to `TURNS_OPEN` turns back."""
    for back in range(TURNS_OPEN + 1):
        lines = list(heard.lines[at - back]) if back <= at else []
        for line in reversed(lines[:number] if back == 0 else lines):
            if line.table.open_task.search(line.marked) and not _spoiled(line) and len(line.text.split()) >= SHORTEST:
                return at - back, _shown(line.text)
    return None


def _begun_by(heard: _Heard, at: int) -> str:
    """Whom the speaker named in the sentence in which another one broke in."""
    for back in range(1, TURNS_NAMED + 1):
        if at - back >= 0 and heard.said[at - back].speaker == heard.said[at].speaker:
            lines = heard.lines[at - back]
            named = set(lines[-1].named) if lines else set[str]()
            return named.pop() if len(named) == 1 else ""
    return ""


def _just_named(heard: _Heard, at: int) -> str:
    """Whose name was all that the speaker said a moment before: "Marketing, right." "So we'll be working on …"."""
    for back in range(1, TURNS_NAMED + 1):
        if at - back < 0 or heard.said[at - back].speaker != heard.said[at].speaker:
            continue
        lines = [line for line in heard.lines[at - back] if line.named]
        if lines and all(len(_WORD.findall(line.marked)) <= LONGEST_NAMING for line in lines):
            return lines[-1].named[-1]
        return ""
    return ""


def _unsure_before(heard: _Heard, at: int) -> Assigned | None:
    """What another one asked just before and is to find out themselves."""
    if at == 0 or heard.said[at - 1].speaker == heard.said[at].speaker:
        return None
    for line in reversed(heard.lines[at - 1]):
        if line.table.unsure.search(line.marked):
            return Assigned(at - 1, _shown(line.text), heard.said[at - 1].speaker)
    return None
