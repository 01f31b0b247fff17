"""What does one sentence state: of whom, which attribute, which value? Code decides, without a model.

`claim_of("I live in Porto")` is ("self lives_in", "porto"); so is "moro no Porto". Forms that no table knows are still
told from their opposite: "I take sugar" and "I don't take sugar" are yes and no of one attribute.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from orchestrator.kit import patterns
from orchestrator.language.concepts import MARK, narrowest
from orchestrator.language.detect import language_of
from orchestrator.language.meant import folded
from orchestrator.language.names.short import is_given
from orchestrator.language.people.kinship import kin_of
from orchestrator.language.people.relations import relation_label
from orchestrator.language.places.towns import with_towns
from orchestrator.language.statements.shape import ABBREVIATED, TABLES, Form, Statements, ended_at
from orchestrator.language.statements.told_words import pattern, words_in
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import STOP_WORDS, normalize, stems, tokens

READ_CHARACTERS = 300
"""A statement of one attribute is short; of a longer text nothing is read."""
SELF = "self"
YES, NO = "yes", "no"
KNOWN, UNKNOWN = True, False
DENIED = "not "
"""Before a value that an attribute does not have."""
_LEADS = pattern(r"^{opens} +(\w)")
_JOINS = pattern(r"^{joins}(?: {joins_too})? (\w)")
"""What joins a sentence to the one before it, and is no name."""
_AND = patterns.compile(r"(?i)^\s*e,? +(\w)")
"""The Portuguese "and", before its text is folded: folded it would be "é" too."""
_MY = pattern(r"^{my}")
_ARTICLE = pattern(r"^{article} (\w)")
_WORDS = patterns.compile(r"[^\W_]+")
_NO_NAMES = words_in("no_names")
"""Words that a third person's statement does not begin with: nobody could tell later whom it was of."""
_LISTENER = words_in("listener")
"""Who is spoken to is nothing that is so of the user: "I love you"."""
_SINGLE_KIN = frozenset({"mother", "father", "wife", "husband", "spouse", "partner", "boss"})


@dataclass(frozen=True)
class Claim:
    """`attribute`: whose and what ("self lives_in"), `value` folded. `polar`: `value` is yes or no. `known`: a form of
    the tables, else its words alone. `ended`: it says that something is so no more. `about`: whom it is of, folded;
    `self` for the user. `language`: whose form it is."""

    attribute: str
    value: str
    known: bool
    about: str
    language: Language
    polar: bool = False
    ended: bool = False


@lru_cache(maxsize=2048)
def claim_of(text: str) -> Claim | None:
    """What a statement says; None of a text that is none (empty, a question, long)."""
    if len(text) > READ_CHARACTERS or text.rstrip().endswith("?"):
        return None
    said = folded(_AND.sub(r"\1", text, count=1)).strip(" .!")
    while (rest := _JOINS.sub(r"\1", _LEADS.sub(r"\1", said))) != said:
        said = rest
    if not said:
        return None
    for language in _languages(text):
        found = _known(_written_out(said, TABLES[language]), language, text)
        if found is not None:
            return found
    return _unknown(said, language_of(text))


def of_user(claim: Claim, names: Iterable[str]) -> Claim:
    """The claim as it is of the user where it calls them by one of their names ("Nuno's shirt size is M")."""
    own = {name for one in names for name in (normalize(one), *normalize(one).split()[:1])}
    if claim.about not in own or not claim.known:
        return claim
    return replace(claim, about=SELF, attribute=f"{SELF}{claim.attribute.removeprefix(claim.about)}")


def contradict(one: str, other: str) -> bool:
    """Whether two values of one attribute can't both hold at a time."""
    if {one, other} <= {YES, NO}:
        return one != other
    if one.startswith(DENIED) or other.startswith(DENIED):
        both = one.startswith(DENIED) and other.startswith(DENIED)
        return not both and agree(one.removeprefix(DENIED), other.removeprefix(DENIED))
    return not agree(one, other)


def agree(one: str, other: str) -> bool:
    """Whether two values are the same thing: equal, or one names the other more closely ("porto", "porto, portugal";
    "5 may", "may 5"), or they are names of one town ("oporto")."""
    if one == other:
        return True
    first, second = _meant(one), _meant(other)
    if not first or not second:
        return False
    fewer, more = sorted((first, second), key=len)
    return all(any(set(word) & set(each) for each in more) for word in fewer)


def _meant(value: str) -> list[tuple[str, ...]]:
    idle = set().union(*(table.empty for table in TABLES.values()), _BETWEEN)
    words = with_towns(tokens(value))
    return [tuple(stem for found in stems(word) for stem in found) for word in words if word not in idle] or stems(
        value
    )


def _languages(text: str) -> Iterable[Language]:
    """The text's own language first: short sentences may be told wrong."""
    own = language_of(text)
    return (own, *(language for language in TABLES if language != own))


def _written_out(said: str, table: Statements) -> str:
    for short, replacement in table.expands:
        said = short.sub(replacement, said)
    return " ".join(said.split())


def _as_before(said: str, table: Statements) -> str:
    """A statement of what is so no more, as it was said of before: "je ne fume plus" → "je fume"."""
    return " ".join(table.ended.sub(lambda end: f" {end.groupdict().get('kept') or ''} ", said).split())


