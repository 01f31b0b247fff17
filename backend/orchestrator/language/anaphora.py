"""Which words of a message stand for what was spoken of before, and how does it read once they are named?

"Does she have an email?" after a question about Emily is "does Emily Carter have an email?", "ese día" the day of the
concert. What is said in full is understood by whatever reads the message next; a pronoun that was left in it would be
searched as a word. The tables are of folded words, one a language.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from orchestrator.kit import patterns
from orchestrator.language.kinship import Gender
from orchestrator.language.render import yearly_day
from orchestrator.language.tables import Language
from orchestrator.language.words import fold

MOST_WORDS = 24
"""A longer message says whom it means."""
_WORD = patterns.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


@dataclass(frozen=True)
class Pronouns:
    """The words of one language for somebody who was spoken of; each tells a gender or None.

    `subject`: stands where a name would; `object`: the same, after `to` where the language marks people; `owner`:
    before what is theirs, or alone where nothing of theirs follows; `of`: "dele", with its own preposition;
    `beside`: a pronoun at a verb ("le", "lhe") that leaves the place of the name empty."""

    subject: Mapping[str, Gender | None]
    object: Mapping[str, Gender | None]
    owner: Mapping[str, Gender | None]
    of: Mapping[str, tuple[str, Gender]]
    beside: frozenset[str]
    to: str
    told_by_verb: frozenset[str]
    """Verbs of the third person that are asked of somebody without naming them ("y a qué se dedica")."""
    asks: frozenset[str]
    """What a question without its subject begins with."""
    goes_on: frozenset[str]
    """What may follow such a verb and is not its subject."""
    names_things: bool
    """Whether the pronouns may also stand for a thing."""


_NOT_OWNED = frozenset(
    "again today tomorrow tonight yesterday soon now then on in at for to about and or this that these before after"
    " when too there here from with by if because is was will monday tuesday wednesday thursday friday saturday sunday"
    " or also as well instead but".split()
)
"""After "her" these follow nobody's possession."""
_NEXT = frozenset({"next", "last"})
_TIMES = frozenset("week month year day weekend monday tuesday wednesday thursday friday saturday sunday".split())
PRONOUNS: Mapping[Language, Pronouns] = {
    "en": Pronouns(
        subject={"he": "m", "she": "f"},
        object={"him": "m", "her": "f"},
        owner={"his": "m", "her": "f", "hers": "f"},
        of={},
        beside=frozenset(),
        to="",
        told_by_verb=frozenset(),
        asks=frozenset(),
        goes_on=frozenset(),
        names_things=False,
    ),
    "pt": Pronouns(
        subject={"ele": "m", "ela": "f"},
        object={},
        owner={"seu": None, "sua": None, "seus": None, "suas": None},
        of={"dele": ("de", "m"), "dela": ("de", "f"), "nele": ("em", "m"), "nela": ("em", "f")},
        beside=frozenset({"lhe"}),
        to="a",
        told_by_verb=frozenset(
            "trabalha vive mora vem chega volta regressa sai faz tem veio disse escreveu ligou nasceu estuda esta ganha"
            " vai quer precisa prefere come dedica chama gosta namora".split()
        ),
        asks=frozenset("onde quando como quanto quantos quantas que quem qual porque".split()),
        goes_on=frozenset("a em de com para ca la agora hoje amanha por esta este ao aqui depois antes que".split()),
        names_things=True,
    ),
    "es": Pronouns(
        subject={"él": "m", "ella": "f"},
        object={},
        owner={"su": None, "sus": None},
        of={},
        beside=frozenset({"le"}),
        to="a",
        told_by_verb=frozenset(
            "trabaja vive viene llega vuelve regresa sale hace tiene vino dijo escribio llamo nacio estudia esta gana"
            " va quiere necesita prefiere come dedica llama cumple".split()
        ),
        asks=frozenset("donde cuando como cuanto cuantos cuantas que quien cual".split()),
        goes_on=frozenset("a en de con para ahora hoy manana por esta este al aqui despues antes que anos".split()),
        names_things=True,
    ),
}
_FILLERS = frozenset("and e y entao pues so ok o a".split())
_CLITIC = frozenset("se e que".split())
_SIGHT = patterns.compile(r"(?i)^(v)(?:ê|e)-l([oa])$")
"""«Vê-la»: the verb that most often has somebody as its object."""
_SEEN = frozenset("veo vi vemos vimos vere visito visite conozco conoci llamo llame vejo verei visitei conheci".split())
_THAT_DAY: Mapping[Language, patterns.Pattern] = {
    "en": patterns.compile(
        r"(?i)(?:^|[^\p{L}\p{N}_])((?:on |in )?(?:that|the same) (?:very )?day)(?:$|[^\p{L}\p{N}_])"
    ),
    "pt": patterns.compile(
        r"(?i)(?:^|[^\p{L}\p{N}_])((?:n?esse|n?aquele|no mesmo) (?:mesmo )?dia)(?:$|[^\p{L}\p{N}_])"
    ),
    "es": patterns.compile(
        r"(?i)(?:^|[^\p{L}\p{N}_])((?:en )?(?:ese|aquel|el mismo) (?:mismo )?d[ií]a)(?:$|[^\p{L}\p{N}_])"
    ),
}
_ON: Mapping[Language, str] = {"en": "on {day}", "pt": "no dia {day}", "es": "el {day}"}


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
        return (_of_theirs(token, following, language), table.owner[bare])
    if token.low in table.of:
        word, gender = table.of[token.low]
        return (token.start, token.end, f"{word} {{name}}"), gender
    if bare in table.subject or bare in table.object:
        told = table.subject[bare] if bare in table.subject else table.object[bare]
        tail = {"s": " is", "ll": " will", "d": " would"}.get(contracted, "")
        return (token.start, token.end, f"{{name}}{tail}"), told
    if token.folded in table.beside and not any(one.folded in {"a", "al", "ao"} for one in tokens):
        end = tokens[-1].end
        return (end, end, f" {table.to} {{name}}"), None
    if (seen := _SIGHT.match(token.low)) is not None:
        return (token.start, token.end, "ver {name}"), "f" if seen[2] == "a" else "m"
    if token.low in {"la", "lo", "o", "a"} and following is not None and following.folded in _SEEN:
        gender = "f" if token.low in {"la", "a"} else "m"
        return (token.start, following.end, f"{following.low} {table.to} {{name}}"), gender
    return None


