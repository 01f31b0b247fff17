"""Does a message ask several questions, and what is each of them about?"""

from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from orchestrator.language.detect import language_of
from orchestrator.language.shorthand import spelled_out
from orchestrator.reader.asked import Kind
from orchestrator.reader.line import focus, line
from orchestrator.reader.reading import Reading, read
from orchestrator.reader.words import words_of

_MOST_QUESTIONS = 3


def asked_apart(question: str, *, now: datetime, locale: str) -> list[Reading]:
    """The questions of "what's tomorrow and is anything overdue?" one by one; none where it is a single one."""
    written = spelled_out(focus(question))
    known = words_of(language_of(written, locale))
    whole = line(written)
    cuts = [0, *(found.end() for found in known.also_asks.finditer(whole.low)), len(whole.low)]
    parts = [whole.cut(start, end).raw for start, end in pairwise(cuts)]
    if not 1 < len(parts) <= _MOST_QUESTIONS:
        return []
    parts = [known.also_asks.sub("", f" {part}").strip() or part for part in parts]
    found = [read(part, now=now, locale=locale) for part in parts]
    first = found[0]
    found = [first, *(_about_the_same(each, first) for each in found[1:])]
    whole_asks = all(each.kind is not Kind.TOPIC and (each.when or each.thing or each.words) for each in found)
    return found if whole_asks else []


def _about_the_same(reading: Reading, first: Reading) -> Reading:
    """ "… and when do I meet her?": the question before says who."""
    if reading.words or reading.names or reading.who or reading.thing:
        return reading
    if reading.when:
        return reading if not reading.deictic else replace(reading, words=first.words, names=first.names)
    return replace(reading, words=first.words, names=first.names, when=first.when, span=first.span)
