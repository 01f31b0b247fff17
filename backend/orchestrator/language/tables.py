"""Which languages are there, and what do their word tables say? A language is a folder of `data/`.

`data/<tag>/` holds tables in TOML and the catalogue of messages, the same files in every folder (docs/decisions/0070).
Whoever works with a table says by a `Table` what it must hold, and reads it through a `ByLanguage`: when it is first
asked, and once.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Final, Generic, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

Language = str
"""A tag: the name of a folder of `DATA`."""
T = TypeVar("T")
T_table = TypeVar("T_table", bound="Table")

DATA: Final = Path(__file__).with_name("data")


def _rows(value: object, between: str) -> object:
    """One text of a text or a list of them."""
    return between.join(value) if isinstance(value, list) else value


def _split(value: object) -> object:
    text = _rows(value, " ")
    return frozenset(text.split()) if isinstance(text, str) else text


def _phrases(value: object) -> object:
    text = _rows(value, ";")
    return frozenset(" ".join(one.split()) for one in text.split(";")) - {""} if isinstance(text, str) else text


Words = Annotated[frozenset[str], BeforeValidator(_split)]
"""Words parted by blanks."""
Phrases = Annotated[frozenset[str], BeforeValidator(_phrases)]
"""Phrases parted by semicolons."""
Branches = Annotated[str, BeforeValidator(lambda value: _rows(value, "|"))]
"""Phrases parted by `|`, in one text or several."""
Joined = Annotated[str, BeforeValidator(lambda value: _rows(value, ""))]
"""A text, or its parts one after the other."""


class Table(BaseModel):
    """What a table must hold, by key. A key that it does not know is an error, as is one that is missing."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class About(Table):
    """`language.toml`: the language by itself."""

    rank: int
    """Who is asked first where a text fits several; 0 is the language of last resort."""
    name: str
    """In English, in small letters: "portuguese"."""
    locale: str
    """Of the region that is taken where nobody says one."""
    stemmer: str
    """The algorithm of Snowball."""
    letters: Joined
    """A pattern for `lettered` text: letters and words that no other language has."""
    opens: str
    """Marks that it alone opens a sentence with."""
    elided: Words
    """What stands before an apostrophe and is a word of its own: "j'ai", "l'école"."""
    asked_last: Joined
    """A pattern for folded text that ends with what it asks for: "you went with who", "meu tipo de sangue qual é"."""
    tag_last: Joined
    """A pattern for folded text that tells something and asks at its end whether it is so: "no choir, is there"."""
    tags: Joined
    """A pattern for what stands at such an end of the levelled text, with the mark before it: ", is there", " né"."""
    not_asking: Words
    """After one of these it asks nothing: "I don't know when"."""


def read(language: Language, table: str, schema: type[T_table]) -> T_table:
    """The table of a language. Raises ValueError, with the file and the key, where it is not as its schema says."""
    return checked(written(language, table), schema, where=f"{language}/{table}.toml")


def written(language: Language, table: str) -> dict[str, object]:
    """The table as it is written. Raises ValueError where it is no TOML."""
    where = f"{language}/{table}.toml"
    return parsed((DATA / language / f"{table}.toml").read_text("utf-8"), where=where)


def parsed(text: str, *, where: str) -> dict[str, object]:
    """The same of a text; `where` names its file."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{where}: {error}") from error


def checked(written: object, schema: type[T_table], *, where: str) -> T_table:
    """What was written in a table, as its schema has it. Raises ValueError as `read` does."""
    try:
        return schema.model_validate(written)
    except ValidationError as error:
        raise ValueError(f"{where}: {error}") from error


def _found() -> dict[Language, About]:
    tags = [folder.name for folder in DATA.iterdir() if (folder / "language.toml").is_file()]
    abouts = {tag: read(tag, "language", About) for tag in tags}
    return dict(sorted(abouts.items(), key=lambda one: (one[1].rank, one[0])))


ABOUT: Final[Mapping[Language, About]] = _found()
LANGUAGES: Final[tuple[Language, ...]] = tuple(ABOUT)
DEFAULT: Final[Language] = LANGUAGES[0]
ELIDED: Final = frozenset[str]().union(*(about.elided for about in ABOUT.values()))
"""What stands before an apostrophe and is a word of its own, in any language."""


class ByLanguage(Mapping[Language, T], Generic[T]):
    """Something of every language, in the order of `LANGUAGES`; each is made when it is first asked."""

    def __init__(self, make: Callable[[Language], T]) -> None:
        self._make = make
        self._made: dict[Language, T] = {}

    def __getitem__(self, language: Language) -> T:
        try:
            return self._made[language]
        except KeyError:
            if language not in ABOUT:
                raise
            return self._made.setdefault(language, self._make(language))

    def __iter__(self) -> Iterator[Language]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)


def in_any(tables: Mapping[Language, T], words: Callable[[T], frozenset[str]]) -> frozenset[str]:
    """The words of all languages."""
    return frozenset[str]().union(*(words(each) for each in tables.values()))


def by_language(table: str, schema: type[T_table]) -> ByLanguage[T_table]:
    """The table of every language as its schema has it."""
    return ByLanguage(lambda language: read(language, table, schema))


def tag_of(locale: str | None) -> str:
    """The language of a locale ("pt-BR", "es_MX"), whether or not it is one of ours."""
    return (locale or "").replace("_", "-").partition("-")[0].casefold()


def supported(locale: str | None) -> Language:
    """The language of ours that a locale asks for; `DEFAULT` where it is none of them."""
    tag = tag_of(locale)
    return tag if tag in ABOUT else DEFAULT
