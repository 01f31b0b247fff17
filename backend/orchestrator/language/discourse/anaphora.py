"""Which words of a message stand for what was spoken of before, and how does it read once they are named?

"Does she have an email?" after a question about Emily is "does Emily Carter have an email?", "ese día" the day of the
concert. What is said in full is understood by whatever reads the message next; a pronoun that was left in it would be
searched as a word. The tables are of folded words, one a language.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated

from pydantic import BeforeValidator

from orchestrator.kit import patterns
from orchestrator.language.lexicon.kin_words import all_of
from orchestrator.language.pattern_tables import Compiled, Looking
from orchestrator.language.people.kinship import Gender
from orchestrator.language.render import yearly_day
from orchestrator.language.tables import Language, Table, Words, by_language
from orchestrator.language.text.words import fold

MOST_WORDS = 24
"""A longer message says whom it means."""
_WORD = patterns.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def _gender(told: object) -> object:
    return told or None


_Told = Annotated[Gender | None, BeforeValidator(_gender)]


class Pronouns(Table):
    """`pronouns.toml`: the words of one language for somebody who was spoken of; each tells a gender or "".

    `subject`: stands where a name would; `object`: the same, after `to` where the language marks people; `owner`:
    before what is theirs, or alone where nothing of theirs follows (`theirs`: how that reads once they are named);
    `of`: "dele", with its own preposition; `hung`: hangs on its verb ("habite-t-elle"); `beside`: a pronoun at a verb
    ("le", "lhe") that leaves the place of the name empty; `impersonal`: beside these a pronoun is nobody's.
    `fillers` may open a message, `clitics` stand before its verb. `beside_that`: before or after what was spoken of;
    `that_day`, or a `part` of it, and how these stand in its place; `that_moment`, at the end, of an hour that was
    spoken of."""

    subject: Mapping[str, _Told]
    object: Mapping[str, _Told]
    owner: Mapping[str, _Told]
    of: Mapping[str, tuple[str, Gender]]
    hung: Mapping[str, _Told]
    beside: Words
    impersonal: Words
    theirs: str
    to: str
    told_by_verb: Words
    """Verbs of the third person that are asked of somebody without naming them ("y a qué se dedica")."""
    asks: Words
    """What a question without its subject begins with."""
    us: Compiled
    """A question (`said`) for what the user did with somebody whom it does not name; `together`: how they are named."""
    together: str
    who: Words
    """Those of them that stand where the subject would."""
    goes_on: Words
    """What may follow such a verb and is not its subject."""
    fillers: Words
    clitics: Words
    names_things: bool
    """Whether the pronouns may also stand for a thing."""
    clitic: Compiled
    """An infinitive on which somebody hangs: "escribirle"; `whom`: "llamarla", of verbs that are done to people."""
    seen_again: Compiled
    """Two verbs behind a pronoun, of which the second one sees: "vuelvo a ver"."""
    beside_that: Compiled
    that_day: Compiled
    books: Looking
    """Something new is to be put down, at the opening of a message."""
    that_week: Compiled
    """The week of a day that was spoken of."""
    week_of: str
    """How it reads with that `{day}`."""
    that_moment: Compiled
    on_day: str
    in_part: str


PRONOUNS = by_language("pronouns", Pronouns)
_NOT_OWNED = frozenset(
    "again today tomorrow tonight yesterday soon now then on in at for to about and or this that these before after"
    " when too there here from with by if because is was will monday tuesday wednesday thursday friday saturday sunday"
    " or also as well instead but a an the some this that these my".split()
)
"""After "her" these follow nobody's possession."""
_NEXT = frozenset({"next", "last"})
_TIMES = frozenset("week month year day weekend monday tuesday wednesday thursday friday saturday sunday".split())
_SIGHT = patterns.compile(r"(?i)^(v)(?:ê|e)-l([oa])$")
"""«Vê-la»: the verb that most often has somebody as its object."""
_SEEN = frozenset("veo vi vemos vimos vere visito visite conozco conoci llamo llame vejo verei visitei conheci".split())


@dataclass(frozen=True)
class _Token:
    """A word of the message: `low` in small letters with its accents, `folded` without them."""

    low: str
    folded: str
    start: int
    end: int


@dataclass(frozen=True)
class Referring:
    """What in a message stands for something spoken of: `cuts` are (start, end, form), the form with `{name}`."""

    cuts: tuple[tuple[int, int, str], ...] = ()
    gender: Gender | None = None
    certain: bool = True
    """False where a thing may be meant as well as a person."""

    def named(self, text: str, name: str) -> str:
        """The message with the person's name in these places."""
        for start, end, form in sorted(self.cuts, reverse=True):
            text = f"{text[:start]}{form.format(name=name)}{text[end:]}"
        return " ".join(text.split())


