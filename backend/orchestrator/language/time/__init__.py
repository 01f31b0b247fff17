"""When does this text mean? Time phrases in English, Portuguese and Spanish, resolved by code.

`mentions(text, *, now, locale) -> tuple[Mention, ...]`: every time phrase of a text, the forward-looking reading.
`resolve(phrase, *, now, zone, locale, meal_title="") -> Resolution`: the one moment that a copied phrase means, or a
reason code to ask by. `resolve_range(phrase, *, now, zone, locale, looking="forward") -> (start, end) | None`: the
span for a read ("next week", "last 30 days", "since March"; `looking="back"` for questions about the past).
`recurring(phrase, *, now, zone, locale) -> Recurring | None`: the rule and the first time of "every Tuesday at 5".
`repeating(text, *, now, locale)`: where in a text such words stand. `zone_named(text)`: the zone of "3pm Tokyo time";
`zone_told(folded)`: the same, and where it stands.

`now` is naive wall time of the user, as is everything answered; ends are exclusive; weeks begin on Monday. What the
words leave open is `sure=False`, the other readings are in `Resolution.candidates`.

The words come from one table a language (`en`, `pt`, `es`), the rules from `days`, `feasts`, `periods`, `slices`,
`clocks`, `hours`, `offsets`, `ranges`, `moments`, `beside` and `again`; `chart` joins them, `engine` picks what covers
most, `reading` turns pieces into moments, `weighing` holds them against the `second_opinion` of another engine where
it is installed.
"""

from orchestrator.language.time.meals import meal_time
from orchestrator.language.time.mention import Mention, mentions
from orchestrator.language.time.recurrence import Recurring, recurring, repeating, spaced
from orchestrator.language.time.resolution import Resolution, occasion_time, resolve, resolve_range
from orchestrator.language.time.rules.named_places import zone_named, zone_told

__all__ = [
    "Mention",
    "Recurring",
    "Resolution",
    "meal_time",
    "mentions",
    "occasion_time",
    "recurring",
    "repeating",
    "resolve",
    "resolve_range",
    "spaced",
    "zone_named",
    "zone_told",
]
