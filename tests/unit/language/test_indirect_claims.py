"""Claims of done change in indirect words: promises, places, ellipses; and what only sounds like them."""

import pytest

from orchestrator.language.claims import LedgerFact, check

INDIRECT = [
    "It's in your diary now.",
    "Eggs are on the list.",
    "You'll get a reminder at noon.",
    "I've slotted you in for Tuesday.",
    "The invitation went out.",
    "The review's been moved back a day.",
    "You're locked in for six.",
    "It no longer shows on the calendar.",
    "Made it onto your list!",
    "O jantar já aparece na agenda.",
    "A sua lista agora inclui ovos.",
    "Vou te lembrar amanhã cedo.",
    "A consulta passou para quinta.",
    "Sexta está garantida.",
    "Ovos na lista.",
    "Te lo he dejado apuntado.",
    "Ya la tienes en la agenda.",
    "Tu lista ya tiene huevos.",
    "Te recordaré mañana a las ocho.",
    "La cena queda para las nueve.",
    "He dejado la visita para el jueves.",
]
HARMLESS = [
    "You'll get a reminder at noon once you confirm.",
    "If you confirm, I will remind you at noon.",
    "I could put it in your diary.",
    "Se confirmar, a Ana será avisada.",
    "Posso deixar a consulta para quinta?",
    "Si confirmas, te recordaré mañana a las ocho.",
    "La cena es a las nueve.",
    "No está en tu lista.",
    "Não está na sua agenda.",
    "“Diego”: aniversário 9 set. 1995 (contato)",
    "- “Passport”: atrasada desde segunda-feira, 16 de novembro de 2026 (tarefa, 16 nov. 2026)",
    "- “Lunch”: sin participantes anotados (evento, 5 dic 2026)",
]
READ = [LedgerFact("get_events", "read", "done", "3 events")]


@pytest.mark.parametrize("text", INDIRECT)
def test_an_indirect_claim_without_a_write_is_contradicted(text: str) -> None:
    assert check(text, []).verdict == "contradicted"


@pytest.mark.parametrize("text", HARMLESS)
def test_what_claims_nothing_passes(text: str) -> None:
    assert check(text, READ).verdict == "pass"
