"""With which words does a language narrow a question down, and say which one of several it wants?"""

from collections.abc import Mapping
from functools import cached_property

from orchestrator.kit import lookaround
from orchestrator.kit.patterns import Pattern
from orchestrator.language.pattern_tables import Looking, read_patterns
from orchestrator.language.tables import ByLanguage, Phrases, Table, Words


class ConditionWords(Table):
    """`conditions.toml`, over folded text. `days`: plurals of the days from Monday, `lead` what stands before them;
    `parts_asked`: a part of many days, where it is asked which of them ("which evenings"), `parts`: how its time phrase
    is; `excepted`: what is left out (`what`), but after `not_less`; `joined`: what parts several; `besides`: what was
    told before is left out; `remaining`: only what is still to come of it;
    `before`, `after`, `first`, `last`: the one of several; `next_time`: the next of what is
    done again and again; `next_birthday`: of nobody's alone; `old_kind`: what is of an old kind, which asks no
    age; `obliges`: asks what one must do; `own_week`: the week that is now, in a summary."""

    days: tuple[str, ...]
    on_days: str
    workdays: Looking
    weekends: Looking
    parts_asked: Looking
    excepted: Looking
    not_less: Phrases
    joined: Words
    besides: Looking
    remaining: Looking
    before: Looking
    after: Looking
    first: Looking
    last: Looking
    next_time: Looking
    next_birthday: Looking
    old_kind: Looking
    own_week: Looking
    obliges: Looking
    parts: Mapping[str, str]

    @cached_property
    def named_days(self) -> Pattern:
        """One of the days, or several in a row."""
        day = rf"(?:{'|'.join(self.days)})(?:-feiras)?"
        joins = "|".join([",", *(f" {word}" for word in sorted(self.joined))])
        return lookaround.compile(rf"\b{self.on_days}{day}(?:(?:{joins})+ (?:{self.on_days})?{day})*\b")

    @cached_property
    def joins(self) -> Pattern:
        """What stands between two of several."""
        return lookaround.compile(rf"(?:,| (?:{'|'.join(sorted(self.joined))}) )+")


CONDITIONS = ByLanguage(lambda language: read_patterns(language, "conditions", ConditionWords))
