"""What can be worked out of the records: which aggregate, of which subjects?"""

from dataclasses import dataclass
from enum import StrEnum

from orchestrator.language.tables import Language
from orchestrator.reader.line import Line, joined


class Aggregate(StrEnum):
    """The value that is asked for."""

    BUSIEST = "busiest"
    TOTAL = "total"
    LONGEST = "longest"
    FIRST = "first"
    ORDER = "order"
    CLASH = "clash"
    OVERLAPPING = "overlapping"
    GUESTS = "guests"
    BETWEEN = "between"
    MORE = "more"
    COMPARE = "compare"
    DISTANCE = "distance"
    STAY = "stay"
    OLDER = "older"
    UNSEEN = "unseen"
    RELATION = "relation"
    MARRIED = "married"
    FULL_NAME = "full_name"
    MYSELF = "myself"
    LATEST = "latest"
    TAKES_PLACE = "takes_place"
    UNDATED = "undated"
    ARRIVAL = "arrival"
    THEIR_TIME = "their_time"
    THEIR_HOURS = "their_hours"
    RETURN = "return"
    LEAVES = "leaves"
    AFTER = "after"
    BOUND = "bound"
    LANDING = "landing"
    URGENT = "urgent"
    FORGOTTEN = "forgotten"
    DONE = "done"
    HOLIDAY = "holiday"
    NEXT_FREE = "next_free"
    WHEREABOUTS = "whereabouts"
    VISITS = "visits"
    WAS_THERE = "was_there"
    CAME = "came"
    LEFT = "left"
    SLEPT = "slept"
    LAST_VISIT = "last_visit"
    FIRST_VISIT = "first_visit"
    TIME_THERE = "time_there"
    COMPANY = "company"
    PRESENT = "present"
    DEPARTURE = "departure"
    WROTE = "wrote"
    ANSWERED = "answered"
    TO_WHOM = "to_whom"
    KIN_OF = "kin_of"
    IS_KIN = "is_kin"
    KIN_THERE = "kin_there"
    AGE_GAP = "age_gap"
    BIRTHDAYS = "birthdays"
    RHYTHM = "rhythm"
    BEGAN = "began"
    UNCONFIRMED = "unconfirmed"
    AT_WORK = "at_work"


@dataclass(frozen=True)
class Query:
    """An aggregate and what it is of. `subjects`: what is compared, measured or looked for, as written; `least`: the
    other end of the scale (quietest, shortest, last, younger, after), or of what is late only the first; `unit`: day,
    week or month, or `stay`: how long somebody who comes will be there; `want`: what somebody asked for is meant;
    `beside`: with whom is asked too, of relatives how many they are, or whether and not when."""

    aggregate: Aggregate
    line: Line
    language: Language
    subjects: tuple[Line, ...] = ()
    least: bool = False
    unit: str | None = None
    beside: bool = False

    @property
    def words(self) -> Line:
        """What it is of, or the whole question where it names nothing."""
        return joined(self.subjects) if self.subjects else self.line
