"""What is an agent's claim worth? Held against what its step called, by code: the ways in which proof is feigned."""

from typing import Any
from uuid import uuid4

import pytest
from tests.support.corpora import corpus

from orchestrator.domain.work.missions.model import MissionExecution
from orchestrator.domain.work.missions.planning.plan import PlanStep
from orchestrator.domain.work.missions.running.checks import Outcome, fault_of
from orchestrator.domain.work.missions.running.proof.claims import Proof, checked, without_lies
from orchestrator.kit.ids import new_id

TODOS = {
    "todos": [
        {"id": "0197a0b2-0000-7000-8000-000000000001", "title": "Buy sunflower seeds", "due_at": "2027-03-05T10:00"},
        {"id": "0197a0b2-0000-7000-8000-000000000002", "title": "Pagar o aluguel", "due_at": None},
        {"id": "0197a0b2-0000-7000-8000-000000000003", "title": "Offer for seeds, 12400 EUR", "due_at": None},
    ],
    "total": 3,
}


def made(tool: str = "get_todos", state: str = "done", data: Any = None, effect: str = "read") -> MissionExecution:
    return MissionExecution(
        id=new_id(),
        user_id=uuid4(),
        mission_id=uuid4(),
        call_id=f"call_{tool}",
        tool=tool,
        arguments={},
        effect=effect,
        state=state,
        summary="",
        data=TODOS if data is None else data,
        read_ids=[],
        origin="own_data",
    )


def label(text: str, *evidence: dict[str, Any], locale: str = "en", files: dict[str, str] | None = None) -> str:
    calls = [made(), made("send_mail", "waiting", {}, "outbound"), made("get_events", "failed", {"events": []})]
    (found,) = checked([{"text": text, "evidence": list(evidence)}], Proof(calls, files or {}, locale))
    return found.label


@pytest.mark.parametrize(
    ("text", "evidence", "wanted"),
    [
        # what proves
        ("Sunflower seeds are to be bought", {"quote": "Buy sunflower seeds"}, "verified"),
        ("The rent has to be paid", {"quote": "Pagar o aluguel"}, "verified"),  # the same in another language
        ("Seeds, at 10 on the 5th", {"quote": "2027-03-05T10:00"}, "verified"),
        ("There are 3 things to do", {"count": 3}, "verified"),
        ("The seeds are 12,400 EUR", {"quote": "seeds, 12400 EUR"}, "verified"),
        ("As sementes são 12.400 EUR", {"quote": "seeds, 12400 EUR"}, "verified"),
        ("It is the first of them", {"row": "0197a0b2-0000-7000-8000-000000000001"}, "verified"),
        ("Buy sunflower seeds", {}, "supported"),
        # what only looks like it
        ("The trip goes to Lisbon", {"quote": "Buy sunflower seeds"}, "unverified"),
        ("The trip goes to Lisbon", {"quote": "e"}, "unverified"),
        ("The trip goes to Lisbon", {"quote": '"'}, "unverified"),
        ("Her title is Countess", {"quote": "title"}, "unverified"),  # a field's name
        ("There are 7 things to do", {"count": 7}, "unverified"),
        ("Of 9 things (or 97) sunflower seeds are one", {"quote": "sunflower seeds"}, "unverified"),
        ("7 sunflower seeds", {}, "unverified"),
        ("Seeds: 1" + ",000" * 5_000, {"quote": "seeds"}, "unverified"),
        ("The seeds are 12,500 EUR", {"quote": "seeds, 12400 EUR"}, "unverified"),
        ("It is the third of them", {"row": "0197a0b2-0000-7000-8000-00000000000f"}, "unverified"),
        ("Sunflower seeds are to be bought", {"quote": "Buy sunflower oil"}, "unverified"),
        ("The calendar is empty", {"tool": "get_events", "quote": "events"}, "unverified"),  # that call failed
        ("The calendar is empty", {"call": "call_of_somebody_else", "quote": "Buy"}, "unverified"),
    ],
)
def test_what_a_result_proves(text: str, evidence: dict[str, Any], wanted: str) -> None:
    assert label(text, {"tool": "get_todos", **evidence}) == wanted


