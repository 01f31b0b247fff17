"""Which sentences of the user's messages may a fact be taken from? What is not among them reaches no model.

Of a talk that is half or less: statements of the user's own that tell something, nothing pasted, no secret, no order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from orchestrator.domain.people.conversations.said import Said
from orchestrator.kit import patterns
from orchestrator.language.people.self_reference import told_in
from orchestrator.language.speech_acts.forgetting import asked_to_forget
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.statements.sentences import sentence_spans
from orchestrator.language.statements.stating import statements
from orchestrator.language.text.normalize import normalize
from orchestrator.language.text.quoted import not_own, orders_about, overlaps
from orchestrator.language.text.secrets import holds_secret

READ_CHARACTERS = 4_000
"""Of one message; what is longer was hardly typed."""
_CONDITION = patterns.compile(r"^(?:if|unless|suppose|imagine|what if|se|si|imagina|supon|quem me dera|ojala|i wish)\b")


@dataclass(frozen=True)
class Line:
    """A sentence, or two that belong together: `said.text[start:end]`."""

    said: Said
    start: int
    end: int

    @property
    def text(self) -> str:
        """In one line."""
        return " ".join(self.said.text[self.start : self.end].split())


def lines_of(parts: Sequence[Said], *, to_steward: bool = True) -> list[Line]:
    """All of these messages, in order. `to_steward`: "remember that …" was said to an assistant."""
    return [line for part in parts for line in _lines(part, to_steward=to_steward)]


def _lines(part: Said, *, to_steward: bool) -> Iterator[Line]:
    message = part.text[:READ_CHARACTERS]
    if message.lstrip().startswith("/"):
        return
    places = [(one.start, one.end) for one in told_in(message)]
    known = [one for one in statements(message) if to_steward or (one.claim is not None and one.claim.known)]
    places += [(one.start, one.end) for one in known if not overlaps(one.start, one.end, places)]
    for start, end in sorted(places):
        words = message[start:end]
        if own_statement(message, start, end) and not holds_secret(words) and not orders_about(words):
            yield Line(part, start, end)


def around(message: str, start: int, end: int) -> str:
    """The sentences that a span stands in."""
    spans = sentence_spans(message, semicolons=False)
    return "".join(message[begin:stop] for begin, stop in spans if begin < end and stop > start)


def own_statement(message: str, start: int, end: int) -> bool:
    """Whether the user states it themselves: no question, no order to the assistant, no wish, nothing pasted."""
    sentence = around(message, start, end)
    if sentence.rstrip().endswith("?") or _CONDITION.match(normalize(sentence)):
        return False
    if overlaps(start, end, not_own(message[:READ_CHARACTERS])) or orders_about(sentence):
        return False
    if asked_to_forget(sentence) is not None:
        return False
    if statements(sentence):  # "remember that …" asks for what it says
        return True
    reading = mood_of(sentence)
    return not (reading.sure and reading.mood in (Mood.REQUEST, Mood.QUESTION, Mood.CONFIRMATION))
