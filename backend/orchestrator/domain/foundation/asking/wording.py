"""In which of our languages is the user spoken to, and with which words?"""

from collections.abc import Mapping

Wording = Mapping[str, Mapping[str, str]]
"""Language -> key -> text with named places (`{title}`)."""

LANGUAGES = ("en", "pt", "es")


def language_of(locale: str) -> str:
    """The one of our languages that `locale` asks for; English where it is none of them."""
    language = locale[:2].lower()
    return language if language in LANGUAGES else "en"


def said(wording: Wording, key: str, locale: str, **values: object) -> str:
    """The text in the user's language, filled in."""
    return wording[language_of(locale)][key].format(**values)
