"""What must a rule know besides the words?"""

from dataclasses import dataclass
from datetime import datetime

from orchestrator.language.time.calendar import occurrence
from orchestrator.language.time.values import Span, Spec
from orchestrator.language.time.words import Lexicon


@dataclass(frozen=True, slots=True)
class Context:
    """Now as naive wall time, the language, and whether undated words look back ("what happened in May?")."""

    now: datetime
    lexicon: Lexicon
    back: bool = False
    # The zone of the wall times, needed only where a phrase names another one ("3pm CET").
    zone: str | None = None

    def span(self, value: Spec | Span) -> Span | None:
        """The one span that a date means."""
        return value if isinstance(value, Span) else occurrence(value, self.now, back=self.back)
