"""What was the last question of the thread about, each one completed by those before it?"""

from dataclasses import replace

from orchestrator.language.discourse.undoing import asks_undo
from orchestrator.language.speech_acts import affirm
from orchestrator.language.text.normalize import normalize
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.discourse.draft_words import puts_right
from orchestrator.reader.discourse.ellipsis import changed_from, is_open, of_a_detail, of_the_same
from orchestrator.reader.discourse.follow_ups import LISTED, follow_ups, of_its_day
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question.reading import read
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.spoken import languages_of

_LOOK_BACK = 4
"""User messages that a follow-up may refer to: further back nobody says "it"."""
EMPTY_KINDS = {Kind.GREETING, Kind.THANKS, Kind.FAREWELL, Kind.ABILITIES, Kind.UNABLE, Kind.NOTHING, Kind.CLOCK}


def question_before(facts: TurnFacts, locale: str) -> Reading | None:
    """The last question of the thread that was about something."""
    return previous(read("", now=facts.now, locale=locale), facts)


def previous(reading: Reading, facts: TurnFacts) -> Reading | None:
    """What the thread's questions have come to: each one completed by those before it."""
    asked = [text for role, text in facts.history if role == "user" and text.strip() != facts.question.strip()]
    asked = [text for text in asked if not _only_replies(text) and not asks_undo(text)]
    last: Reading | None = None
    asked = asked[-_LOOK_BACK:]
    for text, language in zip(asked, languages_of(asked, reading.locale), strict=True):
        each = of_its_day(of_a_detail(read(text, now=facts.now, locale=reading.locale, spoken=language)))
        if puts_right(each.line.low, each.language) or each.kind in EMPTY_KINDS or _names_nothing(each):
            continue
        changed = changed_from(each, last)
        if changed is None and last is not None and is_open(each) and (last.words or last.names):
            changed = replace(of_the_same(each, last), past=each.past or last.past)
        each = _without_cues(changed or each)
        if each.words or each.names or each.when or each.thing or each.whose_birthday:
            last = each
    return last


def _only_replies(text: str) -> bool:
    """Whether a message only says yes or no, also to some of what was shown: "as duas sim"."""
    return affirm.reading(text) is not None or affirm.decided(text, _OF_SEVERAL) is not None


_OF_SEVERAL = 2


def _without_cues(reading: Reading) -> Reading:
    """Without the words that only ask for a list of some time: "what's left today" is of any day."""
    if reading.kind not in LISTED or not reading.when or reading.names:
        return reading
    return replace(reading, words=tuple(word for word in reading.words if normalize(word) not in reading.cues))


def _names_nothing(reading: Reading) -> bool:
    """Whether it only asks of what was spoken of: "is it still on?", "when's the appointment?"."""
    words = follow_ups(reading.language)
    said = {word.casefold() for word in reading.words}
    return bool(said) and said <= {*words.appointments, *words.still, *words.ordinals}
