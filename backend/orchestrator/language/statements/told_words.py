"""The words that stand around what is stated, of every language (`stating.toml`): what asks to keep it, what leads to
it, what denies it. `pattern(text)` is compiled with `{name}` for the alternatives of all languages, `words_in(name)` is
the list of that name."""

from typing import Final

from orchestrator.kit import patterns
from orchestrator.language.tables import Joined, Language, Table, Words, by_language


class _Stating(Table):
    """`stating.toml`. As written: `keep_opens`, `keep_asks`, `keeps` with `keeps_that`, `keeps_plainly`: what asks
    to keep what follows; `obliged`: what then makes it an errand; `remembers`: what does where a statement follows;
    `keeps_of`: the same of a thing of the user's, its group `idle` no part of the statement; `ands`: what joins
    two; `and_that`: what joins a further one, its group `clause` a part of it; `greets`: a greeting, `as_one`: what
    says of oneself what stands behind it ("I am a"); `keep_last`: what asks to keep what stands before it; `leads`,
    `denies`, `means`: what stands before a statement. Folded: `calls_wrong`: a message that denies and no more;
    `moved`: who moved, before the time of it; `doubtful`: how begins what is not stated; `reported`: somebody else
    says it; `not_asked`: that they did not ask for something; `points`: at what is known from before, but for
    `lately`; `likens`: "I eat" and "like" in one word; `ended`: somebody no longer does; `mine`: whose it is;
    `changed`: it became so; `joins`, with `joins_too`, and `opens`: what joins a sentence to the one before; `my`,
    `article`: before a noun; `coded`: what a number or word is that is kept to be used again; `habits`: how one
    tells what one never or always does, `named`: what stands before a name, `owing`: that somebody owes or lent
    something; `no_names`: no statement begins with these; `listener`: who is spoken to; `idle`, `between`: words
    that tell no value apart. Of a value alone: `says_no`, `is` (as written), `small` words before it, `no_values`:
    what puts nothing right. `paid`: somebody paid what they owe, `paid_me`: the same of who is named; `repaid`: the
    user did (`who`, `whom`); `i_owe`: how they say that they owe, `owe_no_more`: that (…) they do no more."""

    keep_opens: Joined
    keep_asks: Joined
    keeps: Joined
    keeps_that: Joined
    keeps_plainly: Joined
    obliged: Joined
    remembers: Joined
    keeps_of: Joined
    ands: Joined
    and_that: Joined
    keep_last: Joined
    greets: Joined
    as_one: str
    leads: Joined
    denies: Joined
    means: Joined
    calls_wrong: Joined
    moved: Joined
    doubtful: Joined
    reported: Joined
    not_asked: Joined
    points: Joined
    likens: Joined
    lately: Joined
    ended: Joined
    mine: Joined
    changed: Joined
    joins: Joined
    joins_too: Joined
    opens: Joined
    my: Joined
    article: Joined
    coded: Joined
    habits: Joined
    parted: Joined
    """How one tells that something is no longer one's own: "I sold the car"."""
    named: Joined
    owing: Joined
    no_names: Words
    listener: Words
    idle: Words
    between: Words
    says_no: Joined
    is_: Joined
    small: Words
    no_values: Words
    paid: Joined
    paid_me: str
    repaid: Joined
    i_owe: str
    owe_no_more: str


_TOLD: Final = by_language("stating", _Stating)
_NAMED = patterns.compile(r"\{([a-z_]+)\}")


def _of_all(name: str) -> str:
    return f"(?:{'|'.join(told for table in _TOLD.values() if (told := getattr(table, name)))})"


def pattern(text: str) -> patterns.Pattern:
    """A pattern with its pieces put in. Raises AttributeError for a piece that there is not."""
    return patterns.compile(_NAMED.sub(lambda named: _of_all(named[1]), text))


def each(text: str) -> tuple[patterns.Pattern, ...]:
    """The same for pieces that hold groups of a name: one pattern a language that has the piece."""
    (name,) = _NAMED.findall(text)
    pieces = (getattr(table, name) for table in _TOLD.values())
    return tuple(patterns.compile(text.replace(f"{{{name}}}", f"(?:{piece})")) for piece in pieces if piece)


def said_in_each(name: str) -> tuple[str, ...]:
    """What each language says under that name, where it says anything."""
    return tuple(told for table in _TOLD.values() if (told := getattr(table, name)))


def said_in(name: str, language: Language) -> str:
    """The words of that name, of one language."""
    return str(getattr(_TOLD[language], name))


def words_in(name: str) -> frozenset[str]:
    """The words of a list, of all languages."""
    return frozenset().union(*(getattr(table, name) for table in _TOLD.values()))
