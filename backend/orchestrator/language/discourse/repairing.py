"""What does somebody mean who corrects themselves amid a message: "at 9, no wait, 10", "when is … no, who comes"; or
who asks for something in the place of what they forbid: "don't cancel the dentist, just move it to one"?

The marks are those by which a later message puts something right (`marks.toml`). Only a time takes the place of one
that was said, and a whole question or request that of what was broken off before it.

A ban names the thing and the request only points at it, or leaves it out; read as one request of that thing, the
message needs no talk before it. Only a ban in the first clause and one request behind it are read so.
"""

from collections.abc import Sequence
from datetime import datetime
from itertools import islice
from typing import Final

from orchestrator.kit import patterns
from orchestrator.kit.patterns import Match
from orchestrator.language.discourse.marks import marked, only_words, pointing_words, repairing, sets_anew, small_words
from orchestrator.language.discourse.restating import ARTICLES, MOST_CHARACTERS
from orchestrator.language.discourse.retiming import names_a_time, only_a_time, only_an_hour, with_time
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.lexicon.shape import Form, Lexicon
from orchestrator.language.render import at_clock
from orchestrator.language.speech_acts.command_verbs import form_of
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.tables import Language
from orchestrator.language.text.words import level
from orchestrator.language.time import mentions
from orchestrator.language.time.meals import meals_in

_GAP = patterns.compile(r"[ ]+")
_PAUSE = patterns.compile(r"(?:[,;.:…]| [-–—])[ ]*$")
_BREAKS_OFF = patterns.compile(r"(?:\.\.|…|[-–—])[ ]*$")
_HOUR_FIRST = patterns.compile(r"(\d{1,2}(?::\d\d)?)(?: |$)")
_MOST_WORDS: Final = 40
_WHOLE: Final = frozenset({Mood.QUESTION, Mood.REQUEST})


def repaired(said: str, language: Language, *, now: datetime) -> str:
    """The message as it was meant; as it was said where nobody corrects anything in it."""
    meant = _taken_back(said, language, now)
    return _put_right(said, language, now) if meant == said else meant


def _taken_back(text: str, language: Language, now: datetime) -> str:
    """The message without the words that it takes back itself: "the birthday of your … I mean, of my brother", "on
    Monday, sorry, Tuesday at 8". They go from the last word like the first of those that take their place, else from
    the time that another one follows; where it is unclear which they are, all stays as it was said."""
    low = level(text) if len(text) <= MOST_CHARACTERS else ""
    found = repairing(language).search(low)
    if found is None or not low[: found.start()].strip() or "?" in low[: found.start()]:
        return text
    wrong, right = low[: found.start()], low[found.end() :]
    first = next(iter(right.split()), "").strip(" ,.?!")
    at = f" {wrong} ".rfind(f" {first} ") if first else -1
    if at <= 0 and ARTICLES.match(f"{first} "):
        named = [one.start() for one in ARTICLES.finditer(wrong) if wrong[: one.start()].endswith(" ")]
        deed = next(iter(wrong.split()), "")
        if not named and _form(deed, language).kinds:  # "cancel coffee with... i mean the haircut"
            return f"{text[: low.index(deed) + len(deed)]} {text[found.end() :]}"
        return f"{text[: named[-1]]}{text[found.end() :]}" if named and named[-1] > 0 else text
    if at <= 0 and found["pause"] is not None and _asks_anew(wrong, right, language):
        return text[found.end() :]
    if at <= 0:
        timed = any(one.offset == 0 for one in mentions(right, now=now, locale=language))
        at = _last_time(wrong, language, now) if timed else -1
    return f"{text[:at].rstrip()} {text[found.end() :]}" if at > 0 else text


def _asks_anew(wrong: str, right: str, language: Language) -> bool:
    """Whether a request of few words is broken off for another one: "llámala... digo, pásame su número"."""
    return len(wrong.split()) <= _BROKEN_OFF and mood_of(right, language).mood in _WHOLE


_BROKEN_OFF: Final = 3


def _last_time(text: str, language: Language, now: datetime) -> int:
    """Where the day or hour begins with which a text ends, without the meal that may stand before it; -1 of another."""
    told = mentions(text, now=now, locale=language)
    if not told or told[-1].offset + len(told[-1].text) < len(text.rstrip(" ,.")):
        return -1
    at = told[-1].offset
    while (following := text.find(" ", at) + 1) > 0:
        rest = mentions(text[following:], now=now, locale=language)
        if len(rest) != 1 or rest[0].offset or rest[0].start.date() != told[-1].start.date():
            break
        at = following
    return at


