"""Which forms does a verb take? By the conjugations of its language, so that the word tables hold infinitives only.

Folded spelling (no accents) throughout. Over-generation is harmless: a form that nobody says never matches.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from string import Formatter

from orchestrator.language.tables import Table, Words

Form = tuple[str, str]
"""(folded form, tags); the tags are those of `shape`."""


class Conjugation(Table):
    """How a kind of verb is inflected. `verbs`: those that it is for; none: for every verb that ends so.

    `forms`: "{stem}ando:g …", each with its tags. {verb} is the infinitive, {stem} the same without the ending,
    {strong} the stem where it is stressed, {double} the verb with its last letter twice; {stem.e} is spelled as it is
    before an e.
    """

    verbs: Words = frozenset()
    ending: str
    forms: str

    def fits(self, verb: str) -> bool:
        """Whether it is for this verb."""
        return verb in self.verbs if self.verbs else verb.endswith(self.ending)


class Inflection(Table):
    """All conjugations of a language, in the order in which they are tried.

    `respelled`: by the letter that follows, how a stem's ending is written before it ("e": "c" as "qu"); `own_forms`:
    by tag, verbs with the forms that stand in the place of the regular ones.
    """

    conjugations: tuple[Conjugation, ...]
    respelled: Mapping[str, Mapping[str, str]]
    own_forms: Mapping[str, Mapping[str, str]]

    def forms(self, entry: str) -> Iterator[Form]:
        """Of "infinitive" or "infinitive:stressed-stem" ("mover:muev")."""
        verb, _, strong = entry.partition(":")
        kind = next((one for one in self.conjugations if one.fits(verb)), None)
        if kind is None:
            return
        stem = verb.removesuffix(kind.ending)
        slots = {"verb": verb, "stem": stem, "strong": strong or stem, "double": verb + verb[-1:]}
        own = {tag: verbs[verb] for tag, verbs in self.own_forms.items() if verb in verbs}
        for one in kind.forms.split():
            form, _, tags = one.partition(":")
            if tags not in own:
                written = (
                    text + (self._spelled(slots[slot], before) if slot else "") for text, slot, before in _parsed(form)
                )
                yield "".join(written).replace("ç", "c"), tags
        yield from ((form, tag) for tag, forms in own.items() for form in forms.split())

    def commands(self, entry: str) -> Mapping[str, str]:
        """Its forms that command, and those that are said of what one wants, with the plainest command: "cancelen",
        "canceles" are "cancela". That is the first of its forms which commands and is no infinitive, else the first."""
        made = list(self.forms(entry))
        plain = next((form for form, tags in made if "w" in tags and "n" not in tags), "")
        return {form: plain or made[0][0] for form, tags in made if not {*tags}.isdisjoint("wb")}

    def _spelled(self, stem: str, before: str) -> str:
        rows = self.respelled[before] if before else {}
        ending = next((one for one in sorted(rows, key=len, reverse=True) if stem.endswith(one)), None)
        return stem.removesuffix(ending) + rows[ending] if ending is not None else stem


@cache
def _parsed(form: str) -> tuple[tuple[str, str, str], ...]:
    """A form's pieces: the text before a slot, the slot ("" = none follows), the letter that it is spelled before."""
    pieces = []
    for text, field, *_ in Formatter().parse(form):
        slot, _, before = (field or "").partition(".")
        pieces.append((text, slot, before))
    return tuple(pieces)
