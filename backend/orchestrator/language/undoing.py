"""Does a message ask to take back what was done last, and nothing else? In three languages, folded.

"Undo that, please", "desfaz isso", "deshazlo". What names something else ("undo the merge of Ana and Anna") is a
request like any other.
"""
# ruff: noqa: E501

from orchestrator.kit import patterns
from orchestrator.language.normalize import normalize

_MOST_CHARACTERS = 80
_LEAD = (
    r"(?:(?:no|oh|oops|ops|ups|wait|sorry|hey|ok|okay|please|actually|can you|could you|nao|espera|desculpa|desculpe|olha|"
    r"por favor|podes|pode|perdon|oye|puedes|podrias),? )*"
)
_TAIL = r"(?:,? (?:please|again|now|por favor|se faz favor|agora|ahora))*"
_EN = (
    r"(?:undo|revert|roll back|take back)(?: (?:it|that|this|those|them|everything|the (?:last|latest|previous)(?: one| thing| change| action)?"
    r"|what you (?:just )?did|my last change))?"
    r"|(?:take|roll) (?:it|that|this|those|them) back|undo"
)
_PT = (
    r"(?:desfaz|desfaca|desfazer|reverte|reverta|reverter)(?:-?[oa]s?)?(?: (?:isso|isto|tudo|essa|esta|a ultima(?: coisa| alteracao| mudanca| acao)?"
    r"|o ultimo|o que (?:acabaste de fazer|fizeste|voce fez|fez)))?"
    r"|volt[ae] (?:atras|a tras)(?: (?:com isso|nisso))?|desfa-lo"
)
_ES = (
    r"(?:deshaz|deshaga|deshacer|revierte|revierta|revertir)(?:l[oae]s?)?(?: (?:eso|esto|todo|lo ultimo|el ultimo(?: cambio)?|la ultima(?: accion)?"
    r"|lo que (?:acabas de hacer|hiciste)))?"
    r"|(?:vuelve|volver) atras"
)
_ASKED = patterns.compile(rf"{_LEAD}(?:{_EN}|{_PT}|{_ES}){_TAIL}$")


def asks_undo(text: str) -> bool:
    """Whether the message asks just that."""
    return len(text) <= _MOST_CHARACTERS and bool(_ASKED.match(normalize(text).strip(" .!?¿¡")))
