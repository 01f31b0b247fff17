"""Does a message purely say yes or no, and which of several choices does it name?

Purely: a yes that says anything further ("yes but at 5") is a message with content, and must not confirm what was
shown.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from orchestrator.kit import lookaround, patterns
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.lexicon.shape import Lexicon
from orchestrator.language.lexicon.shared import BESIDE_A_CHOICE
from orchestrator.language.pattern_tables import in_any_language
from orchestrator.language.speech_acts.command_verbs import form_of
from orchestrator.language.tables import Table, Words, by_language, in_any
from orchestrator.language.text.words import clean, words

Answer = Literal["yes", "no"]

_MOST_CHARACTERS = 80
_MOST_WORDS = 9
"""A pure answer is short; anything longer says something."""

_YES_SIGNS = patterns.compile("^[\\s👍✅✔👌🙏🆗💯☑🏻-🏿\ufe0f!.😊🙂😀]+$")
_NO_SIGNS = patterns.compile("^[\\s👎❌🚫✖⛔🙅🏻-🏿\ufe0f\u200d♀♂!.]+$")


class _Answers(Table):
    """`answers.toml`. `joins`: between choices, `another` also between answers; `counts`: number words, which may be
    articles; `numbering`: what stands before a number that names a choice; `first`: the first so many of them;
    `plural`: what stands before a count of all; `but`, and `opens_answer` behind `another`, begin a further answer;
    `refuses`: words that turn down; `that`: what was shown, and `shown`, the nouns that may follow it ("that rule");
    `kept_in`: words for where it is put; `beside` which a verb may have these words; `thanks_for`: thanks for
    something, which closes a talk and agrees to nothing."""

    joins: Words
    another: str
    numbering: Words
    first: Words
    plural: Words
    but: str
    opens_answer: str
    refuses: Words
    beside: Words
    that: Words
    shown: Words
    kept_in: Words
    counts: Mapping[str, int]
    thanks_for: str


_TABLES = by_language("answers", _Answers)
_JOINS = in_any(_TABLES, lambda one: one.joins)
_COUNTS = {word: count for each in _TABLES.values() for word, count in each.counts.items()}
_NUMBERING = in_any(_TABLES, lambda one: one.numbering)
_FIRST = in_any(_TABLES, lambda one: one.first)
_PLURAL = in_any(_TABLES, lambda one: one.plural)
_BUT, _ANOTHER = (in_any_language(_TABLES, part) for part in (lambda one: one.but, lambda one: one.another))
_OPENS = in_any_language(_TABLES, lambda one: one.opens_answer)
_PARTED = lookaround.compile(rf"[,;.]+\s*|\s{_BUT}\s|\s{_ANOTHER}\s(?={_OPENS}\b)")
_THANKS_FOR = patterns.compile(rf"\b{in_any_language(_TABLES, lambda one: one.thanks_for)}")
_REFUSES = in_any(_TABLES, lambda one: one.refuses)
_BESIDE = in_any(_TABLES, lambda one: one.beside)
_THAT = in_any(_TABLES, lambda one: one.that)
_KEPT_IN = in_any(_TABLES, lambda one: one.kept_in)
_SHOWN = in_any(_TABLES, lambda one: one.shown)
_AGREES = frozenset(word for lexicon in LEXICONS.values() for word in lexicon.answers.yes if " " not in word)
""" "Aye both", "las dos sí"."""
_LONGEST_PHRASE = 5
_ALL = 0
_ANY = 99


def reading(text: str) -> Answer | None:
    """Whether the message affirms or declines and says nothing else."""
    stripped = clean(text[: _MOST_CHARACTERS + 1]).strip()
    if not stripped or len(stripped) > _MOST_CHARACTERS or "?" in stripped:
        return None
    if not any(char.isalnum() for char in stripped):
        return _sign(stripped)
    found = tuple(word.folded for word in words(stripped))
    if len(found) > _MOST_WORDS or _THANKS_FOR.search(" ".join(found)):
        return None
    answers = {answer for answer in (_in_language(found, lexicon) for lexicon in LEXICONS.values()) if answer}
    # "no" is a word of all three languages; where they disagree ("para", "manda") nothing is decided.
    return answers.pop() if len(answers) == 1 else None


def _sign(stripped: str) -> Answer | None:
    if _YES_SIGNS.match(stripped) and patterns.compile("[👍✅✔👌🆗💯☑]").search(stripped):
        return "yes"
    if _NO_SIGNS.match(stripped) and patterns.compile("[👎❌🚫✖⛔🙅]").search(stripped):
        return "no"
    return None


@lru_cache(maxsize=512)
def _in_language(found: tuple[str, ...], lexicon: Lexicon) -> Answer | None:
    """The words taken greedily as phrases of yes, of no or soft ones."""
    answers = lexicon.answers
    said: set[Answer] = set()
    position = 0
    while position < len(found):
        for length in range(min(_LONGEST_PHRASE, len(found) - position), 0, -1):
            phrase = " ".join(found[position : position + length])
            if phrase in answers.no:
                said.add("no")
            elif phrase in answers.yes:
                said.add("yes")
            elif length >= _PAIR and not said and _drops(found[position : position + length], lexicon):
                said.add("no")  # behind a no it would be the opposite: "não tira isso"
            elif phrase not in answers.soft:
                continue
            position += length
            break
        else:
            return None
    if len(said) > 1 and found[-1] in _REFUSES and not _REFUSES & set(found[:-1]):
        return "no"  # "ok entonces no", "bon alors non"
    # "ok, cancel" where a cancellation was shown: yes and no at once decide nothing.
    return said.pop() if len(said) == 1 else None


def yes_and_its_deed(text: str) -> bool:
    """Whether the message agrees and says in a verb alone what is then done: "sim, marca", "yep, save it", "go on then,
    book that". A verb that changes or takes away what was shown is no mere yes."""
    stripped = clean(text[: _MOST_CHARACTERS + 1]).strip()
    found = tuple(word.folded for word in words(stripped))
    if not 1 < len(found) <= _MOST_DEED_WORDS or len(stripped) > _MOST_CHARACTERS or "?" in stripped:
        return False
    return any(_does(found, lexicon) for lexicon in LEXICONS.values())


