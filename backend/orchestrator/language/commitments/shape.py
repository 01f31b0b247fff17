"""What has a language to say about promises? One table each (`commitments.toml`), patterns over levelled text.

Levelled (`level`): lower case without accents, one character for each, so that places stay those of the text; a
pattern that needs accents is one of `lettered` text (`named_accented`, `own_accented`).
"""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from orchestrator.language.pattern_tables import Compiled, Lettered, read_patterns
from orchestrator.language.tables import ByLanguage, Language, Phrases, Table, Words
from orchestrator.language.word_patterns import END

NAME = r"(?P<name>[^\W\d_][\w'-]*(?: (?:de |da |do |dos |del |van |von )?[^\W\d_][\w'-]*){0,2})"
"""Up to three words; whether they are a name is told by their capitals."""
_OTHER_LETTER = "x"
"""Each letter of another script; the words themselves are read where they were written."""


class Promises(Table):
    """`commitments.toml`: the patterns of one language. Each ends with the verb; what follows is what is done.

    `own`: the speaker will do it; `own_dated`: only where a time is named. `named`: somebody named will;
    `named_dated`: only where a time is named. `asked`: the listener shall. `labelled`: "action item:", its content
    follows. `dated`: a time by which something is done. `spoils`: what, standing before it in the same sentence,
    makes it no promise; `denied`: what does, standing right before it. `agrees`: how a reply that accepts begins.
    `ends`: where what is done ends inside a sentence. `everybody`, `nobody`: names that mean all, or no one.
    """

    own: Compiled
    own_dated: Compiled
    own_accented: Lettered
    """As `own`, over `lettered` text."""
    pledged: Compiled
    """As `own`, unless `usually` follows: "eu envio sempre" is a habit."""
    usually: Compiled
    vague: Compiled
    """What is no promise as the `verb` of `own_dated`: "vou ser", "I'll think"."""
    aiming: Compiled
    """Which words before such a verb are a verb by themselves: "vou tentar ser"."""
    named: Compiled
    named_dated: Compiled
    named_accented: Lettered
    """As `named`, over `lettered` text."""
    asked: Compiled
    labelled: Compiled
    to: Compiled
    """In the content of a label: what follows a name there and tells that it is one."""
    dated: Compiled
    spoils: Compiled
    denied: Compiled
    agrees: Compiled
    ends: Compiled
    everybody: Phrases
    nobody: Words


TABLES: Mapping[Language, Promises] = ByLanguage(
    lambda language: read_patterns(language, "commitments", Promises, {"name": NAME, "end": END})
)


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
