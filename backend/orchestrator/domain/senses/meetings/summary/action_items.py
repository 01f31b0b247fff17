"""Which action items hold, and which of them were there before?

Held against the transcript: without the words that show it, nothing counts. Told apart from former ones by those words
and their own, so that what was done about one is not asked for again when it comes in other words.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rapidfuzz.fuzz import token_set_ratio

from orchestrator.agent.types.origin import without_invisible
from orchestrator.domain.senses.meetings.schemas import TEXT_CHARACTERS
from orchestrator.domain.senses.meetings.summary.attendees import Participant, meant
from orchestrator.domain.senses.meetings.summary.drafts import Proposed
from orchestrator.domain.senses.meetings.summary.quotes import Found, Transcribed
from orchestrator.kit.text import shorten, storable
from orchestrator.language.commitments import commitments
from orchestrator.language.detect import language_of
from orchestrator.language.text.normalize import content_words, normalize, tokens

MAX_KEPT = 100
QUOTE_LOOKED_UP = 2_000
SAME_TASK = 60.0
"""Of 100, word by word, for two that stand on the same words: "Send the offer", "Book the room" are 30."""
TELLING_WORDS = 3
"""Content words that say what is to be done: "send", "offer", "friday"; the other text may say more."""
REPEATED = 0.8
"""Share of the quote's words, from the first on: "send the offer" of "I'll send the offer by Friday" is none."""
NAME_CHARACTERS = 200
FIRST_PERSON = frozenset({"", "i", "me", "myself", "eu", "yo", "speaker"})
"""What a model says of an assignee who is not named: whoever speaks."""

T = TypeVar("T")


@dataclass(frozen=True)
class Item:
    """An action item that stands on `quote`, the transcript's own words. `mine`: the user's own; `due_at`: by when, as
    a todo says it, where the quote does."""

    text: str
    assignee: str | None
    email: str | None
    quote: str
    mine: bool = False
    due_at: str | None = None


def grounded(
    proposed: Iterable[Proposed],
    transcript: Transcribed,
    participants: Sequence[Participant],
    user: Participant | None = None,
) -> list[Item]:
    """Those whose quote stands in the transcript and that say a task, each once, with the assignee and email of a
    participant where one is meant; an email that nobody of the meeting has is dropped. `user`: meant by what is exactly
    their name, email or identifier, also where no participant is known to be them."""
    found: list[Item] = []
    for one in proposed:
        text = _line(one.text, TEXT_CHARACTERS)
        quote = transcript.find(one.quote[:QUOTE_LOOKED_UP])
        if not text or quote is None or (not one.heard and _only_repeats(text, quote)):
            continue
        who = meant(one.assignee, one.email, participants) or _promiser(one, quote, transcript, participants)
        if (
            who is None
            and user is not None
            and user.keys & ({normalize(one.assignee or ""), normalize(one.email or "")} - {""})
        ):
            who = user
        item = Item(
            text=text,
            assignee=who.name if who is not None else _line(one.assignee or "", NAME_CHARACTERS) or None,
            email=who.email if who is not None else None,
            quote=quote.text,
            mine=who is not None and who.is_user,
        )
        if not any(same(item, other) for other in found):
            found.append(item)
        if len(found) == MAX_KEPT:
            break
    return found


def _only_repeats(text: str, quote: Found) -> bool:
    """Whether it says no task but hands back what was said ("Okay, what's function?"), which is no promise either: so
    does a small model that does not know what else to list."""
    _, _, said = text.rpartition(": ")
    mine, theirs = tokens(said), tokens(quote.text)
    repeats = bool(mine) and theirs[: len(mine)] == mine and len(mine) >= REPEATED * len(theirs)
    return repeats and not commitments(quote.text, language_of(quote.text))


def _promiser(
    one: Proposed, quote: Found, transcript: Transcribed, participants: Sequence[Participant]
) -> Participant | None:
    """Where nobody was named and the words are a promise ("I'll send it"): who said them."""
    if normalize(one.assignee or "") not in FIRST_PERSON:
        return None
    promised = commitments(quote.text, language_of(quote.text))
    if not any(each.who == "speaker" for each in promised):
        return None
    return meant(transcript.speaker(quote), None, participants)


def same(one: Item, other: Item) -> bool:
    """Whether two mean one and the same thing to do, by the same person."""
    if normalize(one.assignee or "") != normalize(other.assignee or ""):
        return False
    if _same_words(one.quote, other.quote):
        return token_set_ratio(normalize(one.text), normalize(other.text)) >= SAME_TASK
    mine, theirs = set(content_words(one.text)), set(content_words(other.text))
    shorter, longer = sorted((mine, theirs), key=len)
    return mine == theirs or (len(shorter) >= TELLING_WORDS and shorter <= longer)


def paired(new: Sequence[Item], former: Sequence[T], item_of: Callable[[T], Item]) -> list[T | None]:
    """For each new item the former one that it is, each former one once; None for what was not there before."""
    left = list(former)
    pairs: list[T | None] = [None] * len(new)
    for alike in (_equal, same, _only_ones_with(new, [item_of(each) for each in former])):
        for at, item in enumerate(new):
            if pairs[at] is not None:
                continue
            there = next((index for index, each in enumerate(left) if alike(item, item_of(each))), None)
            if there is not None:
                pairs[at] = left.pop(there)
    return pairs


def _equal(one: Item, other: Item) -> bool:
    return normalize(one.text) == normalize(other.text) and normalize(one.assignee or "") == normalize(
        other.assignee or ""
    )


def _only_ones_with(new: Sequence[Item], former: Sequence[Item]) -> Callable[[Item, Item], bool]:
    """Whether two stand on the same words and no other one does, however they are put."""

    def alone(item: Item, among: Sequence[Item]) -> bool:
        return sum(_same_words(item.quote, each.quote) for each in among) == 1

    def alike(one: Item, other: Item) -> bool:
        return _same_words(one.quote, other.quote) and alone(one, former) and alone(other, new)

    return alike


def _same_words(one: str, other: str) -> bool:
    mine, theirs = normalize(one), normalize(other)
    return mine in theirs or theirs in mine


def _line(text: str, limit: int) -> str:
    return shorten(" ".join(storable(without_invisible(text)).split()), limit)
