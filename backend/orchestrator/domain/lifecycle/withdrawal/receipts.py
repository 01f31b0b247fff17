"""How is a receipt told to a person? By kind and count, in their language."""

from orchestrator.agent.ports import Receipt
from orchestrator.language import render
from orchestrator.language.messages import is_message, say, say_counted


def told(receipt: Receipt, locale: str) -> str:
    """ "goes: 1 event; cleaned of its words: 2 messages"."""
    parts = []
    for name, counted in (("deleted", receipt.deleted), ("rebuilt", receipt.rebuilt), ("redacted", receipt.redacted)):
        rows = [_counted(kind, number, locale) for kind, number in counted.items() if number]
        if rows:
            parts.append(say(f"erasure.receipt.{name}", locale, rows=render.join(rows, locale)))
    return "; ".join(parts)


def _counted(kind: str, number: int, locale: str) -> str:
    key = f"erasure.rows.{kind}"
    if not is_message(key):
        return render.count(number, kind.replace("_", " "), locale)
    return f"{number} {say_counted(key, number, locale)}"
