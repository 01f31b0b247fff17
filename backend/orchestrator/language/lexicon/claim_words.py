"""How does each language say that something has been done?

The patterns are those of `shape`; the reading says what would support the sentence:

    OWN     "I've added": only a write that succeeded        STRICT  "has been added", "Added.": likewise
    PAST    "was created": that, or evidence with a date     STATE   "is booked for Friday": that, or evidence
    SOON    "you'll get a reminder": a promise; like STRICT, but never behind a condition
    YOU     "you added", "Ana booked": evidence that was read DONE   "Done!", "all set": any write that succeeded
"""

from typing import Annotated, Final

from pydantic import BeforeValidator

from orchestrator.language.lexicon.shape import Rules, rules
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Language, Phrases, Table, Words
from orchestrator.language.word_patterns import END


def _claims(table: object) -> object:
    """Claims stand anywhere in a clause, unless the pattern begins with ^."""
    if not isinstance(table, str):
        return table
    lines = (line.partition(": ") for line in table.strip().splitlines())
    return rules("\n".join(f"{says}: {'' if found.startswith('^') else '~'}{found}" for says, _, found in lines))


class ClaimWords(Table):
    """`claims.toml`. `blocks` stand anywhere before the verb, `blocks_next` directly before the claim. A word of
    `not_claims` that ends in one of `participles` stands for those that agree with something else as well: `agreeing`
    in the place of its last letter.

    `before`: times that are past whatever the verb, unless one of `attributes` stands before them ("the note from
    yesterday"), or one of `lasting` in what is told as a change; `past_times`: those that are past with a verb that is,
    among them `on_a_day` of this week, and `authors`; `by_user`: the head of a deed of the user's; `was`: a past
    passive; `sources`: who else says it, where, or why it was so; `counted`: a number of things, before their state;
    `still_open`: the heading of what is not done; `fresh`: marks that it is of this turn all the same.

    `contrast` begins what enumerates nothing further, nor does one of `subjects`; `auxiliaries` belong to the verb of a
    claim; what is said `without` it, is `subordinate`, or `reported` as somebody's words (but for "as you said",
    `as_asked`) is no claim.
    """

    rules: Annotated[Rules, BeforeValidator(_claims)]
    joins: Words
    blocks: Words
    blocks_next: Words
    reports: Words
    harmless: Phrases
    participles: Words
    agreeing: Words
    not_claims: Words
    states: Words
    drafts: Words
    pronouns: Words
    past_times: Compiled
    before: Compiled
    lasting: Compiled
    by_user: Compiled
    was: Compiled
    on_a_day: Compiled
    authors: Compiled
    attributes: Words
    sources: Compiled
    counted: Compiled
    still_open: Compiled
    fresh: Words
    contrast: Words
    subjects: Words
    auxiliaries: Words
    without: Words
    subordinate: str
    reported: str
    as_asked: str
    own_only: Words
    """Words of `not_claims` that are claims all the same after "I": "I called the restaurant"."""


def _read(language: Language) -> ClaimWords:
    words = read_patterns(language, "claims", ClaimWords, {"end": END})
    ends = tuple(words.participles)
    stems = {word[:-1] for word in words.not_claims if ends and word.endswith(ends)}
    inflected = words.not_claims | {stem + ending for stem in stems for ending in words.agreeing}
    return words.model_copy(update={"not_claims": inflected})


CLAIMS: Final = ByLanguage(_read)
