"""The words around an errand: that it is bought, was done, is still to be done, is the same thing again."""

from collections.abc import Mapping

from orchestrator.language.pattern_tables import Compiled, Looking, read_patterns
from orchestrator.language.tables import ByLanguage, Table


class Errands(Table):
    """`errands.toml`: `buys`: what stands before things to buy; `did`: the verb of what was done, with its article;
    `vague`: what was done, by what it has to do with (`what`); `to_do`: a verb that names what is still to be done;
    `same_again`: words for the thing that was just named; `needed`: what opens how one says that something is to be
    done; `reminds`: what asks to be reminded of it; `to_be_done`: how an errand begins that is written down, `surely`
    one and no name of an event; `must`: that the user has to do it, before that; `calls`: a phone call, which is the
    user's own to make; `overdue`, `done`,
    `undone`: what asks for to-dos so."""

    buys: Compiled
    did: Compiled
    vague: Compiled
    to_do: Compiled
    to_be_done: Compiled
    surely: Compiled
    must: Compiled
    same_again: frozenset[str]
    needed: str
    reminds: str
    calls: Looking
    overdue: Compiled
    done: Compiled
    undone: Compiled


ERRANDS: Mapping[str, Errands] = ByLanguage(lambda language: read_patterns(language, "errands", Errands))
