"""How is a promise found in what somebody says, and where does it end?"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from orchestrator.kit import patterns
from orchestrator.language.pattern_tables import Compiled, Lettered, read_patterns
from orchestrator.language.tables import ByLanguage, Language, Phrases, Table, Words
from orchestrator.language.text.spoken import spoken_sentences
from orchestrator.language.word_patterns import END, lettered

NAME = r"(?P<name>[^\W\d_][\w'-]*(?: (?:de |da |do |dos |del |van |von )?[^\W\d_][\w'-]*){0,2})"
"""Up to three words; whether they are a name is told by their capitals."""

_OTHER_LETTER = "x"
"""Each letter of another script; the words themselves are read where they were written."""


class Promises(Table):
    """`commitments.toml`: the patterns of one language. Each ends with the verb; what follows is what is done.

    `own`: the speaker will do it; `own_dated`: only where a time is named. `named`: somebody named will;
    `named_dated`: only where a time is named. `asked`: the listener shall. `labelled`: "action item:", its content
    follows. `dated`: a time by which something is done. `spoils`: what, standing before it in the same sentence,
    makes it no promise; `denied`: what does, standing right before it. `agrees`: how a reply that accepts begins.
    `ends`: where what is done ends inside a sentence. `everybody`, `nobody`: names that mean all, or no one.
    """

    own: Compiled
    own_dated: Compiled
    own_accented: Lettered
    """As `own`, over `lettered` text."""
    pledged: Compiled
    """As `own`, unless `usually` follows: "eu envio sempre" is a habit."""
    usually: Compiled
    vague: Compiled
    """What is no promise as the `verb` of `own_dated`: "vou ser", "I'll think"."""
    aiming: Compiled
    """Which words before such a verb are a verb by themselves: "vou tentar ser"."""
    named: Compiled
    named_dated: Compiled
    named_accented: Lettered
    """As `named`, over `lettered` text."""
    asked: Compiled
    labelled: Compiled
    to: Compiled
    """In the content of a label: what follows a name there and tells that it is one."""
    dated: Compiled
    spoils: Compiled
    denied: Compiled
    agrees: Compiled
    ends: Compiled
    everybody: Phrases
    nobody: Words
    open_task: Compiled
    """The next ones are of assignments over several turns (`assigning`), with `_who_` for a speaker's name.
    What is to be done by whoever takes it: "somebody has to", "who'll …?", "what about the …?"."""
    takes: Compiled
    hands: Compiled
    refuses: Compiled
    charged: Compiled
    """The listener has the matter: "you're in charge of", "os cartazes são contigo"."""
    jointly: Compiled
    jointly_dated: Compiled
    by_all: Compiled
    by_all_dated: Compiled
    we_do: Compiled
    """By "we", which is somebody's alone where the speaker has just named them."""
    goes_on: Compiled
    """Of whom the speaker named before they were interrupted: "is going to be looking into"."""
    left_to_you: Compiled
    unsure: Compiled
    """What somebody asks or does not know; `left_to_you` gives it back to them."""


TABLES: Mapping[Language, Promises] = ByLanguage(
    lambda language: read_patterns(language, "commitments", Promises, {"name": NAME, "end": END})
)


def level(text: str) -> str:
    """The text in lower case without accents, character by character."""
    return "".join(_flat(char) for char in text)


@lru_cache(maxsize=4096)
def _flat(char: str) -> str:
    if char in "’‘ʼ´`":
        return "'"
    if char.isspace():
        return " "
    decomposed = unicodedata.normalize("NFD", char.lower())
    plain = decomposed[0] if decomposed else char
    # The engine finds the edges of ASCII words alone.
    return plain if plain.isascii() or not plain.isalnum() else _OTHER_LETTER


Who = Literal["speaker", "listener", "named", "everybody", "nobody"]

FEWEST_WORDS_AFTER = 1
"""What is done has a name: "I'll send" alone says nothing."""
MOST_WORDS = 45
_WORDS = patterns.compile(r"\S+")
_LOOSE_END = patterns.compile(r"(?i)[\s,]+(?:and|e|y)\s*$")


@dataclass(frozen=True)
class Commitment:
    """`text`: the words themselves. `who` does it; `name` as it was said, where one was: of somebody named, or of a
    listener who was called. `dated`: a time was named. A listener who was neither called nor given a time has to agree
    before it counts."""

    text: str
    who: Who
    name: str | None = None
    dated: bool = False


def commitments(text: str, language: Language) -> tuple[Commitment, ...]:
    """All of them in one speaker's words, in order; at most one a sentence and person."""
    found: list[Commitment] = []
    for sentence in spoken_sentences(text):
        for one in _in(sentence, TABLES[language]):
            if one not in found:
                found.append(one)
    return tuple(found)


def accepts(text: str, language: Language) -> bool:
    """Whether a reply begins by agreeing."""
    return TABLES[language].agrees.match(level(text[:200])) is not None


def _in(sentence: str, table: Promises) -> list[Commitment]:
    flat = level(sentence)
    labelled = table.labelled.search(flat)
    if labelled is not None:
        one = _labelled(sentence, flat, labelled, table)
        return [one] if one is not None else []
    found = [*_named(sentence, flat, table), *_own(sentence, flat, table)]
    return found or _asked(sentence, flat, table)