def keeps_that(text: str) -> bool:
    """Whether the message agrees, or asks in a verb alone, to keep what was told: "yes", "save it", "yep, note it"."""
    if reading(text) == "yes":
        return True
    stripped = clean(text[: _MOST_CHARACTERS + 1]).strip()
    found = tuple(word.folded for word in words(stripped))
    if not 0 < len(found) <= _MOST_DEED_WORDS or "?" in stripped:
        return False
    return any(_stores(found, lexicon) for lexicon in LEXICONS.values())


def deed_alone(text: str) -> bool:
    """Whether the message asks in a verb alone for what was shown: "put that in", "add it please", "apúntalo"."""
    stripped = clean(text[: _MOST_CHARACTERS + 1]).strip()
    found = tuple(word.folded for word in words(stripped))
    if not 0 < len(found) <= _MOST_DEED_WORDS or len(stripped) > _MOST_CHARACTERS or "?" in stripped:
        return False
    return any(_asks_for_that(found, lexicon) for lexicon in LEXICONS.values())


def _asks_for_that(found: tuple[str, ...], lexicon: Lexicon) -> bool:
    soft = lexicon.answers.soft
    at = next((n for n, word in enumerate(found) if word not in soft), len(found))
    form = form_of(found[at], found[at], lexicon.language) if at < len(found) else None
    if form is None or "w" not in form.tags or not form.kinds & _DEEDS:
        return False
    return all(word in _THAT or word in _BESIDE or word in _KEPT_IN or word in soft for word in found[at + 1 :])


def _stores(found: tuple[str, ...], lexicon: Lexicon) -> bool:
    answers = lexicon.answers
    at = next((n for n, word in enumerate(found) if word not in answers.yes and word not in answers.soft), len(found))
    form = form_of(found[at], found[at], lexicon.language) if at < len(found) else None
    if form is None or "w" not in form.tags or "store" not in form.kinds:
        return False
    return all(word in _THAT or word in _BESIDE or word in answers.soft for word in found[at + 1 :])


def _does(found: tuple[str, ...], lexicon: Lexicon) -> bool:
    soft = lexicon.answers.soft
    for at in range(1, len(found)):
        form = form_of(found[at], found[at], lexicon.language)
        if "w" not in form.tags or not form.kinds & _DEEDS:
            continue
        rest = [word for word in found[at + 1 :] if word not in _THAT and word not in _BESIDE]
        if _in_language(found[:at], lexicon) == "yes" and all(word in soft for word in rest):
            return True
    return False