def refers_to_person(text: str, language: Language) -> Referring | None:
    """Where the message leaves out whom it is about; None where it says so itself, or is about nobody."""
    found = [_Token(one.group().casefold(), fold(one.group()), *one.span()) for one in _WORD.finditer(text)]
    if not found or len(found) > MOST_WORDS:
        return None
    table = PRONOUNS[language]
    cuts: list[tuple[int, int, str]] = []
    genders: set[Gender | None] = set()
    certain = not table.names_things
    for at, token in enumerate(found):
        made = _pronoun(found, at, language)
        if made is not None:
            cut, gender = made
            cuts.append(cut)
            genders.add(gender)
            certain = certain or token.low in table.owner or token.low in table.of or token.low in table.beside
    if not cuts and (left := _left_out(found, table)) is not None:
        cuts.append(left)
        genders.add(None)
    told = {one for one in genders if one is not None}
    if not cuts or len(told) > 1:
        return None
    return Referring(tuple(cuts), told.pop() if told else None, certain)


def _pronoun(
    tokens: Sequence[_Token], at: int, language: Language
) -> tuple[tuple[int, int, str], Gender | None] | None:
    """The cut that one word asks for, with the gender that it tells."""
    table, token = PRONOUNS[language], tokens[at]
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    bare, contracted = token.low.replace("’", "'").partition("'")[::2]
    if bare in table.owner and (bare not in table.object or _owned(tokens, at)):
        return (_of_theirs(token, following, table), table.owner[bare])
    if token.low in table.of:
        word, gender = table.of[token.low]
        return (token.start, token.end, f"{word} {{name}}"), gender
    if (bare in table.subject or bare in table.object) and not _impersonal(tokens, at, table):
        told = table.subject[bare] if bare in table.subject else table.object[bare]
        tail = {"s": " is", "ll": " will", "d": " would"}.get(contracted, "")
        return (token.start, token.end, f"{{name}}{tail}"), told
    if (hung := next((one for one in table.hung if token.low.endswith(one)), None)) is not None:
        verb = token.folded.removesuffix(hung)
        return (
            ((token.end - len(hung), token.end, " {name}"), table.hung[hung]) if verb not in table.impersonal else None
        )
    if token.folded in table.beside and not any(one.folded in {"a", "al", "ao"} for one in tokens):
        end = tokens[-1].end
        return (end, end, f" {table.to} {{name}}"), None
    return _seen_again(tokens, at, table) or _done_to(token, following, table)


def _seen_again(
    tokens: Sequence[_Token], at: int, table: Pronouns
) -> tuple[tuple[int, int, str], Gender | None] | None:
    """The cut of a pronoun before two verbs: "lo vuelvo a ver", "quando o volto a ver"."""
    rest = tokens[at + 1 : at + 1 + _MOST_VERBS]
    found = table.seen_again.match(" ".join(one.folded for one in rest)) if rest else None
    if found is None or tokens[at].low not in _OBJECTS:
        return None
    verbs = rest[: len(found.group().split())]
    said = " ".join(one.low for one in verbs)
    return (tokens[at].start, verbs[-1].end, f"{said} {table.to} {{name}}"), "f" if tokens[at].low[-1] == "a" else "m"


_OBJECTS = frozenset({"la", "lo", "o", "a"})
_MOST_VERBS = 3


def _done_to(
    token: _Token, following: _Token | None, table: Pronouns
) -> tuple[tuple[int, int, str], Gender | None] | None:
    """The cut of a verb that somebody hangs on, or stands before: "llamarla", "vê-la", "lo vi"."""
    if (hangs := table.clitic.fullmatch(token.folded)) is not None:
        if not (whom := hangs.groupdict().get("whom")):
            return (token.end, token.end, f" {table.to} {{name}}"), None
        gender: Gender = "f" if whom[-1] == "a" else "m"
        return (token.start + hangs.start("whom"), token.end, f" {table.to} {{name}}"), gender
    if (seen := _SIGHT.match(token.low)) is not None:
        return (token.start, token.end, "ver {name}"), "f" if seen[2] == "a" else "m"
    if token.low in _OBJECTS and following is not None and following.folded in _SEEN:
        gender = "f" if token.low in {"la", "a"} else "m"
        return (token.start, following.end, f"{following.low} {table.to} {{name}}"), gender
    return None


def _impersonal(tokens: Sequence[_Token], at: int, table: Pronouns) -> bool:
    """Whether the pronoun is nobody's: "il y a", "il faut"."""
    beside = (*tokens[max(at - 1, 0) : at], *tokens[at + 1 : at + 2])
    return any(one.folded in table.impersonal for one in beside)


def _of_theirs(token: _Token, following: _Token | None, table: Pronouns) -> tuple[int, int, str]:
    """ "His birthday" as "Rui's birthday", "su teléfono" as "el teléfono de Rui"."""
    if "{what}" not in table.theirs:
        return token.start, token.end, table.theirs
    if following is None:
        return token.start, token.end, "{name}"
    return token.start, following.end, table.theirs.replace("{what}", following.low)