def _labelled(sentence: str, flat: str, label: patterns.Match, table: Promises) -> Commitment | None:
    content = sentence[label.end() :].strip(" \t-–—:")
    if len(content.split()) < FEWEST_WORDS_AFTER + 1:
        return None
    dated = table.dated.search(flat, label.end()) is not None
    if label.group("name"):
        name = sentence[label.start("name") : label.end("name")]
        return Commitment(content, *_whom(name, table), dated=dated)
    lead = patterns.compile(r"(?P<name>[^\W\d_][\w'-]*(?: [\p{Lu}\p{Lt}\p{Lo}][\w'-]*){0,2})").match(content)
    if lead is not None and _is_name(lead.group(), table) and table.to.match(level(content), lead.end()):
        return Commitment(content, *_whom(lead.group(), table), dated=dated)
    return Commitment(content, "nobody", None, dated)


def _own(sentence: str, flat: str, table: Promises) -> list[Commitment]:
    if sentence.rstrip().endswith("?"):
        return []
    pledged = (match for match in table.pledged.finditer(flat) if table.usually.match(flat, match.end()) is None)
    accented = table.own_accented.finditer(lettered(sentence))
    for match in sorted([*table.own.finditer(flat), *pledged, *accented], key=lambda one: one.start()):
        if (one := _shown(sentence, flat, match.span(), table)) is not None:
            return [Commitment(one, "speaker", None, _is_dated(flat, match, table))]
    for match in table.own_dated.finditer(flat):
        if _is_vague(flat, match, table):
            continue
        if _is_dated(flat, match, table) and (one := _shown(sentence, flat, match.span(), table)) is not None:
            return [Commitment(one, "speaker", None, dated=True)]
    return []


def _is_vague(flat: str, match: patterns.Match, table: Promises) -> bool:
    """Whether the verb says nothing that can be done: "vou ser"; but "vou tentar ser" tries."""
    return (
        match["verb"] is not None
        and table.vague.match(flat, match.start("verb")) is not None
        and table.aiming.search(match["soft"]) is None
    )


def _named(sentence: str, flat: str, table: Promises) -> list[Commitment]:
    matches = [*table.named.finditer(flat), *table.named_accented.finditer(lettered(sentence))]
    matches += [match for match in table.named_dated.finditer(flat) if _is_dated(flat, match, table)]
    called = [(match, _name_in(sentence[match.start("name") : match.end("name")], table)) for match in matches]
    starts = sorted(match.end("name") - len(name) for match, name in called if name)
    found = []
    for match, name in called:
        if not name:
            continue
        start = match.end("name") - len(name)
        before = next((other for other in starts if other > start), None)
        shown = _shown(sentence, flat, (start, match.end()), table, before)
        if shown is not None:
            found.append(Commitment(shown, *_whom(name, table), dated=_is_dated(flat, match, table)))
    return found


def _asked(sentence: str, flat: str, table: Promises) -> list[Commitment]:
    for match in table.asked.finditer(flat):
        shown = _shown(sentence, flat, match.span(), table)
        if shown is None:
            continue
        called = _called(sentence, match, table)
        return [Commitment(shown, "listener", called, _is_dated(flat, match, table))]
    return []


def _called(sentence: str, match: patterns.Match, table: Promises) -> str | None:
    """The name by which the listener is called: "Ana, can you …", "can you …, Ana?"."""
    before = patterns.compile(r"(?:^|[,.;] *)([^\W\d_][\w'-]*(?: [^\W\d_][\w'-]*)?) *, *(?:¿ *)?$").search(
        sentence[: match.start()]
    )
    after = patterns.compile(r", *([^\W\d_][\w'-]*(?: [^\W\d_][\w'-]*)?) *[?.!]*$").search(sentence[match.end() :])
    for found in (before, after):
        if found is not None and _is_name(found.group(1), table):
            return str(found.group(1))
    return None


def _shown(sentence: str, flat: str, said: tuple[int, int], table: Promises, before: int | None = None) -> str | None:
    """What is promised, from where the promise stands (`said`) to where it ends, `before` the next one; None where
    nothing follows or something spoils it."""
    start, verb_end = said
    if table.spoils.search(flat, 0, start) or table.denied.search(flat[:start]):
        return None
    end = table.ends.search(flat, verb_end)
    stop = min(end.start() if end is not None else len(sentence), before or len(sentence))
    if len(patterns.compile(r"\w+").findall(sentence[verb_end:stop])) < FEWEST_WORDS_AFTER:
        return None
    words = list(_WORDS.finditer(sentence, start, stop))[:MOST_WORDS]
    return _LOOSE_END.sub("", sentence[start : words[-1].end()]).strip(" ,").rstrip(".")


def _is_dated(flat: str, match: patterns.Match, table: Promises) -> bool:
    return table.dated.search(flat, match.start()) is not None


def _whom(name: str, table: Promises) -> tuple[Who, str | None]:
    return ("everybody", None) if level(name) in table.everybody else ("named", name)


def _name_in(words: str, table: Promises) -> str | None:
    """The name at the end of what stands before the verb: "then Ana Reis" -> "Ana Reis"."""
    if level(words) in table.everybody:
        return words
    pieces = words.split()
    for start in range(len(pieces)):
        name = " ".join(pieces[start:])
        if level(name) in table.everybody or _is_name(name, table):
            return name
    return None


def _is_name(name: str, table: Promises) -> bool:
    first, *rest = name.split()
    plain = {"de", "da", "do", "dos", "del", "van", "von"}
    return (
        first[0].isupper()
        and not any(level(word).partition("'")[0] in table.nobody for word in name.split())
        and all(word[0].isupper() or word in plain for word in rest)
        and name.rsplit(maxsplit=1)[-1] not in plain
    )
