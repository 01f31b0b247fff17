"""A catalogue of messages: read from gettext's PO format, held against another language's, laid under a region's."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from gettext import c2py
from io import StringIO
from string import Formatter

from babel.messages.pofile import read_po


@dataclass(frozen=True)
class Catalogue:
    """The messages of one language."""

    language: str
    texts: Mapping[str, str]
    """Key -> text with named placeholders (`{title}`)."""
    forms: Mapping[str, tuple[str, ...]]
    """Key -> text by plural form, of what is counted."""
    plural_form: Callable[[int], int]
    """Number -> which of the forms goes with it."""

    def form(self, key: str, number: int) -> str:
        """The text of a counted message. Raises KeyError."""
        return self.forms[key][self.plural_form(number)]

    def placeholders(self, key: str) -> frozenset[str]:
        """What the message has to be given. Raises KeyError."""
        texts = self.forms[key] if key in self.forms else (self.texts[key],)
        return frozenset(name for text in texts for name in _placeholders(text))


def parse(text: str, language: str) -> Catalogue:
    """The catalogue that a PO file holds. Raises ValueError for a message that is not translated, is marked as fuzzy,
    lacks a plural form or has a placeholder without a plain name."""
    po = read_po(StringIO(text), locale=language, abort_invalid=True)
    texts: dict[str, str] = {}
    forms: dict[str, tuple[str, ...]] = {}
    for message in po:
        if not message.id:
            continue  # the header
        key, *counted = _each(message.id)
        said = _each(message.string)
        if message.fuzzy or not all(said) or len(said) != (po.num_plurals if counted else 1):
            raise ValueError(f"{language}: the message {key} is not wholly translated")
        if not all(name.isidentifier() for text in said for name in _placeholders(text)):
            raise ValueError(f"{language}: a placeholder of {key} has no plain name")
        if counted:
            forms[key] = said
        else:
            texts[key] = said[0]
    return Catalogue(language, texts, forms, c2py(po.plural_expr))


def check_against(original: Catalogue, translated: Catalogue) -> None:
    """Raises ValueError where a translation has not the keys and placeholders of the original."""
    for kind, own, other in (
        ("message", original.texts, translated.texts),
        ("counted message", original.forms, translated.forms),
    ):
        if lacking := sorted(set(own) - set(other)):
            raise ValueError(f"{translated.language}: no {kind} {', '.join(lacking)}")
        if unknown := sorted(set(other) - set(own)):
            raise ValueError(f"{translated.language}: {kind} {', '.join(unknown)} is not in {original.language}")
    for key in (*original.texts, *original.forms):
        if original.placeholders(key) != translated.placeholders(key):
            raise ValueError(f"{translated.language}: {key} has other placeholders than in {original.language}")


def laid_over(base: Catalogue, own: Catalogue) -> Catalogue:
    """The catalogue with what a region says in words of its own. Raises ValueError for a key that the base has not,
    other placeholders, and what says the same."""
    for key in (*own.texts, *own.forms):
        if key not in (base.texts if key in own.texts else base.forms):
            raise ValueError(f"{own.language}: {key} is laid over nothing")
        if own.placeholders(key) != base.placeholders(key):
            raise ValueError(f"{own.language}: {key} has other placeholders than what it is laid over")
        if (own.texts.get(key), own.forms.get(key)) == (base.texts.get(key), base.forms.get(key)):
            raise ValueError(f"{own.language}: {key} says the same as what it is laid over")
    return replace(base, texts={**base.texts, **own.texts}, forms={**base.forms, **own.forms})


def _each(value: object) -> tuple[str, ...]:
    """Babel's text, or texts of a counted message; "" where one is missing."""
    return tuple(str(one or "") for one in (value if isinstance(value, list | tuple) else (value,)))


def _placeholders(text: str) -> list[str]:
    """As they stand in the braces, a format or conversion among them."""
    found = []
    for _, name, form, conversion in Formatter().parse(text):
        if name is not None:
            found.append(f"{name}!{conversion or ''}:{form}" if form or conversion else name)
    return found