_MOST_DEED_WORDS = 6
_DEEDS = frozenset({"create", "store", "accept"})


def _drops(found: tuple[str, ...], lexicon: Lexicon) -> bool:
    """ "Tira isso", "remove that", "olvida esa regla": of what was shown; where nothing was it asks for a change
    (`mood`)."""
    verb, thing, *more = found
    form = lexicon.verbs.get(verb)
    drops = form is not None and "delete" in form.kinds and "w" in form.tags
    return drops and thing in _THAT and all(word in _SHOWN for word in more)


_PAIR = 2


@dataclass(frozen=True)
class Decided:
    """The zero-based choices that a message takes, and those that it turns down."""

    taken: tuple[int, ...]
    refused: tuple[int, ...] = ()


def decided(text: str, n: int) -> Decided | None:
    """What "yes to the first", "no to the second", "the first yes, the second no" and "both" say of `n` things; None
    where the message says anything else, or takes and refuses the same."""
    stripped = clean(text[: _MOST_CHARACTERS + 1]).strip().casefold()
    if len(stripped) > _MOST_CHARACTERS or "?" in stripped:
        return None
    taken: list[int] = []
    refused: list[int] = []
    start = 0
    for end, following in [*(found.span() for found in _PARTED.finditer(stripped)), (len(stripped), 0)]:
        part, start = stripped[start:end].strip(), following
        chosen = ordinal_choice(part, n) if part else None
        said = reading(part) if part and chosen is None else "yes"
        if said is None or (said != "yes" and taken) or (refused and part and chosen is None):
            return None
        (refused if _REFUSES & {word.folded for word in words(part)} else taken).extend(chosen or ())
    if not (taken or refused) or set(taken) & set(refused):
        return None
    return Decided(tuple(dict.fromkeys(taken)), tuple(dict.fromkeys(refused)))


def ordinal_choice(text: str, n: int) -> tuple[int, ...] | None:
    """The zero-based choices out of `n` that the message names ("the second one", "1 and 3", "both"), or None."""
    stripped = clean(text[: _MOST_CHARACTERS + 1]).strip()
    found = [word.folded for word in words(stripped)]
    if n < 1 or not found or len(stripped) > _MOST_CHARACTERS or len(found) > _MOST_WORDS:
        return None
    for at in range(len(found) - 1):
        if found[at] in _COUNTS and found[at + 1] in _FIRST:  # "as duas primeiras" is "the first two"
            found[at : at + 2] = reversed(found[at : at + 2])
    picked: list[int] = []
    for before, word in zip(["", *found], found, strict=False):
        number = _number(word)
        if number is None:
            if word not in BESIDE_A_CHOICE and word not in _JOINS and word not in _AGREES:
                return None
        elif word in _COUNTS:
            counted = _counted(_COUNTS[word], before, picked, n, alone=len(found) == 1)
            if counted is None:
                return None
            picked = counted
        else:
            picked.append(number)
    return _chosen(picked, n)


def _counted(count: int, before: str, picked: list[int], n: int, *, alone: bool) -> list[int] | None:
    """A number word is a choice by itself ("two"), a count ("the two", "the first two"), or an article."""
    if alone or before in _NUMBERING:
        return [*picked, count]
    if count == 1:
        return picked  # "the second one", "um deles"
    if picked == [1] and before in _FIRST:
        return list(range(1, count + 1))
    return [*picked, _ALL] if count == n and before in _PLURAL else None


def _number(word: str) -> int | None:
    digits = patterns.compile(r"(\d{1,2})(?:st|nd|rd|th|o|a|º|ª)?").fullmatch(word)
    if digits:
        return int(digits.group(1)) or _ANY
    if word in _FIRST:
        return 1
    for lexicon in LEXICONS.values():
        if word in lexicon.ordinals:
            return lexicon.ordinals[word]
    return None


def _chosen(picked: list[int], n: int) -> tuple[int, ...] | None:
    if not picked or _ANY in picked:
        return None
    if _ALL in picked:
        return tuple(range(n))
    indices = [n - 1 if number == -1 else number - 1 for number in picked]
    named = all(0 <= index < n for index in indices)
    return tuple(dict.fromkeys(indices)) if named else None
