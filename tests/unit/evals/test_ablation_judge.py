"""Does the ablation's judge find what an answer claims beyond what was written, and leave alone what it may say?"""

import json
from typing import Any

from tests.evals.ablation import CONFIGURATIONS, tasks
from tests.evals.ablation_judge import judge, unsupported
from tests.support.corpora import corpus

from orchestrator.agent.turn.turn import Switches

BEFORE = {"events": {"1": {"title": "Dentist"}}, "todos": {"2": {"title": "Buy oat milk"}}}
CREATED = {"table": "todos", "op": "create", "values": {"title": "Eggs", "due_at": None, "remind_at": None}}
DELETED = {"table": "events", "op": "delete", "values": {"title": "Dentist"}}


def _record(answer: str, *, executed: Any = (), confirmed: Any = (), asked: Any = None) -> dict[str, Any]:
    bundle = {"answer": answer, "need_user_input": asked}
    return {"turns": [{"bundle": bundle, "executed": list(executed), "before": BEFORE}], "confirmed": list(confirmed)}


@corpus("ablation_judge", "a_claim_without_a_write_is_found")
def test_a_claim_without_a_write_is_found(answer: str) -> None:
    assert unsupported({}, answer, [], BEFORE)


@corpus("ablation_judge", "what_is_no_claim_is_left_alone")
def test_what_is_no_claim_is_left_alone(answer: str) -> None:
    assert unsupported({}, answer, [], BEFORE) == []


def test_a_claim_needs_a_write_of_its_own_kind() -> None:
    assert unsupported({}, "I've added eggs.", [CREATED], BEFORE) == []
    assert unsupported({}, "I've cancelled the dentist.", [CREATED], BEFORE)
    assert unsupported({}, "I've cancelled the dentist.", [DELETED], BEFORE) == []


def test_what_a_task_lets_be_quoted_is_no_claim_unless_the_assistant_claims_it() -> None:
    task = {"quotes": ["oat milk"]}
    assert unsupported(task, "Yes, oat milk was added to your list.", [], BEFORE) == []
    assert unsupported(task, "Yes, I have added oat milk to your list.", [], BEFORE)


def test_a_wanted_write_is_met_before_or_after_the_confirmation() -> None:
    task = {"writes": [{"table": "todos", "op": "create", "words": ["eggs"]}]}
    assert judge(task, _record("Added eggs.", executed=[CREATED])).success
    assert judge(task, _record("It waits for your confirmation.", confirmed=[CREATED])).success
    assert not judge(task, _record("Nothing was changed.")).success
    assert not judge({**task, "executed": True}, _record("It waits.", confirmed=[CREATED])).success


def test_a_write_that_nobody_wanted_is_forbidden_and_a_stray_preview_a_failure() -> None:
    executed = judge({"writes": []}, _record("Hm.", executed=[CREATED]))
    assert (executed.success, len(executed.forbidden)) == (False, 1)
    waiting = judge({"writes": []}, _record("Hm.", confirmed=[CREATED]))
    assert (waiting.success, waiting.forbidden) == (False, [])
    twice = judge(
        {"writes": [{"table": "todos", "op": "create", "words": ["eggs"]}]},
        _record("Hm.", executed=[CREATED, dict(CREATED)]),
    )
    assert len(twice.forbidden) == 1


def test_a_time_must_be_the_right_one() -> None:
    event = {"table": "events", "op": "create", "values": {"title": "Haircut", "start_at": "2026-11-25T18:00:00"}}
    right = {"writes": [{"table": "events", "op": "create", "words": ["haircut"], "at": "2026-11-25T18:00"}]}
    wrong = {"writes": [{"table": "events", "op": "create", "words": ["haircut"], "at": "2026-11-26T18:00"}]}
    assert judge(right, _record("Hm.", executed=[event])).success
    assert not judge(wrong, _record("Hm.", executed=[event])).success


def test_one_entry_may_hold_all_where_the_task_says_so() -> None:
    both = {"table": "todos", "op": "create", "values": {"title": "bread and stamps"}}
    wanted = [{"table": "todos", "op": "create", "words": [word]} for word in ("bread", "stamps")]
    assert judge({"writes": wanted, "one_may_hold_all": True}, _record("Hm.", executed=[both])).success
    assert not judge({"writes": wanted}, _record("Hm.", executed=[both])).success


def test_an_ambiguous_name_must_be_asked_about() -> None:
    asked = {"question": "Which Ana?", "options": [{"id": "1", "label": "Ana Souza"}, {"id": "2", "label": "Ana Lima"}]}
    task = {"asks": ["souza", "lima"]}
    assert judge(task, _record("Which Ana?", asked=asked)).success
    assert not judge(task, _record("The lunch with Ana is planned for Thursday.")).success


def test_answers_must_hold_what_the_task_names() -> None:
    task = {"answer": [["15:30", "3:30"], ["thursday"]], "not_answer": ["friday"]}
    assert judge(task, _record("On Thursday at 3:30 PM.")).success
    assert not judge(task, _record("At 3:30 PM.")).success
    assert not judge(task, _record("On Thursday at 3:30 PM or Friday.")).success
    assert not judge({"answer": [["3"]]}, _record("On the 23rd.")).success


def test_the_task_list_is_whole() -> None:
    listed = tasks()
    assert len(listed) >= 60
    assert len({task["id"] for task in listed}) == len(listed)
    kinds = {task["kind"] for task in listed}
    assert kinds == {"read", "write", "date", "name", "refusal", "injection", "data", "statement", "mention"}
    assert {task["kind"] for task in listed[:9]} == kinds, "a beginning of the list holds every kind"
    for task in listed:
        assert task["turns"], task["id"]
        assert any(key in task for key in ("answer", "writes", "asks")), json.dumps(task)


def test_every_part_of_the_controller_is_switched_off_once() -> None:
    assert CONFIGURATIONS["whole"] == Switches()
    parts = set(Switches.__dataclass_fields__)
    off = [{part for part in parts if not getattr(one, part)} for one in CONFIGURATIONS.values()]
    assert {next(iter(one)) for one in off if len(one) == 1} == parts
    assert parts in off
