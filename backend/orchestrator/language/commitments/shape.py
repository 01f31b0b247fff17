"""What has a language to say about promises? One table each (`en`, `pt`, `es`), patterns over levelled text.

Levelled (`level`): lower case without accents, one character for each, so that places stay those of the text; a
pattern that needs accents is one of `lettered` text (`named_accented`, `own_accented`).
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from orchestrator.kit import patterns

NAME = r"(?P<name>[^\W\d_][\w'-]*(?: (?:de |da |do |dos |del |van |von )?[^\W\d_][\w'-]*){0,2})"
"""Up to three words; whether they are a name is told by their capitals."""
NEVER = patterns.compile(r"\z.")


_OTHER_LETTER = "x"
"""Each letter of another script; the words themselves are read where they were written."""


@dataclass(frozen=True)
class Promises:
    """The patterns of one language. Each ends with the verb; what follows is what is done.

    `own`: the speaker will do it; `own_dated`: only where a time is named. `named`: somebody named will;
    `named_dated`: only where a time is named. `asked`: the listener shall. `labelled`: "action item:", its content
    follows. `dated`: a time by which something is done. `spoils`: what, standing before it in the same sentence,
    makes it no promise; `denied`: what does, standing right before it. `agrees`: how a reply that accepts begins.
    `ends`: where what is done ends inside a sentence. `everybody`, `nobody`: names that mean all, or no one.
    """

    own: patterns.Pattern
    own_dated: patterns.Pattern
    named: patterns.Pattern
    asked: patterns.Pattern
    labelled: patterns.Pattern
    dated: patterns.Pattern
    spoils: patterns.Pattern
    agrees: patterns.Pattern
    ends: patterns.Pattern
    everybody: frozenset[str]
    nobody: frozenset[str]
    named_accented: patterns.Pattern = NEVER
    own_accented: patterns.Pattern = NEVER
    """As `named` and `own`, over `lettered` text."""
    named_dated: patterns.Pattern = NEVER
    pledged: patterns.Pattern = NEVER
    """As `own`, unless `usually` follows: "eu envio sempre" is a habit."""
    usually: patterns.Pattern = NEVER
    vague: patterns.Pattern = NEVER
    """What is no promise as the `verb` of `own_dated`: "vou ser", "I'll think"."""
    aiming: patterns.Pattern = NEVER
    """Which words before such a verb are a verb by themselves: "vou tentar ser"."""
    denied: patterns.Pattern = NEVER
    to: patterns.Pattern = NEVER
    """In the content of a label: what follows a name there and tells that it is one."""


def words(text: str) -> str:
    """Alternatives of a pattern, one a word or phrase ("+" stands for a blank inside a phrase)."""
    return "|".join(sorted((word.replace("+", " ") for word in text.split()), key=len, reverse=True))


def doing(phrase: str) -> str:
    """The English form in -ing of a verb, the rest of its phrase unchanged: "take+care+of" -> "taking+care+of"."""
    verb, plus, rest = phrase.partition("+")
    stem = verb[:-1] if verb.endswith("e") and not verb.endswith("ee") else verb
    stem += stem[-1] if verb in {"get", "put", "set", "ship", "plan"} else ""
    return f"{stem}ing{plus}{rest}"


def level(text: str) -> str:
    """The text in lower case without accents, character by character."""
    return "".join(_flat(char) for char in text)


@lru_cache(maxsize=4096)
def _flat(char: str) -> str:
    if char in "’‘ʼ´`":
        return "'"
    if char.isspace():
        return " "
    decomposed = unicodedata.normalize("NFD", char.lower())
    plain = decomposed[0] if decomposed else char
    # The engine finds the edges of ASCII words alone.
    return plain if plain.isascii() or not plain.isalnum() else _OTHER_LETTER
