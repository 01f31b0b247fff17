"""Which sentences does the reader say? The templates that each language fills in."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Say:
    """One language's templates; fields in braces are filled in by `answer`, `lines` and `changes`."""

    months: tuple[str, ...]
    short_date: str
    month_of: str
    sources: Mapping[str, str]
    labels: Mapping[str, str]
    looked_in: Mapping[str, str]
    at: str
    with_: str
    due: str
    overdue: str
    open_: str
    completed: str
    cancelled: str
    you: str
    about: str
    between: str
    on_day: str
    since: str
    nothing: str
    nothing_ahead: str
    nothing_there: str
    free: str
    busy: str
    free_at: str
    free_but: str
    conflicts: str
    conflict: str
    conflicts_none: str
    looked: str
    other_words: str
    closest: str
    near: str
    more: str
    count: str
    count_none: str
    at_least: str
    next_: str
    last: str
    most: str
    most_others: str
    most_none: str
    who: str
    who_none: str
    where_none: str
    long: str
    long_none: str
    attribute_none: str
    clock: str
    briefing: str
    briefing_none: str
    overdue_part: str
    todo_part: str
    waiting: str
    confirm: str
    done: str
    refused: str
    failed: str
    nothing_changed: str
    no_change_here: str
    no_dropping: str
    no_open_todo: str
    statement: str
    unable: str
    web_found: str
    web_none: str
    web_off: str
    abilities: str
    greeting: str
    thanks: str
    farewell: str
    unread: str
    no_lookup: str
    tool_failed: str
    in_days: str
    no_todos: Mapping[str, str]
    no_target: str
    no_contact: str
    have_yes: str
    have_not_yet: str
    have_no: str
    found: str
    confirmation: str
    which_change: str
