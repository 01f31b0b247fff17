"""What do rules say to an event? Clock times day by day, zones, nights, whole days, series, neighbours, precedence."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from tests.support.corpora import corpus

from orchestrator.agent.rules.effects import EFFECTS, Effect, read_effect
from orchestrator.agent.rules.ruleset import Rule, RuleSet
from orchestrator.domain.world.events.rule_reading import (
    Neighbour,
    ProposedEvent,
    Span,
    Subject,
    Wording,
    duration,
    holds,
    invited,
    place,
)
from orchestrator.errors import InvalidRequest
from orchestrator.kit.ids import new_id
from orchestrator.kit.zones import to_utc

EN = Wording("en", "en-GB")
ANA, BOB, OFFICE = new_id(), new_id(), new_id()
START = datetime(2026, 1, 1, tzinfo=UTC)


def a_rule(kind: str, parameters: dict[str, Any] | None = None, **values: Any) -> Rule:
    effect: Effect = read_effect({"type": kind, "parameters": parameters or {}})
    return Rule(new_id(), f"the rule of {kind}", effect, **values)


def span(start: str, end: str | None, zone: str = "Europe/Lisbon") -> Span:
    begins = datetime.fromisoformat(start)
    ends = datetime.fromisoformat(end) if end else None
    return Span(begins, ends, to_utc(begins, zone), to_utc(ends or begins, zone))


def event(start: str, end: str | None, *, zone: str = "Europe/Lisbon", **values: Any) -> ProposedEvent:
    subject = Subject(title=values.pop("title", "Standup"), **{k: values.pop(k) for k in list(values) if k in SUBJECT})
    return ProposedEvent(subject, (span(start, end, zone),), **values)


SUBJECT = {"contact_ids", "names", "place_id", "place_name", "categories"}


def held(rules: list[Rule], proposed: ProposedEvent, *around: Neighbour, **values: Any) -> list[UUID]:
    return [one.rule.id for one in holds(RuleSet(tuple(rules)), proposed, around, EN, **values)]


@corpus("rule_events", "when_a_rule_holds_an_event")
def test_when_a_rule_holds_an_event(
    kind: str, parameters: dict[str, Any], start: str, end: str | None, stands: bool
) -> None:
    rule = a_rule(kind, parameters)
    assert held([rule], event(start, end)) == ([rule.id] if stands else [])


def test_the_earliest_start_is_the_events_own_wall_time() -> None:
    rule = a_rule("earliest_start", {"time": "10:00"})
    assert held([rule], event("2026-11-20T09:59", None, zone="America/New_York")) == [rule.id]
    assert held([rule], event("2026-11-20T10:00", None, zone="Asia/Kathmandu")) == []
    whole = ProposedEvent(Subject("Holiday"), (span("2026-11-20T00:00", "2026-11-21T00:00"),), all_day=True)
    assert held([rule], whole) == []


def test_the_night_the_clock_changes_keeps_its_wall_times() -> None:
    rule = a_rule("earliest_start", {"time": "10:00"})
    for day in ("2027-03-28", "2026-10-25"):
        assert held([rule], event(f"{day}T09:30", f"{day}T10:30")) == [rule.id]
        assert held([rule], event(f"{day}T10:00", f"{day}T10:30")) == []


@pytest.mark.parametrize(
    "spared",
    [
        [{"contact_ids": [str(ANA)]}],
        {"contact_ids": [str(ANA)]},
        [{"contact_ids": [str(BOB)]}, {"place_ids": [str(OFFICE)]}],
        [{"words": ["standup"]}],
        ["stand-up", "standup"],
    ],
)
def test_a_blocked_time_leaves_its_exceptions_alone(spared: Any) -> None:
    rule = a_rule("blocked_time", {"from": "09:00", "to": "12:00", "except": spared})
    about = {"contact_ids": frozenset({ANA}), "place_id": OFFICE}
    assert held([rule], event("2026-11-20T10:00", "2026-11-20T11:00", **about)) == []
    assert held([rule], event("2026-11-20T10:00", "2026-11-20T11:00", title="Retro")) == [rule.id]
    assert held([rule], ProposedEvent(Subject("Fair"), (span("2026-11-20T00:00", None),), all_day=True)) == []


@corpus("rule_events", "a_blocked_time_that_can_not_be_is_told_by_its_field")
def test_a_blocked_time_that_can_not_be_is_told_by_its_field(parameters: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        a_rule("blocked_time", parameters)
    assert field in [part for one in refused.value.errors for part in one["loc"]]


def test_days_and_matches_narrow_a_rule() -> None:
    rule = a_rule("earliest_start", {"time": "10:00", "days": ["Monday"], "match": {"words": ["meeting"]}})
    assert held([rule], event("2026-11-23T09:00", None, title="Reunião com a Ana")) == [rule.id]
    assert held([rule], event("2026-11-24T09:00", None, title="Meeting")) == []
    assert held([rule], event("2026-11-23T09:00", None, title="Dentist")) == []
    any_of = a_rule("earliest_start", {"time": "10:00", "match": {"words": ["gym"], "contact_ids": [str(ANA)]}})
    assert held([any_of], event("2026-11-23T09:00", None, contact_ids=frozenset({ANA}))) == [any_of.id]
    tagged = a_rule("earliest_start", {"time": "10:00", "match": {"categories": ["Work"]}})
    assert held([tagged], event("2026-11-23T09:00", None, categories=frozenset({"work"}))) == [tagged.id]


def test_scopes_narrow_a_rule() -> None:
    with_ana = a_rule("earliest_start", {"time": "10:00"}, scope="person", ref=str(ANA))
    there = a_rule("earliest_start", {"time": "10:00"}, scope="place", ref="the office")
    of_work = a_rule("earliest_start", {"time": "10:00"}, scope="domain", ref="Work")
    rules = [with_ana, there, of_work]
    assert held(rules, event("2026-11-23T09:00", None)) == []
    assert held(rules, event("2026-11-23T09:00", None, contact_ids=frozenset({ANA}))) == [with_ana.id]
    assert held(rules, event("2026-11-23T09:00", None, place_name="The Office", place_id=OFFICE)) == [there.id]
    assert held(rules, event("2026-11-23T09:00", None, categories=frozenset({"work"}))) == [of_work.id]


def test_one_early_day_of_a_series_is_enough() -> None:
    rule = a_rule("earliest_start", {"time": "10:00", "days": ["wed"]})
    spans = tuple(span(f"2026-11-{day}T09:00", f"2026-11-{day}T09:30") for day in (23, 24, 25))
    assert held([rule], ProposedEvent(Subject("Standup"), spans)) == [rule.id]
    assert held([rule], ProposedEvent(Subject("Standup"), spans[:2])) == []


def near(start: str, end: str, title: str = "Dentist") -> Neighbour:
    when = span(start, end)
    return Neighbour(Subject(title), when.start_utc, when.end_utc, title)


def test_between_two_events_the_wider_buffer_counts() -> None:
    rules = [
        a_rule("buffer", {"minutes_after": 10}),
        a_rule("buffer", {"minutes_before": 30, "match": {"words": ["gym"]}}),
    ]
    before = near("2026-11-20T12:00", "2026-11-20T13:00")
    assert held(rules, event("2026-11-20T13:10", "2026-11-20T14:00"), before) == []
    assert held(rules, event("2026-11-20T13:09", "2026-11-20T14:00"), before) == [rules[0].id]
    assert held(rules, event("2026-11-20T13:10", "2026-11-20T14:00", title="Gym"), before) == [rules[1].id]
    assert held(rules, event("2026-11-20T11:00", "2026-11-20T11:50"), before) == []
    gym = near("2026-11-20T12:00", "2026-11-20T13:00", "Gym")
    assert held(rules, event("2026-11-20T11:00", "2026-11-20T11:31"), gym) == [rules[1].id]
    assert held(rules, event("2026-11-20T12:30", "2026-11-20T14:00"), before) == [rules[0].id]


def test_double_booking_needs_two_bookings() -> None:
    rule = a_rule("no_double_booking")
    busy = near("2026-11-20T12:00", "2026-11-20T13:00")
    assert held([rule], event("2026-11-20T12:59", "2026-11-20T14:00"), busy) == [rule.id]
    assert held([rule], event("2026-11-20T13:00", "2026-11-20T14:00"), busy) == []
    assert held([rule], event("2026-11-20T12:30", None), busy) == [rule.id]
    assert held([rule], event("2026-11-20T12:30", "2026-11-20T12:40", busy=False), busy) == []


def test_what_stood_against_it_before_holds_no_other_change() -> None:
    early, never = a_rule("earliest_start", {"time": "10:00"}), a_rule("never_invite", {"contact_ids": [str(BOB)]})
    before = event("2026-11-20T09:00", "2026-11-20T09:30", contact_ids=frozenset({BOB}))
    renamed = event("2026-11-20T09:00", "2026-11-20T09:30", contact_ids=frozenset({BOB}), title="Other")
    moved = event("2026-11-20T09:15", "2026-11-20T09:45", contact_ids=frozenset({BOB}))
    joined = event("2026-11-20T09:00", "2026-11-20T09:30", contact_ids=frozenset({BOB, ANA}))
    assert held([early, never], renamed, before=before) == []
    assert held([early, never], moved, before=before) == [early.id]
    assert held([early, never], joined, before=before) == [never.id]


def test_the_narrower_then_the_newer_rule_fills() -> None:
    later = START + timedelta(days=1)
    wide = a_rule("default_duration", {"minutes": 60}, since=START)
    newer = a_rule("default_duration", {"minutes": 50}, since=later)
    lunch = a_rule("default_duration", {"minutes": 25, "match": {"words": ["lunch"]}}, since=START)
    theirs = a_rule("default_duration", {"minutes": 15}, scope="person", ref=str(ANA), since=START)
    rules = RuleSet((wide, newer, lunch, theirs))

    def minutes(subject: Subject) -> float:
        found = duration(rules, subject)
        assert found is not None
        return found[1].total_seconds() / 60

    assert minutes(Subject("Standup")) == 50
    assert minutes(Subject("Almoço")) == 25
    assert minutes(Subject("Lunch", contact_ids=frozenset({ANA}))) == 15
    where = a_rule("default_place", {"place_id": str(OFFICE), "match": {"words": ["standup"]}})
    assert place(RuleSet((where,)), Subject("Standup")) == (where, OFFICE)
    assert place(RuleSet((where,)), Subject("Dentist")) is None


def test_nobody_is_invited_whom_a_stronger_rule_leaves_out() -> None:
    both = a_rule("always_invite", {"contact_ids": [str(ANA), str(BOB)]}, since=START)
    never = a_rule("never_invite", {"contact_ids": [str(BOB)], "match": {"words": ["party"]}}, since=START)
    rules = RuleSet((both, never))
    assert [one for _, one in invited(rules, Subject("Party"))] == [ANA]
    assert [one for _, one in invited(rules, Subject("Standup", contact_ids=frozenset({ANA})))] == [BOB]


def test_block_beats_confirm_beats_auto_whatever_is_newer_or_narrower() -> None:
    later = START + timedelta(days=1)
    auto = a_rule("tool_policy", {"tool": "events_create", "policy": "auto"}, since=later, scope="project", ref="x")
    confirm = a_rule("tool_policy", {"tool": "events_create", "policy": "confirm"}, since=START)
    block = a_rule("tool_policy", {"tool": "*", "policy": "block"}, since=START)
    assert RuleSet((auto,)).confirms("events_create") is False
    assert RuleSet((auto, confirm)).wants_confirmed("events_create") == confirm
    assert RuleSet((auto, confirm, block)).blocks("events_create") == block
    assert RuleSet((auto, confirm)).auto_confirm == ()
    assert RuleSet().confirms("events_create") is True


def test_quiet_hours_that_meet_are_one_and_spare_what_is_excepted() -> None:
    night = a_rule("quiet_hours", {"from": "22:00", "to": "06:00"})
    morning = a_rule("quiet_hours", {"from": "05:30", "to": "09:00", "days": ["sat"], "except": ["todo_reminder"]})
    rules = RuleSet((night, morning))
    now = datetime(2026, 11, 20, 23, 0, tzinfo=UTC)  # a Friday
    assert rules.held_until(now, "UTC", "daily_briefing") == datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
    assert rules.held_until(now, "UTC", "todo_reminder") == datetime(2026, 11, 21, 6, 0, tzinfo=UTC)
    assert rules.held_until(now - timedelta(hours=3), "UTC", "daily_briefing") is None


def test_what_is_never_stored() -> None:
    rules = RuleSet((a_rule("never_store", {"categories": ["Health"], "subjects": ["salary"], "words": ["password"]}),))
    assert rules.forbids_storing("anything", category="health")
    assert rules.forbids_storing("Earns well", subjects=["Salary"])
    assert rules.forbids_storing("His passwords are weak")
    assert rules.forbids_storing("Likes tea", category="preference", subjects=["tea"]) is None


def test_locale_language_and_units() -> None:
    rules = RuleSet((a_rule("units", {"clock": 24, "date_order": "ymd"}), a_rule("language", {"tag": "pt-br"})))
    assert rules.locale("en-US") == "pt-BR-u-hc-h23-x-ymd"
    assert rules.locale("pt-PT") == "pt-PT-u-hc-h23-x-ymd"
    assert RuleSet().locale("en-US") == "en-US"


def test_every_effect_is_read_and_kept_as_it_was() -> None:
    assert len(EFFECTS) == 16
    for kind, parameters in (
        ("quiet_hours", {"from": "22:00", "to": "07:00"}),
        ("blocked_time", {"from": "12:00", "to": "18:00", "except": {"words": ["dentist"]}}),
        ("buffer", {"minutes_before": 5}),
        ("alias", {"phrase": "mum", "entity": {"type": "contact", "id": str(ANA)}}),
        ("redact_push", {"match": {"words": ["bank"]}, "replacement": "…"}),
    ):
        kept = read_effect({"type": kind, "parameters": parameters}).stored()
        assert kept["type"] == kind
        assert read_effect(kept).stored() == kept
    with pytest.raises(InvalidRequest):
        read_effect({"type": "buffer", "parameters": {}})
