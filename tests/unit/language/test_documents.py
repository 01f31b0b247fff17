"""What kind of paper a text is, and what is asked of papers, in three languages."""

import pytest

from orchestrator.language.document_questions import asked_documents
from orchestrator.language.documents import KINDS, asked_kind, kind_label, kinds_of


@pytest.mark.parametrize(
    ("title", "text", "kind"),
    [
        ("scan", "Prescription\nPatient: Ana\nAmoxicillin 500 mg, one tablet three times a day", "prescription"),
        ("doc1", "RECEITA MÉDICA\nPaciente: Ana\nTomar 1 comprimido de 8 em 8 horas", "prescription"),
        ("doc1", "Receta médica. Paciente: Ana. Tomar una cápsula cada 8 horas", "prescription"),
        ("x", "Laboratory report. Hemoglobin 13.2 g/dL Reference range 12-16. Glucose 90 mg/dL", "lab_result"),
        ("x", "Resultado de exames\nHemoglobina 13 g/dL\nValores de referência 12-16", "lab_result"),
        ("x", "INVOICE No 2026-17\nBill to: Harbour\nSubtotal 100 VAT 23 Total 123", "invoice"),
        ("x", "Nota fiscal eletrônica NF-e 123. Valor a pagar: 100. ICMS", "invoice"),
        ("x", "This agreement is made between the parties. Governing law: Portugal. Notice period", "contract"),
        ("x", "O presente contrato é celebrado entre a contratante e o contratado. Cláusula primeira", "contract"),
        ("Passport Ana", "", "passport"),
        ("holerite-marco", "Salário base 3000 descontos INSS", "payslip"),
        ("boarding pass", "Flight TP123 seat 12A gate 4", "ticket"),
    ],
)
def test_the_kind_of_a_paper(title: str, text: str, kind: str) -> None:
    assert kinds_of(title, f"{title}.pdf", text)[:1] == (kind,)


@pytest.mark.parametrize("text", ["", "Today we went to the market and bought bread.", "Hoje fomos à praia com a Ana."])
def test_what_is_no_paper_has_no_kind(text: str) -> None:
    assert kinds_of("notes", "notes.txt", text) == ()


@pytest.mark.parametrize(
    ("question", "act", "kind", "person"),
    [
        ("how many prescriptions does Ana have?", "count", "prescription", "ana"),
        ("quantas receitas a Ana tem?", "count", "prescription", "ana"),
        ("¿cuántas recetas tiene Ana?", "count", "prescription", "ana"),
        ("how many lab results does my sister have?", "count", "lab_result", "my sister"),
        ("How many invoices do I have?", "count", "invoice", None),
        ("what does my contract say about notice?", "say", "contract", None),
        ("o que diz o meu contrato sobre o aviso prévio?", "say", "contract", None),
        ("¿qué dice mi contrato sobre el preaviso?", "say", "contract", None),
        ("When does my passport expire?", "say", "passport", None),
        ("show me Ana's lab results", "find", "lab_result", "ana"),
        ("find the invoice from ACME", "find", "invoice", None),
        ("what does Ana's prescription say about sleep?", "say", "prescription", "ana"),
        ("o que diz a receita da Ana sobre o sono?", "say", "prescription", "ana"),
        ("¿qué dice la receta de Ana sobre el sueño?", "say", "prescription", "ana"),
        ("is there anything about ibuprofen in my files?", "say", None, None),
        ("tem alguma coisa sobre ibuprofeno nos meus documentos?", "say", None, None),
        ("¿hay algo sobre ibuprofeno en mis documentos?", "say", None, None),
        ("show me the prescription for Ana Souza", "find", "prescription", "ana souza"),
    ],
)
def test_what_is_asked_of_papers(question: str, act: str, kind: str, person: str | None) -> None:
    asked = asked_documents(question)
    assert asked is not None
    assert (asked.act, asked.kind, asked.person) == (act, kind, person)


@pytest.mark.parametrize(
    ("question", "act", "file"),
    [
        ("what does Lease-2026.pdf say about pets?", "say", "lease-2026.pdf"),
        ("o que diz contrato.docx sobre animais?", "say", "contrato.docx"),
        ("¿qué dice contrato.odt sobre mascotas?", "say", "contrato.odt"),
        ("what's in notes.txt?", "say", "notes.txt"),
        ("resume informe.pdf", "say", "informe.pdf"),
        ("open scan.jpg", "find", "scan.jpg"),
    ],
)
def test_a_paper_is_named_by_its_file(question: str, act: str, file: str) -> None:
    asked = asked_documents(question)
    assert asked is not None
    assert (asked.act, asked.file, asked.kind, asked.person) == (act, file, None, None)


@pytest.mark.parametrize(
    "question",
    [
        "did I pay the invoice?",
        "remind me to print lease.pdf",
        "what does https://example.org/lease.pdf say?",
        "what did Ana say about dinner?",
        "remind me to pay the bill",
        "how many meetings did I have last week?",
        "who is in the report meeting?",
        "is there anything in the report meeting?",
        "schedule lunch with Ana tomorrow",
        "",
    ],
)
def test_what_is_no_question_about_papers(question: str) -> None:
    assert asked_documents(question) is None


def test_every_kind_has_its_names_in_every_language() -> None:
    for kind in KINDS:
        for language in ("en", "pt", "es"):
            assert asked_kind(kind_label(kind.name, 2, language)) is not None, (kind.name, language)