def _put_right(said: str, language: Language, now: datetime) -> str:
    if len(said) > MOST_CHARACTERS:
        return said
    low = level(said)
    for gap in islice(_GAP.finditer(low), _MOST_WORDS):
        found = marked(low[gap.end() :], language)
        mark = low[gap.end() : gap.end() + found.start].strip()
        if not (found.rights and mark):
            continue
        paused = _PAUSE.search(low[: gap.end()]) is not None
        if not paused and " " not in mark:
            continue  # "i wait", "no meetings": a mark alone is a word like any other
        head, tail = said[: gap.start()].rstrip(" ,;:.-–—…"), said[gap.end() + found.start :].strip()
        bare = tail.rstrip(" .!?")
        if only_a_time(bare) or only_an_hour(bare):
            if _only_a_meal(head, language, now) or (
                not names_a_time(head) and mood_of(head, language).mood not in _WHOLE
            ):
                return said  # "the hairdresser, rather at 11" puts no time of its own right
            hour = _HOUR_FIRST.match(bare)  # "at 9, no wait, 10 on Friday": the "at" goes with the nine
            anew = f"{at_clock(hour[1], language)}{bare[hour.end(1) :]}" if hour is not None else bare
            return with_time(head, anew, language, now=now, sure=True) or said
        broken = _BREAKS_OFF.search(low[: gap.end()]) is not None
        if broken and mood_of(tail, language).mood in _WHOLE and not mood_of(head, language).negated:
            return tail
    return said


def _only_a_meal(text: str, language: Language, now: datetime) -> bool:
    """Whether the one time that a text tells is a meal in its name: "la cena de padres al final es a las 22"."""
    told, meals = mentions(text, now=now, locale=language), meals_in(text, language)
    return len(told) == len(meals) == 1 and told[0].offset + len(told[0].text) == meals[0].end


_CLAUSES = patterns.compile(r"(?:[,;.:]+| [-–—]+)\s+")
_WORDS = patterns.compile(r"[^\s,.;:!?]+")
_HUNG = patterns.compile(r"-[a-z]{1,3}$")
_ELIDED = patterns.compile(r"^n'")
_LONGEST_THING: Final = 8
_CLAUSES_READ: Final = 2


def asked_rather(said: str, language: Language) -> str:
    """The request with the thing that the ban names; the message as it was said where it is no such message."""
    clauses = [one.strip() for one in _CLAUSES.split(said) if one.strip()] if len(said) <= MOST_CHARACTERS else []
    if len(clauses) != _CLAUSES_READ or "?" in said:
        return said
    ban, request = (clause.strip(" .!") for clause in clauses)
    thing = _banned(ban, language) if mood_of(ban, language).negated else ""
    asked = [word for word in _WORDS.finditer(level(request)) if word.group() not in only_words(language)]
    if not thing or not asked or mood_of(request, language).mood not in {Mood.REQUEST, Mood.UNCLEAR}:
        return said
    return _of_thing(asked, request, thing, language) or said


def _banned(ban: str, language: Language) -> str:
    """What a ban is of: the words behind its verb, which is not its first word but for an elided no."""
    low = level(ban)
    found = list(_WORDS.finditer(low))
    for at, word in enumerate(found[:-1]):
        text = _ELIDED.sub("", word.group())
        if (at or text != word.group()) and _form(text, language).kinds:
            rest = [one for one in found[at + 1 :] if one.group() not in small_words(language)]
            return ban[rest[0].start() :] if 0 < len(rest) <= _LONGEST_THING else ""
    return ""


def _of_thing(asked: Sequence[Match], request: str, thing: str, language: Language) -> str | None:
    """The request with the thing behind its verb; None where it names one of its own."""
    verb, *rest = asked
    bare, points = _without_pronoun(verb.group(), request[verb.start() : verb.end()], LEXICONS[language])
    if not (_form(level(bare), language).kinds or sets_anew(level(bare), language)):
        return None
    if not points and rest and rest[0].group() in pointing_words(language):
        rest, points = rest[1:], True
    tail = " ".join(request[word.start() : word.end()] for word in rest)
    if not points and not names_a_time(tail):
        return None
    return f"{bare} {thing} {tail}".strip()


def _without_pronoun(folded: str, text: str, lexicon: Lexicon) -> tuple[str, bool]:
    """The verb without the pronoun that hangs on it, and whether one does: "pásalo", "passa-o"."""
    if (hung := _HUNG.search(folded)) is not None:
        return text[: hung.start()], True
    if folded in lexicon.verbs:
        return text, False
    for clitic in lexicon.clitics:
        stem = folded[: -len(clitic)]
        if folded.endswith(clitic) and stem in lexicon.verbs:
            return stem, True
    return text, False


def _form(folded: str, language: Language) -> Form:
    return form_of(folded, folded, language)
