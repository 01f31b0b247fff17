"""How much of a question does a text hold, and which of its sentences holds the value that was asked for?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from orchestrator.kit import patterns
from orchestrator.kit.text import ELLIPSIS
from orchestrator.language.concepts import MARK, as_asked, as_told
from orchestrator.language.places.countries import in_country
from orchestrator.language.text.normalize import content_words, stems
from orchestrator.language.values import Value, called, explained, holds, sentences

_QUESTION = 500
"""Characters of a question whose words tell one value from another."""
_MOST_WORDS = 24
"""So many words of a question are looked for in each sentence: more is no question."""
_ABOUT = 0.6
"""The share of the words from which on a text is about them."""
_MISSPELT = 0.8
"""What a word counts that the text holds in a slightly different spelling."""
_LETTERS = 5
_READ = 4_000
"""Characters of a text that are compared."""


@dataclass(frozen=True)
class Telling:
    """A sentence that holds the value. `held`: what of the question stands in it; `about`: in the whole text;
    `called`: it says by its word what the value is."""

    sentence: str
    held: float
    about: float
    called: bool = False


def telling_sentence(
    words: Sequence[str], row: Mapping[str, Any], value: Value | None, *, question: str, named: bool = False
) -> Telling | None:
    """The sentence of a text that holds a value of the kind that was asked for and most of the words; None where none
    does. Where the text as a whole is about them, the sentence need not repeat them. `question`: the whole one, whose
    other words ("until") tell one value from another; `named`: the paper itself is named, these words then suffice."""
    if value is None or not words:
        return None
    words = words[:_MOST_WORDS]
    wanted = tuple(word for word in words if not explained(value, word))
    about = share(wanted, text_of_hit(row)) if wanted else 0.0
    cues = tuple(content_words(question[:_QUESTION]))
    said = sentences(str(row.get("text") or ""))
    told = [one for one in said if holds(value, one)]
    # Words of the title name the text, and tell none of its sentences from another.
    own = tuple(word for word in wanted or words if share((word,), str(row.get("title") or "")) < 1)
    weighed = [
        (share(own, one) if own else 0.0, called(value, one), share(cues, one), -n, one) for n, one in enumerate(told)
    ]
    held, _, beside, _, best = max(weighed, default=(0.0, False, 0.0, 0, ""))
    if not (best and (held > 0 or about >= _ABOUT or (named and beside > 0))):
        return None
    if held == 0 and about >= _ABOUT:  # "total paid" says of what only with the sentence that names it
        named_by = max(said, key=lambda one: share(own, one))
        if own and share(own, named_by) > 0:
            both = sorted((named_by, best), key=said.index)
            best = f" {ELLIPSIS} ".join(both)
    return Telling(best, held + beside + called(value, best), about, called(value, best))


def text_of_hit(row: Mapping[str, Any]) -> str:
    """Everything that a hit says, to compare words with."""
    told = " ".join(str(row.get(name) or "") for name in ("title", "text", "snippet", "speaker"))
    return f"{told} {replied_to(row)}" if row.get("kind") == "meeting" else told


def replied_to(row: Mapping[str, Any]) -> str:
    """The question that was said before it, which it answers in other words."""
    before = row.get("replies_to")
    return str(before.get("text") or "") if isinstance(before, Mapping) else ""


def share(words: Sequence[str], text: str) -> float:
    """The share of the words that the text holds, in any of our languages, a country where it names a town of it; 1
    where no word is asked for."""
    words = _written_alike(words, text[:_READ])
    countries = sum(1 for word in words if in_country(word, text[:_READ]))
    if countries:
        rest = [word for word in words if not in_country(word, text[:_READ])]
        return (countries + len(rest) * share(rest, text)) / len(words)
    wanted = [as_asked(forms) for word in words for forms in stems(word)]
    if not wanted:
        return 1.0
    held: set[str] = set()
    for forms in stems(text[:_READ]):
        held.update(as_told(forms))
        held.update(found[1] for form in forms if (found := _ORDINAL.fullmatch(form)) is not None)
    missed = [forms for forms in wanted if not forms & held]
    unknown = [forms for forms in missed if not any(form.startswith(MARK) for form in forms)]
    misspelt = sum(1 for forms in unknown if any(alike(form, other) for form in forms for other in held))
    return (len(wanted) - len(missed) + _MISSPELT * misspelt) / len(wanted)


def _written_alike(words: Sequence[str], text: str) -> Sequence[str]:
    """The words, those that the text writes without their hyphen, or with one, as they stand there: "kick-off" and
    "kickoff" are one."""
    if "-" not in text and not any("-" in word for word in words):
        return words
    low = text.casefold()
    parted = {one.replace("-", ""): one for one in _HYPHENED.findall(low)}
    plain = [(word, word.replace("-", "").casefold()) for word in words]
    return [one if "-" in word and one in low else parted.get(one, word) for word, one in plain]


_HYPHENED = patterns.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")
_ORDINAL = patterns.compile(r"(\d{1,3})(?:st|nd|rd|th|er|e|o|a)")
""" "The party of 40" is the 40th."""


def alike(one: str, other: str) -> bool:
    """Whether two stems differ by one letter left out, put in, changed or swapped; short ones never."""
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < _LETTERS or len(longer) - len(shorter) > 1 or one[0] != other[0] or one.startswith(MARK):
        return False
    start = next((at for at, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    if len(shorter) < len(longer):
        return shorter[start:] == longer[start + 1 :]
    swapped = shorter[start : start + 2] == longer[start : start + 2][::-1]
    return shorter[start + 1 :] == longer[start + 1 :] or (swapped and shorter[start + 2 :] == longer[start + 2 :])
