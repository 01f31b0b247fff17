"""Who owes whom? "How much do I owe Ana" is told by what Ana asked or paid for, or by what the user said they owe her;
"how much does Ana owe me" by the user's own words, or by what she said she owes."""

from collections.abc import Mapping
from typing import Any, Literal

from orchestrator.kit import patterns
from orchestrator.language.concepts import MARK
from orchestrator.language.text.normalize import normalize, stems

Debtor = Literal["user", "other"]
_OWE = f"{MARK}owe"
_TO_ME = patterns.compile(r"\b(?:owes? (?:me|us)|(?:me|nos) (?:deve|devem|debe|deben|doit|doivent)|deve-(?:me|nos))\b")
_USER = frozenset({"me", "user"})


def debtor(question: str) -> Debtor | None:
    """Whose debt a folded question asks for; None where it asks for none."""
    if not _owes(question):
        return None
    return "other" if _TO_ME.search(question) else "user"


def tells_debt(of: Debtor, sentence: str, row: Mapping[str, Any]) -> bool:
    """Whether a sentence with a sum can tell that debt, by who says it."""
    own = row.get("origin") == "user" or str(row.get("speaker") or "").casefold() in _USER
    if own and _TO_ME.search(normalize(sentence)):
        return of == "other"  # "Tyler owes me 25"
    return (own == _owes(sentence)) if of == "user" else (own != _owes(sentence))


def states(sentence: str) -> bool:
    """Whether a sentence says what is owed, and not only what was lent or paid."""
    return _owes(sentence)


def _owes(text: str) -> bool:
    return any(_OWE in forms for forms in stems(text))