def _of_theirs(token: _Token, following: _Token | None, language: Language) -> tuple[int, int, str]:
    """ "His birthday" as "Rui's birthday", "su teléfono" as "el teléfono de Rui"."""
    if language == "en" or following is None:
        return token.start, token.end, "{name}'s" if language == "en" else "{name}"
    article = {"pt": "o", "es": "el"}[language]
    return token.start, following.end, f"{article} {following.low} de {{name}}"


def _owned(tokens: Sequence[_Token], at: int) -> bool:
    """Whether something of theirs follows: "her birthday", not "am I seeing her next"."""
    after = [one.folded for one in tokens[at + 1 : at + 3]]
    if not after or after[0] in _NOT_OWNED:
        return False
    return not (after[0] in _NEXT and (len(after) == 1 or after[1] in _TIMES | _NOT_OWNED))


def _left_out(tokens: Sequence[_Token], table: Pronouns) -> tuple[int, int, str] | None:
    """The place of a subject that the verb alone tells: after it, where nothing else can be its subject."""
    at = 0
    while at < len(tokens) and tokens[at].folded in _FILLERS:
        at += 1
    opens = [place for place in range(at, min(at + 2, len(tokens))) if tokens[place].folded in table.asks]
    if not opens:
        return None
    at = opens[-1] + 1
    while at < len(tokens) and tokens[at].folded in _CLITIC:
        at += 1
    if at >= len(tokens) or tokens[at].folded not in table.told_by_verb:
        return None
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is not None and following.folded not in table.goes_on:
        return None
    end = tokens[at].end
    return end, end, " {name}"


def refers_to_day(text: str, language: Language) -> bool:
    """Whether the message speaks of "that day"."""
    return _THAT_DAY[language].search(text) is not None


def with_day(text: str, day: date, language: Language) -> str:
    """The message with the day in the place of "that day"."""
    found = _THAT_DAY[language].search(text)
    if found is None:
        return text
    start, end = found.span(1)
    return text[:start] + _ON[language].format(day=yearly_day(day, language, year=True)) + text[end:]
