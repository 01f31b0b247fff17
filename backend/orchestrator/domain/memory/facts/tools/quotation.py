"""Did the user say this themselves, in this very message, and where does it stand there?"""

from dataclasses import dataclass
from uuid import UUID

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.domain.memory.facts.schemas import Source
from orchestrator.language.lexicon.kin_words import all_of
from orchestrator.language.people.kinship import kin_of
from orchestrator.language.statements import Claim, claim_of, contradict
from orchestrator.language.statements.sentences import sentence_spans
from orchestrator.language.statements.stating import statements
from orchestrator.language.text.normalize import STOP_WORDS, normalize, stems, tokens

MESSAGE = "message"
_ABOUT_USER = frozenset({"user", "usuario", "utilizador", "usuaria", "utilizadora", "they", "their", "his", "her"})
"""Words by which a model speaks of the user."""
_NEGATIONS = frozenset({"not", "never", "no", "t", "nao", "nunca", "nem", "ni", "sin", "sem", "without", "neither"})


@dataclass(frozen=True)
class Span:
    """Where something stands in a text: `quote` at [start, end)."""

    start: int
    end: int
    quote: str


def said_in(message: str, text: str) -> Span | None:
    """The user's own words that state `text`; None where they state it nowhere: it is in a question, it says more than
    they do, or the opposite."""
    for one in statements(message):
        if normalize(one.text) == normalize(text) or _says(one.text, one.claim, text):
            return Span(one.start, one.end, one.text)
    for begin, end in sentence_spans(message, semicolons=True):
        stated = message[begin:end].strip()
        if not stated.endswith("?") and _says(stated, claim_of(stated.rstrip(".!;")), text):
            start = message.index(stated, begin)
            return Span(start, start + len(stated), stated)
    return None


def wants_kept(message: str, text: str) -> bool:
    """Whether it is kept at once: what is told of the user and theirs, or asked to be kept. What is told of others by
    the way ("Irene quit smoking") is shown first."""
    told = next((one for one in statements(message) if normalize(one.text) == normalize(text)), None)
    if told is None:  # a whole message that no table knows as a statement is shown first, whoever took it for one
        return normalize(message).strip(" .!") != normalize(text).strip(" .!") or _of_theirs(message)
    return told.asked or told.denies or told.own


def _of_theirs(message: str) -> bool:
    """Whether a message opens with somebody of the user's own and tells a number: "my husband's called Dai and our
    daughter is 11"."""
    words = tokens(message.replace("'", " ").replace("’", " "))[:_OPENING]
    at = next((n for n, word in enumerate(words) if word in all_of("own")), None)
    told = at is not None and "?" not in message and any(char.isdigit() for char in message)
    return told and any(kin_of(word) is not None for word in words[(at or 0) + 1 :])


_OPENING = 4
"""Words in which it is said whose it is."""


def _says(said: str, claim: Claim | None, text: str) -> bool:
    other = claim_of(text)
    if claim is not None and other is not None and claim.known and other.known:
        if claim.attribute != other.attribute:
            return False
        return not contradict(claim.value, other.value)
    if _turned(said) != _turned(text):
        return False
    there = {stem for found in stems(said) for stem in found}
    return all(there & set(found) for found in _content(text)) and bool(_content(text))


def _content(text: str) -> list[tuple[str, ...]]:
    idle = _ABOUT_USER.union(*STOP_WORDS.values())
    return [found for word, found in zip(tokens(text), stems(text), strict=False) if word not in idle]


def _turned(text: str) -> bool:
    return len([word for word in tokens(text) if word in _NEGATIONS]) % 2 == 1


def source_of(ctx: ToolContext, span: Span | None) -> dict[str, object] | None:
    """The span of the turn's stored message, as frozen arguments keep it."""
    if span is None or ctx.message_id is None:
        return None
    return {"id": str(ctx.message_id), "start": span.start, "end": span.end, "quote": span.quote}


def sources(frozen: object) -> tuple[Source, ...]:
    """The same, read back."""
    if not isinstance(frozen, dict):
        return ()
    return (Source(MESSAGE, UUID(frozen["id"]), frozen["start"], frozen["end"], frozen["quote"]),)