def _owned(tokens: Sequence[_Token], at: int) -> bool:
    """Whether something of theirs follows: "her birthday", not "am I seeing her next"."""
    after = [one.folded for one in tokens[at + 1 : at + 3]]
    if not after or after[0] in _NOT_OWNED:
        return False
    return not (after[0] in _NEXT and (len(after) == 1 or after[1] in _TIMES | _NOT_OWNED))


def _left_out(tokens: Sequence[_Token], table: Pronouns) -> tuple[int, int, str] | None:
    """The place of a subject that the verb alone tells: after it, where nothing else can be its subject."""
    at = 0
    while at < len(tokens) and tokens[at].folded in table.fillers:
        at += 1
    opens = [place for place in range(at, min(at + 2, len(tokens))) if tokens[place].folded in table.asks]
    if not opens or opens == [len(tokens) - 1]:
        return _asked_last(tokens, at, table)
    if opens[-1] == at and tokens[at].folded in table.who:
        return None  # "quem vem?" asks for the subject
    at = opens[-1] + 1
    while at < len(tokens) and tokens[at].folded in table.clitics:
        at += 1
    if at >= len(tokens) or tokens[at].folded not in table.told_by_verb:
        return None
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is not None and following.folded not in table.goes_on:
        return None
    if at + 2 < len(tokens) and tokens[at + 2].folded in all_of("own"):
        return None  # "como se chama a minha mãe": an article, and there is the subject
    if at + 2 < len(tokens) and following is not None and tokens[at + 2].folded.endswith(_INFINITIVES):
        start = tokens[at].start  # "cuántos va a cumplir": before both verbs
        return start, start, "{name} "
    end = tokens[at].end
    return end, end, " {name}"


def _asked_last(tokens: Sequence[_Token], at: int, table: Pronouns) -> tuple[int, int, str] | None:
    """The same where the word that asks stands last: "e vai embora quando?"."""
    while at < len(tokens) and tokens[at].folded in table.clitics:
        at += 1
    if not 0 < len(tokens) - at <= _MOST_BEFORE_ASKING or tokens[-1].folded not in table.asks:
        return None
    start = tokens[at].start
    return (start, start, "{name} ") if tokens[at].folded in table.told_by_verb else None


_MOST_BEFORE_ASKING = 4
_INFINITIVES = ("ar", "er", "ir")
""" "Va a cumplir", "tiene que ir": Spanish and Portuguese, which leave out whom a verb tells."""


def of_us(text: str, name: str, language: Language) -> str:
    """A question for what "we" did or will do, with who beside the user is meant; "" of any other."""
    table = PRONOUNS[language]
    found = table.us.match(fold(text)) if len(fold(text)) == len(text) else None
    return f"{text[: found.end('said')]} {table.together.format(name=name)}{text[found.end('said') :]}" if found else ""


def refers_to_day(text: str, language: Language) -> bool:
    """Whether the message speaks of "that day"."""
    return PRONOUNS[language].that_day.search(text) is not None


def books_something(text: str, language: Language) -> bool:
    """Whether a message puts something new down: "then book the barber at 4"."""
    return PRONOUNS[language].books.match(fold(text).strip()) is not None


def refers_to_week(text: str, language: Language) -> bool:
    """Whether the message speaks of "that week"."""
    return PRONOUNS[language].that_week.search(text) is not None


def with_week(text: str, day: date, language: Language) -> str:
    """The message with the week of the day in the place of "that week"."""
    found = PRONOUNS[language].that_week.search(text)
    if found is None:
        return text
    told = PRONOUNS[language].week_of.format(day=yearly_day(day, language, year=True))
    return f"{text[: found.start(1)]}{told}{text[found.end(1) :]}"


def beside_what_was_told(text: str, language: Language) -> bool:
    """Whether something is asked for before or after what was spoken of: "can I do my nails before, at 3?"."""
    return PRONOUNS[language].beside_that.search(fold(text).strip()) is not None


def with_moment(text: str, moment: str, language: Language) -> str:
    """ "Coffee with Rui then" with the words of the moment that was spoken of; "" where it ends with no such word."""
    found = PRONOUNS[language].that_moment.search(text)
    return f"{text[: found.start(1)].rstrip(' ,')} {moment}" if found is not None else ""


def on_that_day(text: str, day: date, language: Language) -> str:
    """The message with a day behind it, before its mark."""
    said = text.rstrip(" ?.!")
    told = PRONOUNS[language].on_day.format(day=yearly_day(day, language, year=True))
    return f"{said} {told}{text[len(said) :].strip()}"


def with_day(text: str, day: date, language: Language) -> str:
    """The message with the day in the place of "that day"."""
    found = PRONOUNS[language].that_day.search(text)
    if found is None:
        return text
    start, end = found.span(1)
    part = next((said for said in found.groupdict().values() if said), "")
    told = PRONOUNS[language].on_day.format(day=yearly_day(day, language, year=True))
    told = f"{told} {PRONOUNS[language].in_part.format(part=part)}" if part else told
    lead = text[:start].removesuffix(f"{told.split()[0]} ") if start else text[:start]
    return f"{lead}{' ' if lead and not lead.endswith(' ') else ''}{told}{text[end:]}"
