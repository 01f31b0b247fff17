"""Does the user want something forgotten, and what? Does a question ask what is known of them? The words are each
language's (`forgetting.toml`), folded."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from orchestrator.language.detect import language_of
from orchestrator.language.meant import folded
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ABOUT, ByLanguage, Language, Table, Words
from orchestrator.language.text.normalize import normalize
from orchestrator.language.time import mentions, resolve_range


class _Forgetting(Table):
    """`forgetting.toml`. `forget`: a wish to have something forgotten, with the group `what`; `that`: one that only
    points at it; `never_mind`: what waves something away; `of_facts`: words by which it is what was told, and no thing;
    `known`: a question for what is known, with the groups `verb` and `what`; `of_me`: all of the user, `own`: of
    theirs; `rules`: a question for the rules. Of the verbs, `then` ask for what was believed once, `world` for all
    there is ("what do you know about the contract?") and `know` for all without a matter."""

    no_more: Compiled
    """What says, behind what is asked for, that it is all: "and don't add anything else"."""
    forget: Compiled
    that: Compiled
    never_mind: Compiled
    of_facts: Compiled
    known: Compiled
    of_me: Compiled
    own: Compiled
    rules: Compiled
    then: Words
    world: Words
    know: Words


_TABLES = ByLanguage(lambda language: read_patterns(language, "forgetting", _Forgetting))


@dataclass(frozen=True)
class AskedKnown:
    """A question for what is known. `about`: "" for all of it; `when`: the words for a past time, as written; `rules`:
    for the hard rules alone."""

    about: str = ""
    when: str = ""
    rules: bool = False


def end_of_request(text: str, language: Language) -> int:
    """Where what is asked for ends, before words that only say that it is all; such words alone are a ban."""
    found = _TABLES[language].no_more.search(text[-_MOST_AT_THE_END:])
    end = max(0, len(text) - _MOST_AT_THE_END) + found.start() if found is not None else len(text)
    return end if " " in text[:end].strip() else len(text)


_MOST_AT_THE_END = 60


def asked_to_forget(text: str) -> str | None:
    """What is to be forgotten, in the user's words; "" where they only point at it ("forget that"), None where nothing
    is. "Forget it" waves something away."""
    said = folded(text).lstrip("¡¿ ")
    if said.endswith("?") or any(table.never_mind.match(said) for table in _TABLES.values()):
        return None
    if any(table.that.match(said) for table in _TABLES.values()):
        return ""
    return what if (what := _forgotten(said)) not in {"it", "lo", "that", "isso", "eso", "ca"} and what else None


def _forgotten(said: str) -> str:
    """What a folded message wants forgotten; "" where it is nothing."""
    found = (table.forget.match(said) for table in _TABLES.values())
    return next((match["what"].strip() for match in found if match is not None and match["what"]), "")


def forgets_a_thing(text: str) -> bool:
    """Whether what shall be forgotten is told by a noun alone, which may be an event: "forget the haircut"."""
    said = folded(text).lstrip("¡¿ ")
    of_facts = any(table.of_facts.search(said) for table in _TABLES.values())
    return 0 < len(_forgotten(said).split()) <= _FEW_WORDS and not of_facts


_FEW_WORDS = 5


def asked_known(text: str, *, now: datetime, locale: str) -> AskedKnown | None:
    """What is asked of all that is known of the user; None of another question. `now`: naive local."""
    asked = folded(text).lstrip("¿¡ ")
    if any(table.rules.match(asked) for table in _TABLES.values()):
        return AskedKnown(rules=True)
    table, match = next(((one, told) for one in _TABLES.values() if (told := one.known.match(asked))), (None, None))
    if table is None or match is None:
        return None
    what = (match["what"] or "").strip()
    when = ""
    language = language_of(text, locale)
    own = locale if locale[:2].lower() == language else ABOUT[language].locale
    for found in mentions(text, now=now, locale=own):
        back = resolve_range(found.text, now=now, zone="UTC", locale=own, looking="back")
        if found.has_date and back is not None and back[0] <= now:
            when = found.text
            what = " ".join(what.replace(normalize(found.text), " ").split())
            break
    if match["verb"] in _all("then") and not when and not what:
        return None
    if not match["what"] and match["verb"] not in _all("know"):
        return None
    own_matter = _of_user(what)
    if match["verb"] in _all("world") and not when and not own_matter:
        return None
    return AskedKnown("" if _of_me(what) else table.own.sub("", what), when)


def _of_me(what: str) -> bool:
    return any(table.of_me.match(what) for table in _TABLES.values())


def _of_user(what: str) -> bool:
    """Whether it is the user, or something of theirs, in whatever language: neighbours share "que sabes de mi"."""
    return _of_me(what) or any(table.own.match(what) for table in _TABLES.values())


def _all(verbs: Literal["then", "world", "know"]) -> frozenset[str]:
    return frozenset[str]().union(*(getattr(table, verbs) for table in _TABLES.values()))
