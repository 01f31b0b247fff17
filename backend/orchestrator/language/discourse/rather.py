"""What is asked for in the place of what is forbidden: "don't cancel the dentist, just move it to one".

The ban names the thing and the request only points at it, or leaves it out; read as one request of that thing, the
message needs no talk before it. Only a ban in the first clause and one request behind it are read so.
"""

from collections.abc import Sequence
from typing import Final

from orchestrator.kit import patterns
from orchestrator.kit.patterns import Match
from orchestrator.language.discourse.marks import only_words, pointing_words, sets_anew, small_words
from orchestrator.language.discourse.restating import MOST_CHARACTERS, level
from orchestrator.language.discourse.retiming import names_a_time
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.lexicon.shape import Form, Lexicon
from orchestrator.language.speech_acts.command_verbs import form_of
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.tables import Language

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
