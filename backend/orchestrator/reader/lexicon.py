"""What does the reader have to know of a language to understand a question or a simple request in it?

Patterns run on `Line.low`: small letters without accents, one blank between words, "'" for every apostrophe. The words
are each language's: `questions.toml`, `requests.toml` and `reader.toml`, whose pieces all three may name.
"""

from collections.abc import Mapping

from orchestrator.language.pattern_tables import Looking, LookingAtAll
from orchestrator.language.tables import Language, Table
from orchestrator.language.tables import Words as WordSet
from orchestrator.reader.acts import Act
from orchestrator.reader.question_kinds import Kind


class KindPatterns(Table):
    """The patterns of one kind of question."""

    kind: Kind
    patterns: tuple[Looking, ...]


class QuestionKinds(Table):
    """`questions.toml`: kinds in the order in which they are tried; one may stand in several places."""

    kinds: tuple[KindPatterns, ...]


class ActPatterns(Table):
    """The patterns of one kind of request."""

    act: Act
    patterns: tuple[LookingAtAll, ...]


class Requests(Table):
    """`requests.toml`: acts in the order in which they are tried; one may stand in several places."""

    acts: tuple[ActPatterns, ...]


class Phrases(Table):
    """`reader.toml`.

    `polite`: what may stand before a request; `needs`: how the user says of an `errand` that it is theirs to do;
    `generic`: folded words that say what is asked, not about what; `asks`: how a question opens; `also_asks`,
    `also_acts`: where a second question or request begins; `lead`: words left dangling where a time phrase was
    taken out; `toward`: what parts an event from its new time; `weak_verbs`: verbs that mean an event only beside a
    time or the word for one; `relations`: lowercase words that name a person, `roles` those that do not; `novel`:
    what opens a new entry without a verb; `told`: words that label a contact's details; `feasts`: days whose name
    may be part of a title, after `of_feast` or before `feast_of`.
    """

    locale: str
    things: Mapping[str, Looking]
    attributes: Mapping[str, Looking]
    polite: Looking
    needs: Looking
    errand: Looking
    tail: Looking
    generic: WordSet
    since: Looking
    past: Looking
    future: Looking
    deictic: Looking
    follow: Looking
    asks: Looking
    also_asks: Looking
    also_acts: Looking
    lead: Looking
    articles: Looking
    with_: Looking
    at: Looking
    join: Looking
    reminds: Looking
    titled: Looking
    toward: Looking
    later: str
    earlier: str
    forward: Looking
    at_clock: str
    on_calendar: Looking
    weak_verbs: Looking
    shopping: Looking
    works_at: Looking
    novel: Looking
    told: Looking
    meal_first: Looking
    meal_last: Looking
    feasts: Looking
    of_feast: Looking
    feast_of: Looking
    relations: WordSet
    roles: WordSet
    no_names: WordSet


class Words(Phrases):
    """One language: its phrases, and the patterns of questions and of requests. The first that matches wins."""

    language: Language
    kinds: tuple[tuple[Kind, Looking], ...]
    acts: tuple[tuple[Act, LookingAtAll], ...]