LIFE: dict[str, Any] = {
    "get_todos": {
        "todos": [
            {"title": "Buy sunflower seeds", "due_at": "2027-03-05T10:00", "done_at": None},
            {"title": "Pagar o aluguel", "due_at": None, "done_at": None},
            {"title": "Renew the passport", "due_at": "2027-02-01", "done_at": "2027-02-11T09:00:00Z"},
        ],
        "open": 2,
    },
    "get_events": {
        "events": [
            {"title": "Dinner with Marcela", "start_at": "2027-03-06T19:30", "place": "Cantina", "status": "confirmed"},
            {"title": "Dentist", "start_at": "2027-03-09T14:30", "place": None, "status": "confirmed"},
            {"title": "Budget review", "start_at": "2027-03-10T11:00", "place": None, "status": "cancelled"},
        ]
    },
    "get_document": {
        "title": "Lease",
        "text": "Lease of the flat from 1 May 2026, landlord Rui Tavares. The notice period is three months. Pets are "
        "not allowed. The deposit of 2400 EUR is returned within 60 days. Heating is included, water is not. "
        "Subletting only with written consent of the landlord.",
    },
    "get_contacts": {"contacts": [{"name": "Inês Prado", "organisation": "Lumen", "phone": "+351 912 000 111"}]},
}


@corpus("mission_claims", "claim_told")
def test_a_claim_that_shares_words_with_what_it_quotes(
    text: str,
    evidence: dict[str, Any],
    locale: str,
    holds: bool,
) -> None:
    calls = [made(tool, data=data) for tool, data in LIFE.items()]
    (found,) = checked([{"text": text, "evidence": [evidence]}], Proof(calls, {}, locale, known="Find out about March"))
    assert (found.label == "verified") is holds, found.why


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        ("en", "I sent the e-mail to Ana."),
        ("en", "The e-mail to Ana has been sent."),
        ("pt", "Enviei o e-mail à Ana."),
        ("es", "He enviado el correo a Ana."),
        ("fr", "J'ai envoyé le mail à Ana."),
    ],
)
def test_what_no_call_did_is_struck_with_any_evidence(locale: str, text: str) -> None:
    assert label(text, {"tool": "get_todos", "quote": "Buy sunflower seeds"}, locale=locale) == "struck"
    assert label(text, {"tool": "send_mail"}, locale=locale) == "struck"  # it waits


def test_a_file_that_was_written_may_be_told() -> None:
    files = {"list.md": "ab" * 32}
    assert label("All of it stands in list.md", {"file": "list.md"}, files=files) == "verified"
    assert label("All of it stands in other.md", {"file": "other.md"}, files=files) == "unverified"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("I sent the e-mail to Ana.", ""),
        ("The seeds are to be bought. I have sent the e-mail to Ana.", "The seeds are to be bought."),
        ("The seeds are to be bought.\n- The rent is open.", "The seeds are to be bought.\n- The rent is open."),
    ],
)
def test_a_result_is_told_without_what_no_call_did(text: str, left: str) -> None:
    assert without_lies(text, Proof([made()], {}, "en")) == left


@pytest.mark.parametrize(
    ("schema", "output", "wrong"),
    [
        ({"type": "object", "required": ["n"]}, {}, "n"),
        ({"properties": {"n": {"type": "integer"}}}, {"n": "many"}, "n"),
        ({"properties": {"n": {"pattern": "^(a+)+$"}}}, {"n": "a" * 5_000 + "!"}, "n"),  # never matched by going back
        ({"properties": {"n": {"$ref": "#/$defs/none"}}}, {"n": 1}, "can't be applied"),
        ({"$ref": "#"}, {"n": 1}, "can't be applied"),
        ({"properties": {"n": {"$ref": "http://127.0.0.1:9/s.json"}}}, {"n": 1}, "can't be applied"),
        (
            {
                "allOf": [{"$ref": "#/$defs/d0"}],
                "$defs": {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(40)} | {"d40": {}},
            },
            {"n": 1},
            "too long",
        ),
    ],
)
def test_a_form_is_looked_at_within_bounds(schema: dict[str, Any], output: dict[str, Any], wrong: str) -> None:
    step = PlanStep(id="s", goal="Look", agent="researcher", output=schema, check={"kind": "text"})
    fault = fault_of(step, Outcome("Looked.", output), "en-US")
    assert fault is not None
    assert wrong in fault


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("pt-PT", "Nenhuma chamada de get_todos foi feita; um texto por si só não prova nada."),
        ("es-ES", "Ninguna llamada de get_todos se hizo; un texto solo no prueba nada."),
        ("fr-FR", "Aucun appel de get_todos n'a abouti ; un texte seul ne prouve rien."),
    ],
)
def test_why_a_step_is_not_done_is_told_in_the_mission_s_language(locale: str, told: str) -> None:
    """It stands in the report and on the page."""
    step = PlanStep(id="s", goal="Look", agent="researcher", check={"kind": "calls", "tool": "get_todos"})
    assert fault_of(step, Outcome("Looked."), locale) == told
