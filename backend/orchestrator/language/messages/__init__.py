"""What Steward says to people: messages by key, out of one gettext catalogue a language (docs/decisions/0060).

`say("events.created", "pt-BR", title="Dentista")` -> "Evento “Dentista” criado". A language's catalogue lies in its
folder (`data/pt/messages.po`) and is read when the language is first spoken. What a region says in words of its own
lies over it (`messages_BR.po`, docs/decisions/0144).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache

from babel.localedata import locale_identifiers

from orchestrator.kit.package_texts import package_text
from orchestrator.language import tables
from orchestrator.language.messages.catalogue import Catalogue, check_against, laid_over, parse
from orchestrator.language.tables import ABOUT, DATA, DEFAULT, LANGUAGES, Language
from orchestrator.language.units import bare, beside

__all__ = [
    "DEFAULT",
    "LANGUAGES",
    "Language",
    "catalogue",
    "heard_by",
    "is_message",
    "say",
    "say_counted",
    "supported_language",
]

_heard_by: ContextVar[tuple[str, str | None]] = ContextVar("heard_by", default=("", None))

_LOCALES = 256
"""So many are remembered: what stands beside a region in a locale is the user's own."""


def supported_language(locale: str) -> Language:
    """The one of our languages that `locale` ("pt-BR", "es_MX") asks for; `DEFAULT` where it is none of them, whose
    catalogue says which keys and placeholders there are."""
    return tables.supported(locale)


@contextmanager
def heard_by(locale: str, country: str | None = None) -> Iterator[None]:
    """Meanwhile what is said in a language alone is said in the words of this locale's region, if it is of that one: a
    turn knows its language ("pt"), its user where they are from ("pt-PT"). Of another language, it is said as in the
    country (ISO 3166) where they are, if it is spoken there: in Lisbon, to somebody whose locale is English."""
    token = _heard_by.set((locale, country))
    try:
        yield
    finally:
        _heard_by.reset(token)


def _for(locale: str) -> str:
    heard, country = _heard_by.get()
    if not heard:
        return locale
    tag = tables.tag_of(locale)
    if tag == tables.tag_of(heard):
        return heard if locale == tag else locale
    alone = tag in LANGUAGES and bare(locale) in {tag, ABOUT[supported_language(locale)].locale}
    there = f"{tag}-{country}"
    return there + beside(locale) if alone and country is not None and _is_spoken(there) else locale


@cache
def _is_spoken(locale: str) -> bool:
    """Whether CLDR knows the language of a country as one that is spoken there."""
    return locale.replace("-", "_") in locale_identifiers()


def say(key: str, locale: str, /, **values: object) -> str:
    """The message in the language of `locale`, its placeholders filled in. Raises KeyError for a key that no catalogue
    has, and for a placeholder without a value."""
    return spoken(_for(locale)).texts[key].format(**values)


def say_counted(key: str, number: int, locale: str, /, **values: object) -> str:
    """The form of a counted message that goes with `number`, which is only said where `values` hold it: "events".
    Raises as `say`."""
    return spoken(_for(locale)).form(key, number).format(**values)


def is_message(key: str) -> bool:
    """Whether there is such a message, counted or not."""
    known = catalogue(DEFAULT)
    return key in known.texts or key in known.forms


@lru_cache(maxsize=_LOCALES)
def spoken(locale: str) -> Catalogue:
    """All messages in the words of a locale's region; of a locale without one, of the region that its language takes.
    Raises ValueError where the file of the region is not as `laid_over` wants it."""
    language = supported_language(locale)
    own = locale if tables.tag_of(locale) == language else ABOUT[language].locale
    regions = [part.upper() for part in bare(own).replace("_", "-").split("-")[1:]]
    region = next(iter(regions or bare(ABOUT[language].locale).split("-")[1:]), "")
    return regional(language, region)


@cache
def regional(language: Language, region: str) -> Catalogue:
    """The messages of a language with those over them that a region ("BR") says in words of its own."""
    name = f"messages_{region}.po"
    if name not in {path.name for path in (DATA / language).iterdir()}:
        return catalogue(language)
    return laid_over(catalogue(language), parse(package_text(tables.__name__, f"data/{language}/{name}"), language))


@cache
def catalogue(language: Language) -> Catalogue:
    """All messages of a language. Raises ValueError where its file lacks or adds a key or a placeholder."""
    read = parse(package_text(tables.__name__, f"data/{language}/messages.po"), language)
    if language != DEFAULT:
        check_against(catalogue(DEFAULT), read)
    return read
