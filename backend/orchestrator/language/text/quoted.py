"""Which part of a message is not the user's own words: what they pasted, forwarded or quoted? And does a text try to
order an assistant about? Three languages, code alone.
"""
# ruff: noqa: E501

from collections.abc import Sequence

from orchestrator.kit import patterns
from orchestrator.language.text.normalize import normalize

_MARKED = patterns.compile(r"(?ms)^[ \t]*>.*$|```.*?(?:```|\Z)")
_QUOTED = patterns.compile(r"\"[^\"\n]{12,}\"|“[^”\n]{12,}”|«[^»\n]{12,}»")
"""A quotation of a few words; a single quoted word is a name or a title."""
_FORWARDED = patterns.compile(
    r"(?mi)^[ \t-]*(?:(?:begin )?forwarded message|original message|mensagem (?:encaminhada|original)|mensaje (?:reenviado|original))[ \t:-]*$"
    r"|^(?:from|de|subject|assunto|asunto):[ \t]*\S.*$"
    r"|^.{0,120}\b(?:wrote|escreveu|escribi[oó]):[ \t]*$"
    r"|^(?:.{0,80}\b)?(?:this is what|here is what|look what|olha o que|mira lo que)\b.{0,80}:[ \t]*$",
)
"""From here on a message is somebody else's."""
_ORDERS = patterns.compile(
    r"\b(?:ignore|disregard|forget|override|ignora|ignore|ignorem|desconsidera|desconsidere|olvida|olvide|esquece|esqueca)\b.{0,40}"
    r"\b(?:instruc\w*|instrucc\w*|rules?|regras?|reglas?|prompts?|previous|above|anterior(?:es)?)\b"
    r"|\b(?:system|developer) (?:prompt|message|override)\b|\byou are now\b|\bfrom now on,? you\b|\bact as\b|\bjailbreak\w*"
    r"|\b(?:voce|tu) agora (?:e|es)\b|\b(?:agora|ahora) eres\b|\bas an ai\b"
    r"|\b(?:call|run|use|invoke|chama|usa|execute|ejecuta|executa) (?:the |a |la |o )?(?:tool|function|ferramenta|herramienta|funcion|funcao)\b"
    r"|\b(?:always|sempre|siempre) (?:confirm|approve|forward|send|transfer|confirma|aprova|aprueba|envia|transfere|transfiere)\b"
    r"|<<(?:data|end)\b|<\|[\w ]+\|>|\[/?inst\]|</?(?:system|assistant|user|tool\w*)>"
)


def not_own(message: str) -> tuple[tuple[int, int], ...]:
    """Where others' words stand in a message, as [start, end), in order of kind."""
    found: list[tuple[int, int]] = [match.span() for match in _MARKED.finditer(message)]
    found += [match.span() for match in _QUOTED.finditer(message)]
    if forwarded := _FORWARDED.search(message):
        found.append((forwarded.start(), len(message)))
    return tuple(found)


def overlaps(start: int, end: int, parts: Sequence[tuple[int, int]]) -> bool:
    """Whether [start, end) lies in any of these, at least in part."""
    return any(start < until and end > since for since, until in parts)


def orders_about(text: str) -> bool:
    """Whether it reads like an order to an assistant or a piece of its prompt, not like what one tells of oneself."""
    return _ORDERS.search(normalize(text)) is not None
