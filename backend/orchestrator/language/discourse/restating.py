"""Which part of the last message does this one put in another's place, and how does that one read with it?

"No, not that one, the design one" after "when is the council meeting" is "when is the design meeting"; "não é a de
terça, é a de dia 1" after a cancellation cancels the lesson of the 1st; "and Alba's?" after "what's Teo's shoe size"
asks for hers. What is restated is read like anything else: nothing below this has to know of corrections.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from orchestrator.kit import patterns
from orchestrator.language.lexicon.kin_words import KIN
from orchestrator.language.people.kinship import kin_of
from orchestrator.language.tables import LANGUAGES, Language
from orchestrator.language.text.normalize import STOP_WORDS
from orchestrator.language.text.words import level
from orchestrator.language.time import mentions

MOST_CHARACTERS = 120
"""A longer message is no mere correction."""
MOST_BEFORE = 600
"""Characters of the message that is restated: in a longer one it is unclear what is replaced."""
_CLAUSES = patterns.compile(r"[,;.!?]+ *| but | sino | mas (?:sim )?")
_NO = patterns.compile(
    r"(?:oh |ah |wait |sorry |actually |perdona |perdon |desculpa |espera |nope |no |nao |non |pardon |attends )*"
    r"(?:no|nope|nao|wait|sorry|actually|oh|perdona|perdon|desculpa|espera|afinal|non|pardon|attends|finalement"
    r"|pas celui-la|pas celle-la|(?:the|that) other(?: one)?|(?:l[ao]|el) otr[ao]|[ao] outr[ao]|l'autre"
    r"|(?:it'?s )?not .+|(?:never|nunca|jamais|jamas) .+"
    r"|i (?:don'?t|didn'?t) mean .+|no es .+|no era .+|nao (?:e|era) .+|.{1,30} no|.{1,30} nao)"
)
_JOINT = patterns.compile(r"[?,;.] | (?:and|e|y|et|but|mas|pero|mais) ")
_ALSO = patterns.compile(r"(?:and|e|y|et|et pour|what about|how about|e quanto a|y que tal) ")
_POINTS = {
    "en": patterns.compile(
        r"(?:it'?s |i mean(?:t)? |and |what about |how about )*(?:the|my) "
        r"(?:one (?:on|of|with|at|in|for|about|from) (?P<a>.+)|(?P<b>.+?) one)"
    ),
    "pt": patterns.compile(
        r"(?:e |era |quero |quis dizer |queria dizer )*(?:ao?|o|as|os|aquel[ea]) (?:de|d[oa]s?|com|n[oa]|em) (?P<a>.+)"
    ),
    "fr": patterns.compile(
        r"(?:c'est |c'etait |et |je voulais dire |je veux )*(?:l[ae]|les|celui|celle|ceux)"
        r" (?:d[eu] |d'|des |avec |en )(?P<a>.+)"
    ),
    "es": patterns.compile(
        r"(?:es |era |y |quise decir |quiero decir )*(?:la|el|las|los|aquella) (?:del?|con|en) (?P<a>.+)"
    ),
}
ARTICLES = patterns.compile(r"(?:the|o|a|os|as|el|la|los|las|do|da|le|les|du) ")
_OF = patterns.compile(r"(?:^|\W)(?:\w{3,}) (?P<of>(?:de|del|do|da|dos|das) (?:(?:la|el|los|las|minha|meu|mi) )?\w+)")
_HEADS = patterns.compile(
    r"(?:^|\W)(?P<mod>[\w']+) (?:meetings?|calls?|reviews?|class|lessons?|lunch|dinner|appointments?|party|trip|flight"
    r"|concert|match|game|practice|interview|session|event|visit|birthday|drinks|coffee)\b"
)
_NO_MODIFIER = frozenset("the a an my our is was next last that this when what where and or to of for with".split())
_TELLS = patterns.compile(
    r"(?P<lead>(?:no |nope |actually |wait |sorry |afinal |na verdade |en realidad |al final |perdona |nao )*)"
    r"(?P<is>it'?s|its|it is|they'?re|they are|e|sao|es|son) (?P<value>.+)"
)
_TOLD = patterns.compile(
    r"(?:^|\W)(?P<is>is|are|e|sao|es|son) (?P<value>(?:(?:the|an?|o|a|os|as|el|la|los|las|una?|um|uma) )?[^,.;!?]+)$"
)
_ON_DAYS = frozenset("the monday tuesday wednesday thursday friday saturday sunday".split())


@dataclass(frozen=True)
class Meant:
    """What is meant instead or besides: the words, and whether another thing was rejected before them."""

    words: str
    rejects: bool


def is_parted(text: str) -> bool:
    """Whether a text goes on after a joint: then what follows is of another clause."""
    return _JOINT.search(level(text)) is not None


def without_rejection(low: str) -> tuple[list[tuple[int, int]], bool]:
    """The spans of the clauses that say more than "no", and whether one says that."""
    kept: list[tuple[int, int]] = []
    rejects, start = False, 0
    for end, following in [*((one.start(), one.end()) for one in _CLAUSES.finditer(low)), (len(low), len(low))]:
        part = low[start:end].strip()
        if part and _NO.fullmatch(part):
            rejects = True
        elif part:
            kept.append((start, end))
        start = following
    return kept, rejects


def meant_instead(said: str, language: Language) -> Meant | None:
    """What "no, the design one" and "and the one on Friday?" point at; None of a message that does more than that."""
    text = said.strip(" .!?¿¡")
    low = level(text)
    if not low or len(low) > MOST_CHARACTERS:
        return None
    kept, rejects = without_rejection(low)
    if len(kept) != 1 or not (rejects or _ALSO.match(low)):
        return None
    start, end = kept[0]
    found = _POINTS[language].fullmatch(low[start:end].strip())
    if found is None:
        return None
    start += len(low[start:end]) - len(low[start:end].lstrip())
    name = next(one for one in ("a", "b") if one in found.groupdict() and found[one] is not None)
    first, last = found.span(name)
    return Meant(text[start + first : start + last].strip(), rejects)


def with_instead(before: str, meant: str, language: Language, *, now: datetime) -> str | None:
    """The message before with these words in the place of what told its thing from others: its day, or whose or which
    it is. None where nothing in it could be replaced."""
    locale: str = language
    if len(before) > MOST_BEFORE or len(meant) > MOST_CHARACTERS:
        return None
    new = [one for one in mentions(meant, now=now, locale=locale) if one.has_date and not one.feast]
    if new and len(new[0].text) >= len(ARTICLES.sub("", level(meant))) - 1:
        old = [one for one in mentions(before, now=now, locale=locale) if one.has_date]
        if not old:
            return f"{before.rstrip(' ?.!')} {_on(new[0].text, language)}"
        clock = f" {old[0].start:%H:%M}" if old[0].has_time and not new[0].has_time else ""
        end = old[0].offset + len(old[0].text)
        return f"{before[: old[0].offset]}{_on(new[0].text, language)}{clock}{before[end:]}"
    low = level(before)
    if language == "en":
        head = next((one for one in _HEADS.finditer(low) if one["mod"] not in _NO_MODIFIER), None)
        return _put(before, head.span("mod"), meant) if head is not None else None
    of = _OF.search(low)
    return _put(before, of.span("of"), f"de {meant}") if of is not None else None


def _on(words: str, language: Language) -> str:
    """ "Dia 1" stands by itself, as most times do; "the 1st" and "Saturday" need their "on"."""
    first = level(words).split()[0]
    return f"on {words}" if language == "en" and (first in _ON_DAYS or first[:1].isdigit()) else words


def _put(text: str, span: tuple[int, int], words: str) -> str:
    return f"{text[: span[0]]}{words}{text[span[1] :]}"


def with_person(before: str, old: str, new: str) -> str | None:
    """The message before with another person in the place of the one it names (`old`, folded); None where that name is
    not found in it."""
    if len(before) > MOST_BEFORE:
        return None
    low = level(before)
    found = patterns.compile(rf"(?:^|[^\w])(?P<name>{patterns.escape(old)})(?P<own>'s|’s|s'|s)?(?:$|[^\w])").search(low)
    if found is None:
        return None
    own = "'s" if found["own"] else ""
    return f"{before[: found.start('name')]}{new}{own}{before[found.end('own') if own else found.end('name') :]}"


def of_another(before: str, name: str, language: Language) -> str | None:
    """The question before of somebody's in the place of the user's own: "and Sven's?" after "what was my time". None in
    a language that names the owner last, and where it is of nothing, or of several things, of theirs."""
    own = [one.span() for one in _WORDS.finditer(level(before)) if one.group() in KIN[language].own]
    if not KIN[language].owner_first or len(own) != 1 or len(before) > MOST_BEFORE:
        return None
    (start, end), *_ = own
    return f"{before[:start]}{KIN[language].hangs.format(name=name, kin='').strip()}{before[end:]}"


def with_words(before: str, other: str, meant: str) -> str | None:
    """The message before with these words in the place of the others, without what both begin with ("com a Ana", "com
    o Rui"); None where the others do not stand in it."""
    if len(other) > MOST_CHARACTERS:
        return None
    old, new = other.strip(" ,.!").split(), _IT_IS.sub("", meant.strip(" ,.!")).split()
    for _ in range(_MOST_OPENING):
        made = with_person(before, level(" ".join(old)), " ".join(new)) if old and new else None
        opens = len(old) > 1 and (old[0].casefold() == new[0].casefold() or ARTICLES.match(level(old[0]) + " "))
        if made is not None or not opens:
            return made
        old, new = old[1:], new[1:] or new
    return None


_MOST_OPENING = 3


def without_apostrophe(said: str, language: Language) -> list[tuple[int, str]]:
    """Where a word may own what stands behind it though its apostrophe was left out ("theos mum"): the place of its
    "s", and the word without it; at most a few. None in a language that names the owner last."""
    if not KIN[language].owner_first:
        return []
    words = list(_WORDS.finditer(level(said)))
    found = []
    for one in words[:-1]:
        word = one.group()
        kin = (kin_of(word) or kin_of(word[:-1])) is not None  # "how many brothers do I have" is of no owner
        plain = len(word) <= _SHORTEST_OWNER or word in STOP_WORDS[language] or kin
        if word.endswith("s") and not word.endswith("ss") and not plain:
            found.append((one.end() - 1, word[:-1]))
    return found[:_MOST_OWNERS]


def kin_without_apostrophe(said: str, language: Language) -> list[int]:
    """Where a relation owns the one behind it though its apostrophe was left out ("Rui's brothers wife"): the places of
    its "s". None in a language that names the owner last."""
    if not KIN[language].owner_first:
        return []
    words = list(_WORDS.finditer(level(said)))
    owners = [
        one.end() - 1
        for one, owned in pairwise(words)
        if one.group().endswith("s")
        and kin_of(one.group()[:-1]) is not None
        and (kin_of(owned.group()) or kin_of(owned.group().removesuffix("s"))) is not None
        and said[one.end() : owned.start()] == " "
    ]
    return owners[:_MOST_OWNERS]


def with_number(before: str, said: str) -> str | None:
    """The message before with another number in the place of its only one that has decimals: "1.12 sorry" after "oil
    was 1.09 a litre". None where either has another number, or none."""
    meant, there = (list(_DECIMAL.finditer(one)) for one in (said, before))
    if len(meant) != 1 or len(there) != 1 or meant[0].group() != said.strip() or len(before) > MOST_BEFORE:
        return None
    return _put(before, there[0].span(), meant[0].group())


_DECIMAL = patterns.compile(r"\d+[.,]\d+")


_IT_IS = patterns.compile(r"(?i)^(?:it'?s|it is|is|é|es|son|c'est) ")
_WORDS = patterns.compile(r"[^\W\d_]+")
_SHORTEST_OWNER, _MOST_OWNERS = 3, 2


def with_another(before: str, title: str, more: str, *, now: datetime) -> str | None:
    """The message before with another thing in the place of what it listed: "and yeast too" after "put eggs on the
    list". None where that does not stand in it, or where a time is told."""
    at = level(before).find(level(title))
    if at < 0 or not title or any(mentions(more, now=now, locale=one) for one in LANGUAGES):
        return None
    verb, _, thing = title.partition(" ")
    alike = set(level(more).split()) & set(level(thing).split())
    start = at + len(verb) + 1 if thing and (alike or " " not in more) else at  # "buy eggs" and "yeast": to buy both
    return f"{before[:start]}{more}{before[at + len(title) :]}"


def with_capitals(said: str, names: Sequence[str]) -> str:
    """The message with these names (folded) as names are written; not behind an article of a thing: "a rose"."""
    low = level(said)
    for name in names:
        pattern = patterns.compile(rf"(?:^|[^\w])(?P<name>{patterns.escape(name)})(?:'s|s)?(?:$|[^\w])")
        for found in pattern.finditer(low):
            start, end = found.span("name")
            if "@" in _word_around(said, start):
                continue  # an address is written as it was said
            if low[:start].split()[-1:] != [] and low[:start].split()[-1] in _NO_NAME_AFTER:
                continue
            said = f"{said[:start]}{_capitals(said[start:end])}{said[end:]}"
    return said


def _word_around(text: str, at: int) -> str:
    """The characters between the blanks around a place."""
    return text[text.rfind(" ", 0, at) + 1 :].split(" ", 1)[0]


_NO_NAME_AFTER = frozenset("the an my our this that un una um uma mi este esta une mon ma".split())


def _capitals(name: str) -> str:
    return " ".join(word[:1].upper() + word[1:] for word in name.split(" "))


def with_value(before: str, said: str) -> str | None:
    """What was told before with the value that is told now: "actually it's tulips" after "her favourite flower is the
    peony". None where either tells none."""
    if len(said) > MOST_CHARACTERS or len(before) > MOST_BEFORE:
        return None
    text = said.strip(" .!")
    told = _TELLS.fullmatch(level(text).replace(",", " ").replace("  ", " ")) if "," not in text else None
    low = level(before.rstrip(" .!"))
    kept = _TOLD.search(low)
    if told is None or kept is None or "?" in said or "?" in before:
        return None
    if _is_and(before, kept) or (not told["lead"] and _is_and(text, told)):
        return None
    return f"{before[: kept.start('value')]}{text[told.start('value') :]}"


def _is_and(text: str, found: patterns.Match) -> bool:
    """Whether what was read as the Portuguese "é" stands there as "e", which is an "and"."""
    return text[found.start("is") : found.end("is")] == "e"


def only_names(said: str, named: Sequence[str]) -> bool:
    """Whether a message says no more than "and …" with these names (folded), or one of them with a question mark."""
    if len(said) > MOST_CHARACTERS:
        return False
    low = level(said).strip(" .!?¿¡")
    lead = _ALSO.match(low)
    if lead is None and not said.rstrip().endswith("?"):
        return False
    rest = ARTICLES.sub("", low[lead.end() if lead is not None else 0 :]).replace("'s", "").replace("’s", "")
    return any(rest in {name, f"{name}s"} for name in named)
