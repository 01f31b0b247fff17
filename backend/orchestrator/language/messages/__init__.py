"""What Steward says to people: messages by key, out of one gettext catalogue a language (docs/decisions/0060).

`say("events.created", "pt-BR", title="Dentista")` -> "Evento “Dentista” criado". A language's catalogue lies in its
folder (`data/pt/messages.po`) and is read when the language is first spoken.
"""

from functools import cache

from orchestrator.kit.package_texts import package_text
from orchestrator.language import tables
from orchestrator.language.messages.catalogue import Catalogue, check_against, parse
from orchestrator.language.tables import DEFAULT, LANGUAGES, Language

__all__ = ["DEFAULT", "LANGUAGES", "Language", "catalogue", "is_message", "say", "say_counted", "supported_language"]


def supported_language(locale: str) -> Language:
    """The one of our languages that `locale` ("pt-BR", "es_MX") asks for; `DEFAULT` where it is none of them, whose
    catalogue says which keys and placeholders there are."""
    return tables.supported(locale)


def say(key: str, locale: str, /, **values: object) -> str:
    """The message in the language of `locale`, its placeholders filled in. Raises KeyError for a key that no catalogue
    has, and for a placeholder without a value."""
    return catalogue(supported_language(locale)).texts[key].format(**values)


def say_counted(key: str, number: int, locale: str, /, **values: object) -> str:
    """The form of a counted message that goes with `number`, which is only said where `values` hold it: "events".
    Raises as `say`."""
    return catalogue(supported_language(locale)).form(key, number).format(**values)


def is_message(key: str) -> bool:
    """Whether there is such a message, counted or not."""
    known = catalogue(DEFAULT)
    return key in known.texts or key in known.forms


@cache
def catalogue(language: Language) -> Catalogue:
    """All messages of a language. Raises ValueError where its file lacks or adds a key or a placeholder."""
    read = parse(package_text(tables.__name__, f"data/{language}/messages.po"), language)
    if language != DEFAULT:
        check_against(catalogue(DEFAULT), read)
    return read
