"""What makes a sentence without a verb tell an outcome, in each language: "Deal! Dinner on Saturday", "Six then"?"""

from typing import Annotated, Final

from pydantic import BeforeValidator

from orchestrator.language.lexicon.shape import Rule
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Language, Table, Words


class VerblessWords(Table):
    """`verbless.toml`; patterns of folded words.

    `finite`: words by which a sentence has a verb or a subject; `wishes`: what greets, wishes or denies. With either it
    is no outcome. `agreed`: a whole sentence of agreement, or the head of one; `settled`: a clause that fixes a time;
    `ended`: the head of a farewell to a thing, unless one of `partings` follows, with which people part; `stopped`: the
    head of a consent that there be none; `alone`: a participle that is a sentence, unless it is one of `no_deeds`;
    `result`: a phrase pattern (`shape`) of a thing and the state that it is in.
    """

    finite: Words
    wishes: Words
    agreed: Compiled
    settled: Compiled
    ended: Compiled
    partings: Words
    stopped: Compiled
    alone: Compiled
    no_deeds: Words
    result: Annotated[Rule, BeforeValidator(lambda template: Rule("", str(template), anywhere=True))]


def _read(language: Language) -> VerblessWords:
    return read_patterns(language, "verbless", VerblessWords, {"figure": r"\d[\dh.:]*\w*"})


VERBLESS: Final = ByLanguage(_read)
