"""Does a message ask several questions, and what is each of them about?"""

from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from orchestrator.language.detect import language_of
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line, focus, spelled
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.reading import Reading, read_line
from orchestrator.reader.words import words_of

_MOST_QUESTIONS = 3


def asked_apart(question: str, *, now: datetime, locale: str) -> list[Reading]:
    """The questions of "what's tomorrow and is anything overdue?" one by one; none where it is a single one."""
    asked = focus(question)
    language = language_of(asked, locale)
    known = words_of(language)
    whole = spelled(asked, language)
    cuts = [0, *(found.end() for found in known.also_asks.finditer(whole.low)), len(whole.low)]
    parts = [_opened(whole.cut(start, end), known) for start, end in pairwise(cuts)]
    if not 1 < len(parts) <= _MOST_QUESTIONS:
        return []
    found = [read_line(part, language_of(part.raw, locale), now=now, locale=locale) for part in parts]
    first = found[0]
    found = [first, *(_about_the_same(each, first) for each in found[1:])]
    whole_asks = all(each.kind is not Kind.TOPIC and (each.when or each.thing or each.words) for each in found)
    return found if whole_asks else []


def _opened(part: Line, known: Words) -> Line:
    """A question without the "and" that joins it to the one before."""
    joint = known.also_asks.match(f" {part.low}")
    return part.cut(joint.end() - 1, len(part.low)) if joint else part


def _about_the_same(reading: Reading, first: Reading) -> Reading:
    """ "… and when do I meet her?": the question before says who."""
    if reading.words or reading.names or reading.who or reading.thing:
        return reading
    if reading.when:
        return reading if not reading.deictic else replace(reading, words=first.words, names=first.names)
    return replace(reading, words=first.words, names=first.names, when=first.when, span=first.span)
