# ruff: noqa: E501  (one class of words a line; word tables are searched, not read)
"""How does each language say in a roundabout way that something was done: how things now stand, who knows of it, what
one need not think of any more?

The frames are the same in all languages and made of classes of words; a language gives the classes. The readings are
those of `claim_words`; an "@" behind one asks for an anchor, a word that ties the clause to what Steward keeps.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from orchestrator.kit import patterns
from orchestrator.language.lexicon.shape import FIGURE, Rule, Rules, rules
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Joined, Language, Phrases, Table, Words

_FRAMES = """
STATE@: (?!{moment}){now} (?!{clock_only})
STRICT@: {henceforth} _{{0,6}} {stands}
STRICT@: {stands} _{{0,7}} {henceforth}
STATE@: {again} _{{0,2}} {cleared}
STATE@: {cleared} _{{0,2}} {back}
STATE: {yours}
STATE@: {enrolled}
STATE: {kept}
STATE: {now} {informed}
SOON: {will_learn}
STATE: {informed} _{{0,3}} {of_it}
STATE: {informed_of_you}
STATE@: {gone}
STATE: {replaced}
STATE@: {awaited}
STRICT: {under_way}
SOON: {will_sound}
SOON: {bothers_no_more}
OWN: {passed_on}
OWN: ^{passed}
STATE@: {be} {wholly} {over}
STATE@: {resulted}
STATE: (?!it |that |this |isso |isto |eso |esto )_ {be} {over_now}
STATE: ^{be} {wholly} {over_now}
STATE: {placed}
STATE@: {compared}
OWN@: {own_deed}
STATE: {presented} _{{1,5}} {in_store}
STRICT@: {never_again}
STATE@: {no_longer}
STATE@: {stayed}
STATE: {listed}
STATE: {held_for}
STATE: {seen_at}
SOON: {heard_of}
STATE: {settled_elsewhere}
DONE: {as_wished}
STATE: {nothing_left}
DONE: {pronoun} {be} {wholly} {over_now}
STRICT@: {arrived} _{{0,2}} {in_store}
STATE@: {shifts}
STATE: {to_be_found}
SOON: {to_expect}
STRICT@: {went}
STATE: {received}
STATE: {records}
STATE@: {amended}
STATE: {noticed}
DONE: {as_it_was}
DONE: {released}
DONE: {settled}
DONE: {rested}
DONE: ^{alone}$
SOON: {keeps_in_mind}
SOON: {own_signal}
STRICT@: ^{from_then} _{{2,}}
STRICT@: {moves}
STATE@: {in_state}
STATE@: {switched}
STATE: {fewer}
"""
"""`now`: marks that it was otherwise; `moment`: what has such a mark and tells the time; `stands`: verbs of a state;
`clock_only`: what makes it the time of day; `henceforth`: marks that leave no doubt;
`again`, `back` and `cleared`: a time that is free once more; `yours`: what is the user's by somebody's doing;
`enrolled`, `kept`: participles that name no deed of ours; `informed`: somebody knows, `of_it` of the change,
`informed_of_you` of the user's affairs; `gone`, `replaced`: what was there; `awaited`: somebody expects the user;
`under_way`: what was sent; `will_sound`: what will remind them; `bothers_no_more`: what they will see no more;
`passed_on`, `passed`: what Steward told
somebody, with and without a subject; `released`: what they may strike or forget; `be`, `wholly` and `over`: what
somebody did wholly, in a participle of any verb, `resulted` with a verb of outcome; `over_now`: complements of what is
settled, `pronoun`: of everything; `compared`: what is less or more than it was; `own_deed`: any
deed in the first person but one of the mind; `presented`: "there is", of what is in a list now; `never_again`: what will
be no more, `no_longer`: what was and is not; `stayed`: where something was left; `placed` and `listed`: what or who has a place; `held_for`: what is kept free; `seen_at`: who will see the user; `heard_of`: what they
will hear of; `settled_elsewhere`: what moved; `as_wished`, `nothing_left`: that all is as it was asked; `arrived` and `in_store`: what came into a list of the user's; `shifts`: what is at
another time; `to_be_found`: where they will find it; `to_expect`: what will remind them; `went`: what went through;
`received`: somebody has the news; `records`: what is kept holds it; `amended`: what grew, shrank or has another value; `noticed`: what will or did reach the user or others; `as_it_was`: what was taken back; `settled`, `rested`: that it is over, and that they may rest; `alone`: as much, as the whole of a clause; `keeps_in_mind`: what will not be forgotten; `own_signal`: that Steward will make itself
heard, at a time; `will_learn`: who will be told; `from_then`: from when on it is otherwise; `moves`: a thing of theirs did
something; `in_state`: it is in the state that any deed leaves; `switched`: it is on, off, in; `fewer`: one less. What a language has no words for is empty."""


_CLASSES = frozenset(found[1] for found in patterns.compile(r"\{([a-z_]+)\}").finditer(_FRAMES))


class _Table(Table):
    """`indirect.toml`. `classes`: those of the frames; the others as in `IndirectWords`."""

    classes: Mapping[str, Joined]
    reassures: Joined
    opens: Joined
    as_if: str
    anchor: Joined
    hangs: Words
    reflexive: Compiled
    greetings: Phrases


@dataclass(frozen=True, slots=True, eq=False)
class IndirectWords:
    """One language's frames. `reassures`: how a clause bids the user be at ease, before another one that
    tells why; `opens`: a clause that only says from when on; `as_if`: how it says that something is gone without a trace; `anchor`: what ties a clause to the user's things; `hangs`: words with which a clause tells
    what might be, or depends on something, `reflexive`: where such a word is a pronoun; `greetings`: with few words beside them they make no sentence."""

    rules: Rules
    reassures: Rule
    opens: Rule
    as_if: Rule
    anchor: Rule
    hangs: frozenset[str]
    reflexive: patterns.Pattern
    greetings: frozenset[str]


def _read(language: Language) -> IndirectWords:
    table = read_patterns(language, "indirect", _Table, {"figure": FIGURE})
    if table.classes.keys() != _CLASSES:
        raise ValueError(f"{language}/indirect.toml: classes: {sorted(table.classes.keys() ^ _CLASSES)}")
    frames = []
    for says, _, template in (line.partition(": ") for line in _FRAMES.strip().splitlines()):
        if all(words for name, words in table.classes.items() if f"{{{name}}}" in template):
            filled = template.format(**table.classes)
            frames.append(f"{says}: {filled[1:] if filled.startswith('^') else '~' + filled}")
    return IndirectWords(
        rules("\n".join(frames)),
        Rule("", table.reassures, anywhere=True),
        Rule("", table.opens),
        Rule("", table.as_if, anywhere=True),
        Rule("", table.anchor, anywhere=True),
        table.hangs,
        table.reflexive,
        table.greetings,
    )


INDIRECT: Final = ByLanguage(_read)
