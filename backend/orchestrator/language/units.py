"""How does a locale say which clock, week, order of dates and measures its user wants, where these are not those of its
region?

As BCP 47 does: "en-US-u-fw-sun-hc-h23-ms-metric", the order of dates, for which it has no word, as a private use
"-x-dmy". So it goes wherever a locale goes, and everything that is written for a person follows it.
"""

from typing import Literal

from orchestrator.kit import patterns

Clock = Literal[12, 24]
System = Literal["metric", "imperial"]
DateOrder = Literal["dmy", "mdy", "ymd"]
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_BESIDE = patterns.compile(r"(?i)[-_][ux][-_].*$")
_CYCLES: dict[str, Clock] = {"h11": 12, "h12": 12, "h23": 24, "h24": 24}
_ORDERS: dict[str, DateOrder] = {"dmy": "dmy", "mdy": "mdy", "ymd": "ymd"}
_SYSTEMS: dict[str, System] = {"metric": "metric", "ussystem": "imperial", "uksystem": "imperial"}


def with_units(
    locale: str,
    *,
    clock: Clock | None = None,
    system: System | None = None,
    date_order: DateOrder | None = None,
    week_start: str | None = None,
) -> str:
    """The locale with these wishes, in the place of those that it has. `week_start`: one of WEEKDAYS."""
    told = f"-fw-{week_start}" if week_start is not None else ""
    told += f"-hc-{'h12' if clock == 12 else 'h23'}" if clock is not None else ""
    told += f"-ms-{'metric' if system == 'metric' else 'ussystem'}" if system is not None else ""
    return bare(locale) + (f"-u{told}" if told else "") + (f"-x-{date_order}" if date_order is not None else "")


def bare(locale: str) -> str:
    """Language and region alone."""
    return _BESIDE.sub("", locale)


def beside(locale: str) -> str:
    """What stands beside them, to be put beside others; empty where nothing does."""
    return locale[len(bare(locale)) :]


def clock_of(locale: str) -> Clock | None:
    """The hours that the clock counts to; None = as its region does."""
    found = patterns.compile(r"-hc-(h\d\d)").search(beside(locale).lower())
    return _CYCLES.get(found[1]) if found else None


def system_of(locale: str) -> System | None:
    """The measures."""
    found = patterns.compile(r"-ms-(\w+)").search(beside(locale).lower())
    return _SYSTEMS.get(found[1]) if found else None


def week_start_of(locale: str) -> int | None:
    """The weekday with which weeks begin (0 = Monday); None = nothing is told of it."""
    found = patterns.compile(r"-fw-(\w+)").search(beside(locale).lower())
    return WEEKDAYS.index(found[1]) if found and found[1] in WEEKDAYS else None


def date_order_of(locale: str) -> DateOrder | None:
    """Whether the day, the month or the year comes first."""
    found = patterns.compile(r"-x-(\w+)").search(beside(locale).lower())
    return _ORDERS.get(found[1]) if found else None
