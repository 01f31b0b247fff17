"""When does this text mean? Time phrases in English, Portuguese and Spanish, resolved by code.

`mentions(text, *, now, locale) -> tuple[Mention, ...]`: every time phrase of a text, the forward-looking reading.
`resolve(phrase, *, now, zone, locale, meal_title="") -> Resolution`: the one moment that a copied phrase means, or a
reason code to ask by. `resolve_range(phrase, *, now, zone, locale, looking="forward") -> (start, end) | None`: the
span for a read ("next week", "last 30 days", "since March"; `looking="back"` for questions about the past).

`now` is naive wall time of the user, as is everything answered; ends are exclusive; weeks begin on Monday. What the
words leave open is `sure=False`, the other readings are in `Resolution.candidates`.

The words come from one table a language (`en`, `pt`, `es`), the rules from `days`, `periods`, `clocks`, `offsets`,
`ranges` and `moments`; `chart` joins them, `engine` picks what covers most, `reading` turns pieces into moments.
"""

from orchestrator.language.time.mention import Mention, mentions
from orchestrator.language.time.resolution import Resolution, meal_time, resolve, resolve_range

__all__ = ["Mention", "Resolution", "meal_time", "mentions", "resolve", "resolve_range"]
