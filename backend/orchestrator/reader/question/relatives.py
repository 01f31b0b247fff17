"""Whom does a question mean by what they are to somebody: "my brother's wife", "mother in law", "a mãe dela"?

The phrase is kept whole, for the resolver follows such paths; its words alone would find whoever has one of them. What
hangs on a pronoun ("her mum") waits for the person who was spoken of.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from orchestrator.kit.memo import kept_for_short_texts
from orchestrator.language.lexicon.kin_words import KIN, all_of
from orchestrator.language.people.kinship import kin_of
from orchestrator.language.people.relations import FAMILY, relation_label, relation_labels
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import STOP_WORDS
from orchestrator.reader.line import Line, Token

_LONGEST_KIN = 3
_LONGEST_NAME = 4
_OWN = all_of("own") | all_of("articles")
_SMALL = frozenset().union(*STOP_WORDS.values())
_THEIRS, _OF_THEM, _OF = all_of("theirs"), all_of("of_them"), all_of("of")

_ASKS_OF = frozenset("it's who's what's when's where's how's that's there's".split())
"""Whose "'s" is a verb: "when's mum's dinner"."""


@dataclass(frozen=True)
class Relative:
    """Somebody by a relation: where the phrase stands in the line, the phrase, and whether it hangs on a pronoun: then
    it is the relation alone."""

    start: int
    end: int
    phrase: str
    pronoun: bool = False

    def of(self, name: str, language: Language) -> str:
        """The phrase with the person whom the pronoun means."""
        return KIN[language].hangs.format(name=name, kin=self.phrase)


def relative(text: Line, language: Language) -> Relative | None:
    """The first path of relations in a question; None where there is none, nor for a single plain word ("my sister"),
    which is looked up by itself."""
    tokens = text.tokens()
    for at in range(len(tokens)):
        size = _kin(tokens, at)
        if size and (found := (_owner_first if KIN[language].owner_first else _owner_last)(text, tokens, at, size)):
            return found
    return None


def _kin(tokens: Sequence[Token], at: int) -> int:
    """How many tokens from this one on name a relation."""
    for size in range(min(_LONGEST_KIN, len(tokens) - at), 0, -1):
        words = [one.raw for one in tokens[at : at + size]]
        if words[0].casefold() not in _OWN and _label([*words[:-1], _owned(words[-1])]):
            return size
    return 0


def _label(words: Sequence[str]) -> str | None:
    """The label of a relation; also of one whose "'s" lost its apostrophe, of a single word only one of the family's:
    "my brothers wifes email", but not "Teo's trainers"."""
    return _label_of(" ".join(words), several=len(words) > 1)


@kept_for_short_texts(512)
def _label_of(said: str, *, several: bool) -> str | None:
    if (label := relation_label(said)) is not None:
        return label
    bare = relation_label(said.rstrip("s"))
    return bare if several or (bare in FAMILY and not relation_labels(said)) else None


def _owned(word: str) -> str:
    """The word without what says that it owns the next one."""
    for tail in ("'s", "’s", "s'", "s’"):
        if word.endswith(tail):
            return word[: -len(tail)]
    return word


def _owner_first(text: Line, tokens: Sequence[Token], at: int, size: int) -> Relative | None:
    """ "My brother's wife", "Irene's mum", "her mum", "mother in law"."""
    last, sizes = at + size, [size]
    while last < len(tokens) and (more := _kin(tokens, last)):
        sizes.append(more)
        last += more
    words = [one.raw for one in tokens[at:last]]
    kin = " ".join([*words[:-1], _singular(words, sizes[-1])])
    before = tokens[at - 1] if at else None
    start, end = tokens[at].start, tokens[last - 1].end
    if before is not None and before.low in _THEIRS:
        return Relative(before.start, end, kin, pronoun=True)
    if before is not None and _owned(before.low) != before.low and before.low not in _ASKS_OF:
        first = at - 1
        while at - first < _LONGEST_NAME and first and tokens[first - 1].raw[:1].isupper() and before.raw[:1].isupper():
            first -= 1  # "Rui Costa's mum"
        return Relative(tokens[first].start, end, f"{text.raw[tokens[first].start : before.end]} {kin}")
    return Relative(start, end, kin) if len(sizes) > 1 or size > 1 else None


def _singular(words: Sequence[str], size: int) -> str:
    """The last word as the relation has it: of "mother in laws phone" the law."""
    last = _owned(words[-1])
    own = [*words[-size:-1], last]
    return last if relation_label(" ".join(own)) else last.rstrip("s")


def _may_be_named(tokens: Sequence[Token], at: int, owner: int) -> bool:
    """Whether a small word after "a mulher de" may be a name: nothing follows that it would count or belong to."""
    after = tokens[owner + 1].low if owner + 1 < len(tokens) else ""
    family = kin_of(tokens[at].low) is not None and tokens[owner].low.isalpha()
    return family and tokens[owner].low not in _SMALL and not after.isdigit() and after not in _OF


def _owner_last(text: Line, tokens: Sequence[Token], at: int, size: int) -> Relative | None:
    """ "A mulher do meu irmão", "la madre de Irene", "a mãe dela", "su mujer", "melhor amigo"."""
    last = at + size
    after = tokens[last] if last < len(tokens) else None
    kin = text.raw[tokens[at].start : tokens[last - 1].end]
    before = tokens[at - 1] if at else None
    if after is not None and after.low in _OF_THEM:
        return Relative(tokens[at].start, after.end, kin, pronoun=True)
    if before is not None and before.low in _THEIRS:
        return Relative(before.start, tokens[last - 1].end, kin, pronoun=True)
    if after is not None and after.low in _OF:
        owner = last + 1
        while owner < len(tokens) and tokens[owner].low in _OWN:
            owner += 1
        if owner < len(tokens):
            more = _kin(tokens, owner)
            named = tokens[owner].raw[:1].isupper()
            if more or named or _may_be_named(tokens, at, owner):
                last = owner + max(more, 1)
                longest = min(len(tokens), owner + _LONGEST_NAME)
                while named and last < longest and tokens[last].raw[:1].isupper():
                    last += 1
                end = tokens[last - 1].end
                return Relative(tokens[at].start, end, text.raw[tokens[at].start : end])
    return Relative(tokens[at].start, tokens[last - 1].end, kin) if size > 1 else None