def _known(said: str, language: Language, text: str) -> Claim | None:
    table = TABLES[language]
    ended = table.ended.search(said) is not None
    plain = _as_before(said, table) if ended else said
    for spelling in dict.fromkeys((said, plain)):
        for one in table.forms:
            match = one.says.match(spelling)
            if match is None or not _fits(one, match, table, text):
                continue
            if (found := _claim(one, match, table, language, ended=ended)) is not None:
                return found
    return None


def _fits(one: Form, match: patterns.Match, table: Statements, text: str) -> bool:
    """Whether the value is written as a name where it has to be one: "my boss is Sarah", not "my boss is nice"."""
    groups = match.groupdict()
    if one.met:
        return _is_called(match["value"], table, greeted=bool(groups.get("greeted")))
    noun = groups.get("noun")
    if one.tells == "age" and (who := groups.get("who")) and who not in table.selves and not _MY.match(who):
        return _is_name(who, text) or is_given(who)  # "Ruby is 9", not "dinner is 9"
    named = one.named or (noun is not None and relation_label(noun) is not None)
    return not named or _is_name(_value(match["value"], table), text)


def may_be_called(name: str, language: Language) -> bool:
    """Whether a folded word of which it is said that somebody "is" it may be their name, written small: "my partner is
    dylan", not "my partner is tired"; never in a language that lists no such states."""
    table = TABLES[language]
    return bool(table.states) and name.isalpha() and _is_called(name, table, greeted=True)


def _is_called(name: str, table: Statements, *, greeted: bool) -> bool:
    """Whether a word by which the user calls themselves is a name: one that people are given, or behind a greeting any
    that tells no state ("hi, im late")."""
    if name in table.states or any(name in words for words in STOP_WORDS.values()):
        return False
    plain = not any(one.startswith(MARK) for forms in stems(name) for one in forms)
    return is_given(name) or (greeted and plain and table.state_ends.search(name) is None)


def _is_name(value: str, text: str) -> bool:
    capital = {normalize(word): word[:1].isupper() for word in _WORDS.findall(text)}
    words = [word for word in tokens(value) if word not in _IDLE and word not in ABBREVIATED]
    common = any(one.startswith(MARK) for word in words for forms in stems(word) for one in forms)
    first = next(iter(tokens(value)), "")  # "my mother is from Cádiz" names nobody
    opens = first in ABBREVIATED or capital.get(first, False)
    return bool(words) and opens and not common and all(capital.get(word) for word in words)


def _claim(one: Form, match: patterns.Match, table: Statements, language: Language, *, ended: bool) -> Claim | None:
    groups = match.groupdict()
    about = _whose(groups.get("who"), table)
    value = _value(groups["value"], table)
    if about is None or not value or value.split()[0] in _LISTENER:
        return None
    attribute = one.tells
    if attribute == "noun":
        attribute = table.attribute(groups["noun"])
    elif attribute == "favourite":
        attribute = f"favourite {_stem(groups['favourite'])}"
    elif attribute in {"thing", "expires"}:
        attribute = f"{attribute} {attribute_key(groups['thing'])}"
    denied = bool(groups.get("not") or groups.get("also")) or ended
    if one.polar:
        says = NO if denied != one.denies else YES
        return Claim(
            f"{about} {attribute} {attribute_key(value)}", says, KNOWN, about, language, polar=True, ended=ended
        )
    if attribute == "name" and about != SELF and about not in _SINGLE_KIN:
        # One may have two sisters: another name is another one.
        return Claim(f"{about} name {attribute_key(value)}", YES, KNOWN, about, language, polar=True, ended=ended)
    if denied:
        return Claim(f"{about} {attribute}", f"{DENIED}{value}", KNOWN, about, language, ended=ended)
    return Claim(f"{about} {attribute}", value, KNOWN, about, language, ended=ended)


def _whose(who: str | None, table: Statements) -> str | None:
    """Of whom: `self`, a relative by the role, anybody else by the name; None where the word names nobody."""
    if who is None or who in table.selves:
        return SELF
    if who.split()[0] in _NO_NAMES:
        return None
    own = _MY.sub("", who)
    if own != who:
        kin = kin_of(own)
        return f"{kin.gender or ''} {kin.role}".strip() if kin is not None else own
    return _ARTICLE.sub(r"\1", who)


def _value(said: str, table: Statements) -> str:
    value = said[: ended_at(said, table.ends) or None]
    return _ARTICLE.sub(r"\1", value.strip(" .,;:!\"'“”«»")).strip()


def attribute_key(value: str) -> str:
    """A value as part of an attribute: the same for "nut" and "nuts"."""
    return " ".join(_stem(word) for word in tokens(value) if word not in _IDLE)


def _stem(word: str) -> str:
    """The narrowest concept that a word names in any of the languages ("coffee", "café"), else its stem."""
    found = stems(word)
    if not found or not found[0]:
        return word
    return narrowest(found[0]) or found[0][0]


_IDLE = words_in("idle")
_BETWEEN = words_in("between")


def _unknown(said: str, language: Language) -> Claim | None:
    """Its words in order, less what turns it round."""
    table = TABLES[language]
    said = _written_out(said, table)
    ended = table.ended.search(said) is not None
    words = tokens(_as_before(said, table) if ended else said)
    kept = [word for word in words if word not in table.negations and word not in table.empty]
    if not kept:
        return None
    denied = ended or any(word in table.negations for word in words)
    about = SELF if words[0] in table.selves else words[0]
    key = "says " + " ".join(_stem(word) for word in kept)
    return Claim(key, NO if denied else YES, UNKNOWN, about, language, polar=True, ended=ended)
