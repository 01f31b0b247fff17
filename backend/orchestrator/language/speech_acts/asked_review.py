"""Does the user ask what waits for their look: proposals, facts to be confirmed? English, Portuguese, Spanish, folded."""
# ruff: noqa: E501

from orchestrator.kit import patterns
from orchestrator.language.text.normalize import normalize

_POLITE = r"(?:(?:hey|ok|okay|so|and|please|e|entao|y|por favor|pues)[, ]+)*"
_LOOK = r"(?:review|reconfirm|confirm|approve|ratify|look (?:at|over) again|go over again|curate)"
_OLHAR = r"(?:rever|reconfirmar|confirmar|aprovar|ratificar|voltar a ver)"
_MIRAR = r"(?:revisar|reconfirmar|confirmar|aprobar|ratificar|repasar)"
_KNOWN = r"(?: (?:of|about|from) (?:what you (?:know|remember|have)(?: (?:about|of) me)?|your memory|my memory|me))?"
_SABIDO = r"(?: (?:d[eo] que|do que|sobre o que) (?:tu |voce )?(?:sabes?|lembras?|lembra)(?: (?:sobre|de) mim)?| da (?:tua|sua|minha) memoria)?"
_CONOCIDO = r"(?: de lo que (?:tu |usted )?(?:sabes?|recuerdas?)(?: (?:sobre|de) mi)?| de (?:tu|su|mi) memoria)?"
_ASKED = patterns.compile(
    rf"^{_POLITE}(?:"
    rf"(?:what|which (?:ones|facts|memories|proposals))(?: (?:else|all))? (?:should|shall|must|can|could|do|would) i (?:have to |need to |want to )?{_LOOK}{_KNOWN}"
    rf"|(?:what|which facts|which memories|which proposals)(?:'s| is| are)?(?: there)?(?: still| left| waiting)* (?:(?:for me )?to (?:be )?{_LOOK}(?:ed|d)?|for (?:my )?(?:review|approval|confirmation))"
    rf"|(?:is there|do i have|have i got|are there)? ?(?:anything|something|any proposals|any facts)(?: left| waiting)?(?: for me)? to (?:be )?{_LOOK}(?:ed|d)?{_KNOWN}"
    r"|(?:what|which)(?: memories| facts)? needs? (?:my )?(?:review|reviewing|approval|confirmation|confirming)"
    r"|(?:what|which) proposals(?: are there| are waiting| do i have| wait(?: for me)?| have i got)"
    r"|(?:show|list|tell)(?: me)?(?: all)?(?: of)?(?: my| the)? (?:proposals|review (?:queue|list))"
    rf"|o que(?: e que)? (?:ha|tenho|falta|existe|resta)(?: ainda)? (?:para|a|por|que|de)? ?{_OLHAR}{_SABIDO}"
    rf"|(?:o que|que factos|que fatos|que memorias)(?: e que)? (?:eu )?(?:devo|deveria|preciso(?: de)?|tenho (?:de|que)|posso) {_OLHAR}{_SABIDO}"
    rf"|(?:ha|tenho|existe)? ?(?:alguma coisa|algo)(?: ainda)? (?:para|a|por|que) (?:eu )?{_OLHAR}{_SABIDO}"
    r"|(?:que|quais(?: sao)?(?: as)?)(?: minhas)? propostas(?: (?:ha|tenho|existem|esperam|estao a espera))?"
    r"|(?:mostra|lista|diz)(?:[- ]?me)?(?: todas)?(?: as)?(?: minhas)? propostas"
    rf"|que (?:hay|tengo|queda|falta)(?: todavia| aun)? (?:que |para |por |pendiente de )?{_MIRAR}{_CONOCIDO}"
    rf"|que (?:cosas |hechos |recuerdos )?(?:debo|deberia|necesito|tengo que|puedo) {_MIRAR}{_CONOCIDO}"
    rf"|(?:hay|tengo)? ?(?:algo|alguna cosa)(?: todavia)? (?:que|para|por|pendiente de) {_MIRAR}{_CONOCIDO}"
    r"|(?:que|cuales(?: son)?(?: las| mis)?) propuestas(?: (?:hay|tengo|esperan))?"
    r"|(?:muestra|lista|di|ensena)(?:me)?(?: todas)?(?: las| mis)? propuestas"
    r")[ ?!.]*$"
)


def asked_review(text: str) -> bool:
    """Whether all that waits is asked for: "what should I review?", "o que há para rever?", "¿qué debo revisar?"."""
    return _ASKED.match(normalize(text).lstrip("¿¡ ")) is not None
