"""What do "it", "she", "there" and "and on Saturday?" stand for?

The deictic context tells, else the thread's last questions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from orchestrator.kit import lookaround
from orchestrator.language import affirm
from orchestrator.language.undoing import asks_undo
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.draft_words import puts_right
from orchestrator.reader.evidence import SURE
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.reading import Reading, Target, read
from orchestrator.reader.texts import share
from orchestrator.reader.words import words_of

_SEVERAL = 2
_TOPIC_OF = lookaround.compile(r"(?:and|e|y) (?:what )?(?:about the|on|da|do|das|dos|de|del|sobre|acerca)\b")
""" "E da caldeira?" changes what was said something about, "e a Ana?" who said it."""
_LOOK_BACK = 4
"""User messages that a follow-up may refer to: further back nobody says "it"."""
_OPEN = {Kind.WHEN, Kind.WHERE, Kind.WHO, Kind.HOW_LONG, Kind.ATTRIBUTE, Kind.COUNT, Kind.EXISTS, Kind.TOPIC, Kind.SAID}
_PREFERS: Mapping[Kind, tuple[str, ...]] = {
    Kind.ATTRIBUTE: ("contact", "place", "event"),
    Kind.WHO: ("event", "place", "contact"),
    Kind.SAID: ("contact", "event", "place"),
}
_EMPTY = {Kind.GREETING, Kind.THANKS, Kind.FAREWELL, Kind.ABILITIES, Kind.UNABLE, Kind.NOTHING, Kind.CLOCK}


def completed(reading: Reading, facts: TurnFacts) -> Reading:
    """The reading with what it leaves unsaid taken from the conversation."""
    if reading.kind in _EMPTY:
        return reading
    reading = _related(reading, facts)
    if reading.follow and reading.kind is Kind.TOPIC and (reading.when or reading.words or reading.names):
        return _continued(reading, facts)
    if reading.words or reading.names or reading.who or reading.kind not in _OPEN:
        return reading
    if (reading.thing is not None or (reading.when and reading.kind is Kind.EXISTS)) and not reading.deictic:
        return reading
    before = _before(reading, facts)
    targets = _meant(_targets(facts.context, reading.kind), before)
    if targets and not _elsewhere(targets, before):
        return replace(reading, targets=targets)
    if before is None or not (before.words or before.names):
        return replace(reading, targets=targets) if targets else reading
    kind = before.kind if reading.kind is Kind.TOPIC else reading.kind
    when, span = (reading.when, reading.span) if reading.when else (before.when, before.span)
    return replace(reading, kind=kind, words=before.words, names=before.names, when=when, span=span)


def _related(reading: Reading, facts: TurnFacts) -> Reading:
    """ "Her mum", "su mujer": that of the person whom the conversation was about last."""
    found = reading.relative
    if found is None or not found.pronoun:
        return reading
    people = [str(row["name"]) for row in facts.context.get("contacts") or () if row.get("name")]
    phrase = found.of(people[-1], words_of(reading.language).language) if people else found.phrase
    return replace(reading, words=(phrase, *reading.words), names=(phrase, *reading.names), deictic=False)


def _continued(reading: Reading, facts: TurnFacts) -> Reading:
    """ "And on Saturday?", "e a Ana?": the question before, with one part replaced."""
    before = _before(reading, facts)
    if before is None:
        return reading
    same = replace(
        before, line=reading.line, language=reading.language, locale=reading.locale, past=before.past, follow=True
    )
    if reading.when and not reading.words:
        return replace(same, when=reading.when, span=reading.span)
    if reading.when:
        same = replace(same, when=reading.when, span=reading.span)
    if same.kind is Kind.SAID and same.who and not reading.when and not _TOPIC_OF.match(reading.line.low):
        return replace(same, who=reading.about)
    return replace(same, words=reading.words, names=reading.names or reading.words)


def _meant(targets: tuple[Target, ...], before: Reading | None) -> tuple[Target, ...]:
    """Of several things that the last answers were about, those that the question before named best."""
    if len(targets) < _SEVERAL or before is None or not before.words:
        return targets
    shares = [share(before.words, target.name) for target in targets]
    return tuple(target for target, held in zip(targets, shares, strict=True) if held == max(shares))


def _elsewhere(targets: tuple[Target, ...], before: Reading | None) -> bool:
    """Whether the question before named something that none of the targets is: that is meant, and looked up again."""
    if before is None or not before.words or before.kind is Kind.ATTRIBUTE:
        return False
    return all(target.kind == "event" and share(before.words, target.name) < SURE for target in targets)


def question_before(facts: TurnFacts, locale: str) -> Reading | None:
    """The last question of the thread that was about something."""
    return _before(read("", now=facts.now, locale=locale), facts)


def _before(reading: Reading, facts: TurnFacts) -> Reading | None:
    asked = [text for role, text in facts.history if role == "user" and text.strip() != facts.question.strip()]
    asked = [text for text in asked if affirm.reading(text) is None and not asks_undo(text)]
    for text in reversed(asked[-_LOOK_BACK:]):
        earlier = read(text, now=facts.now, locale=reading.locale)
        if puts_right(earlier.line.low, earlier.language):
            continue
        if earlier.kind not in _EMPTY and (earlier.words or earlier.names or earlier.when or earlier.thing):
            return earlier
    return None


def _targets(context: Mapping[str, Any], kind: Kind) -> tuple[Target, ...]:
    order = _PREFERS.get(kind, ("event", "place", "contact"))
    for name in order:
        rows: Sequence[Any] = context.get(f"{name}s") or ()
        found = tuple(
            Target(name, str(row["id"]), str(row.get("name") or row.get("title") or ""))
            for row in rows
            if isinstance(row, Mapping) and row.get("id")
        )
        if found:
            return found[-3:]
    return ()
