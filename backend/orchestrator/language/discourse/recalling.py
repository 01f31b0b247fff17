"""Does a question ask what was talked about with Steward, or when something last was? The words are each language's
(`recalling.toml`), folded.

"What did we talk about last week?", "recap of March", "de que falámos na terça?", "¿cuándo hablamos por última vez del
barco?". Talks with others ("what did I talk about with Ana?") are none: these are found among what was said.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import dropwhile

from orchestrator.kit import patterns
from orchestrator.language.detect import language_of
from orchestrator.language.meant import folded
from orchestrator.language.tables import ABOUT, LANGUAGES, Branches, Table, Words, read
from orchestrator.language.text.normalize import STOP_WORDS, normalize, tokens
from orchestrator.language.time import Mention, mentions, resolve_range
from orchestrator.language.word_patterns import END, but

READ_CHARACTERS = 500
"""Who asks for it says it in a sentence; what is longer tells something."""
_ANY_MOMENT = datetime.fromisoformat("2026-03-04T12:00:00")
"""A Wednesday in the middle of a month: whether a text names a time does not depend on it."""


class _Recalling(Table):
    """`recalling.toml`, pieces of patterns. `lead`: what people open with; `spoken`: questions for what was talked
    about, perhaps with a group `mid`; `talks`: of which talks a summary shall be, `begs` and `article` before the word
    for it: `recaps` is one of what was said, `sums` may be one of anything; `last`: questions for the last time, with
    the groups `last` and `what`, and `trailing_last` behind; `about`: words before a topic, `articles` of it;
    `polite_end`: what ends a request; `beside` and `you`: whether the talk was with Steward, as `with_you` is;
    `joining`: words that are no topic."""

    lead: Branches
    spoken: tuple[str, ...]
    talks: Branches
    begs: Branches
    article: Branches
    recaps: Branches
    sums: Branches
    last: tuple[str, ...]
    about: Branches
    trailing_last: Branches
    articles: Branches
    polite_end: Branches
    beside: Branches
    you: Words
    with_you: Branches
    joining: Words


_TABLES = [read(language, "recalling", _Recalling) for language in LANGUAGES]


def _any(parts: Iterable[str]) -> str:
    return "|".join(parts)


_LEAD = rf"^(?:(?:{_any(one.lead for one in _TABLES)})[,:]? )*"
_SUM_UP = (
    rf"(?:(?:{_any(one.begs for one in _TABLES)})(?:-?(?:me|moi))? )?(?:me )?"
    rf"(?:(?:{_any(one.article for one in _TABLES)}) )?"
    r"(?:short |quick |brief |breve |pequeno |petit )?"
    rf"(?P<how>{_any((*(one.recaps for one in _TABLES), *(one.sums for one in _TABLES)))})(?: me)?"
)
# One pattern a question: its groups have the same names in all languages.
_SPOKEN = tuple(
    patterns.compile(rf"{_LEAD}(?:{one})(?P<rest>(?:[ ?!.,].*)?)$") for table in _TABLES for one in table.spoken
)
_SUMMED = patterns.compile(
    rf"{_LEAD}{_SUM_UP}(?P<talks> (?:{_any(one.talks for one in _TABLES)}))?(?P<rest>(?:[ ?!.,].*)?)$"
)
_WHEN = tuple(patterns.compile(rf"{_LEAD}(?:{one})$") for table in _TABLES for one in table.last)
_ABOUT = patterns.compile(rf"^(?:{_any(one.about for one in _TABLES)}) (?P<what>.+)$")
_TRAILING_LAST = patterns.compile(rf"(?: (?:{_any(one.trailing_last for one in _TABLES)}))$")
_POLITE_END = patterns.compile(rf"[, ]+(?:{_any(one.polite_end for one in _TABLES)})$")
_ARTICLE = patterns.compile(rf"^(?:{_any(one.articles for one in _TABLES)}) ")
_WITH_OTHERS = patterns.compile(
    rf"\b(?:{_any(one.beside for one in _TABLES)}) (?:$|\W|{but(' '.join(' '.join(one.you) for one in _TABLES))}{END})"
)
_WITH_YOU = patterns.compile(rf"\b(?:{_any(one.with_you for one in _TABLES)})\b")
_ALONE = patterns.compile(_any(one.recaps for one in _TABLES))
""" "Summary of March" may mean anything of it; a recap is of what was said."""
_SUMMARIES = frozenset("resumo resumen summary overview".split())
_JOINING = frozenset[str]().union(*(one.joining for one in _TABLES))
_LONG = timedelta(days=28)


@dataclass(frozen=True)
class AskedTalk:
    """A question for past talks. `about`: what they were about, "" for anything; `when`: the words for a time, as
    written, "" for any; `last`: when that was the last time."""

    about: str = ""
    when: str = ""
    last: bool = False


def asked_talk(text: str, *, now: datetime = _ANY_MOMENT, locale: str = "en") -> AskedTalk | None:
    """What is asked of past talks; None of another question. `now`: naive local."""
    if len(text) > READ_CHARACTERS:
        return None
    asked = _POLITE_END.sub("", folded(text).lstrip("¿¡ ").rstrip(" ?!."))
    for pattern in _WHEN:
        if match := pattern.match(asked):
            return _when(text, match["what"], now, locale)
    if match := next((tried for pattern in _SPOKEN if (tried := pattern.match(asked))), None):
        rest = f"{match.groupdict().get('mid') or ''} {match['rest'] or ''}"
        return _of(text, rest, now, locale)
    if (match := _SUMMED.match(asked)) is not None:
        found = _of(text, match["rest"] or "", now, locale)
        if match["talks"]:
            return found
        if found is None or not found.when or found.about:
            return None
        alone = _ALONE.fullmatch(match["how"]) is not None or (
            match["how"] in _SUMMARIES and _is_long(found.when, now, locale)
        )
        return found if alone else None
    return None


def _when(text: str, what: str, now: datetime, locale: str) -> AskedTalk | None:
    rest, when = _without_times(text, what, now, locale)
    rest = _ARTICLE.sub("", _TRAILING_LAST.sub("", rest.strip(" ,")))
    if not rest or _WITH_OTHERS.search(rest):
        return None
    return AskedTalk(rest, when, last=True)


def _of(text: str, rest: str, now: datetime, locale: str) -> AskedTalk | None:
    left, when = _without_times(text, rest, now, locale)
    left = _WITH_YOU.sub(" ", left)
    left = " ".join(left.strip(" ,").split())
    if _WITH_OTHERS.search(f"{left} "):
        return None
    if all(word in _JOINING for word in tokens(left)):
        return AskedTalk("", when)
    about = _ABOUT.match(left)
    words = tokens(_ARTICLE.sub("", about["what"])) if about is not None else []
    idle = _JOINING.union(*STOP_WORDS.values())
    while words and words[-1] in _JOINING:
        words.pop()
    return AskedTalk(" ".join(words), when) if any(word not in idle for word in words) else None


def _without_times(text: str, rest: str, now: datetime, locale: str) -> tuple[str, str]:
    """What is left of it without its time, and that, as written."""
    for found in _times(text, now, locale):
        phrase = normalize(found.text)
        if phrase and phrase in rest:
            return rest.replace(phrase, " "), found.text
    # A month alone may be a name in a sentence ("March"); where nothing else is left it is none.
    alone = " ".join(dropwhile(_JOINING.__contains__, rest.strip(" ,").split()))
    if alone and resolve_range(alone, now=now, zone="UTC", locale=_spoken(text, locale), looking="back") is not None:
        return "", alone
    return rest, ""


def _times(text: str, now: datetime, locale: str) -> list[Mention]:
    found = mentions(text, now=now, locale=_spoken(text, locale))
    return [one for one in found if one.has_date and one.kind != "duration"]


def _spoken(text: str, locale: str) -> str:
    language = language_of(text, locale)
    return locale if locale[:2].lower() == language else ABOUT[language].locale


def _is_long(when: str, now: datetime, locale: str) -> bool:
    """Whether a month or longer is named: nobody asks for an agenda like that."""
    span = resolve_range(when, now=now, zone="UTC", locale=_spoken(when, locale), looking="back")
    return span is not None and span[1] is not None and span[1] - span[0] >= _LONG
