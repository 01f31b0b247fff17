"""Does a message ask to take back what was done last, and nothing else? In three languages, folded.

"Undo that, please", "desfaz isso", "deshazlo". What names something else ("undo the merge of Ana and Anna") is a
request like any other.
"""
# ruff: noqa: E501

from typing import Literal

from orchestrator.kit import patterns
from orchestrator.language.detect import language_of
from orchestrator.language.discourse.retiming import names_a_time
from orchestrator.language.exemplars.cues import cues
from orchestrator.language.exemplars.kinds import proposed
from orchestrator.language.exemplars.masking import PERSON, TIME, masked
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.tables import ByLanguage, Language, Table
from orchestrator.language.text.normalize import STOP_WORDS, normalize, tokens

_MOST_CHARACTERS = 80
_LEAD = (
    r"(?:(?:no|oh|ah|ay|uy|ai|oops|ops|ups|opa|wait|sorry|hey|mentiras|perame|pera|ok|okay|please|actually|can you|could you|nao|espera|desculpa|desculpe|olha|"
    r"por favor|podes|pode|perdon|oye|puedes|podrias|afinal|al final|mejor|melhor|no no|non|attends|pardon|desolee?|finalement|en fait|s'il te plait|peux-tu|tu peux),? )*"
)
_TAIL = r"(?:,? (?:please|pls|plz|porfa|porfi|pf|pfv|svp|stp|again|now|por favor|se faz favor|agora|ahora|s'il te plait|maintenant|finalement))*"
_EN = (
    r"(?:undo|revert|roll back|take back)(?: (?:it|that|this|those|them|everything|the (?:last|latest|previous)(?: one| thing| change| action)?"
    r"|what you (?:just )?did|my last change))?"
    r"|(?:take|roll|put) (?:it|that|this|those|them) back|undo"
    r"|(?:leave|keep|put|set) (?:it|that|this|them|everything|things)(?: back)? (?:as|like|how|the way) (?:it|they|that|things) (?:was|were|is|are)(?: before)?"
)
_PT = (
    r"(?:desfaz|desfaca|desfazer|reverte|reverta|reverter)(?:-?[oa]s?)?(?: (?:isso|isto|tudo|essa|esta|a ultima(?: coisa| alteracao| mudanca| acao)?"
    r"|o ultimo|o que (?:acabaste de fazer|fizeste|voce fez|fez)))?"
    r"|volt[ae] (?:atras|a tras)(?: (?:com isso|nisso))?|desfa-lo"
    r"|(?:deix[ae]r?|poe|ponha|mantem|mantenha)(?:-[oa]s?)?(?: (?:estar|ficar|isso|tudo))? como (?:estavam?|eram?|esta|estao|ta)(?: antes)?"
)
_ES = (
    r"(?:deshaz|deshaga|deshacer|revierte|revierta|revertir)(?:l[oae]s?)?(?: (?:eso|esto|todo|lo ultimo|el ultimo(?: cambio)?|la ultima(?: accion)?"
    r"|lo que (?:acabas de hacer|hiciste)))?"
    r"|(?:vuelve|volver|echal[oa]|echa eso|dale) (?:para |pa )?atras|(?:devuelve|devuelva|regresa|regrese)(?:me)?(?:l[oa]s?)(?: (?:a )?como estaban?| otra vez| de nuevo)?"
    r"|(?:dej[ae]r?|pon|manten)(?:l[oae]s?)?(?: (?:eso|todo))? como (?:estaban?|eran?|esta|estan)(?: antes)?"
)
_FR = (
    r"(?:defais|annule|retablis)(?: (?:ca|cela|tout ca|la derniere (?:modification|action|chose)|le dernier changement|ce que tu (?:viens de faire|as fait)))"
    r"|defais-l[ea]|(?:reviens|revenir|retourne) en arriere"
    r"|(?:remets|laisse)(?:-l[ea])?(?: (?:ca|tout|tout ca))? comme (?:c'etait|avant|c'est)(?: avant)?"
)
_ASKED = patterns.compile(rf"{_LEAD}(?:{_EN}|{_PT}|{_ES}|{_FR}){_TAIL}$")


_NAMED = patterns.compile(
    rf"{_LEAD}(?:undo|revert|roll back|desfaz|desfaca|reverte|reverta|deshaz|deshaga|revierte)(?:-?[oa]s?)? "
    rf"(?:the |my |that |o |a |os |as |el |la |los |las )?(?P<what>.+?){_TAIL}$"
)
_NO_NAME = frozenset(
    "change changes update edit last latest moving of to the with for on merge merging"
    " alteracao mudanca ultima ultimo de do da com para cambio cambios modificacion del la el con".split()
)


def undone_by_name(text: str) -> frozenset[str]:
    """The words by which a message names the change that is to be taken back ("undo the lunch change with Mateusz");
    none where it names none."""
    found = _NAMED.match(normalize(text).strip(" .!?¿¡")) if len(text) <= _MOST_CHARACTERS else None
    return frozenset(tokens(found["what"])) - _NO_NAME if found is not None and not asks_undo(text) else frozenset()


_CHANGED = patterns.compile(
    r"(?:and |so |but |e |y |mas |pero )?(?:"
    r"(?:did|has|have) (?:that|it|this|you|anything) (?:change|changed|save|saved|do|done|delete|deleted|been changed|been saved)"
    r"(?: (?:anything|something))?|(?:was|were) anything (?:changed|saved|deleted|written)"
    r"|(?:isso |isto )?(?:mudou|alterou|gravou|guardou|apagou)(?:-se)?(?: alguma coisa| algo)|ficou (?:alguma coisa|algo) (?:alterad|gravad|guardad)[oa]"
    r"|(?:eso |esto )?(?:ha )?(?:cambio|cambiado|guardo|guardado|borro|borrado)(?: algo| alguna cosa)|se (?:ha )?(?:cambio|cambiado|guardo|guardado) algo)"
)


def asks_what_changed(text: str) -> bool:
    """Whether the message asks only whether anything was changed by what was said before."""
    return len(text) <= _MOST_CHARACTERS and bool(_CHANGED.fullmatch(normalize(text).strip(" .!?¿¡")))


class _LastActs(Table):
    """`last_acts.toml`. `asks_last`: how one asks for what was done last; `unmakes`: that what was just made is not
    wanted; `mistaken`: that what was just done was wrong."""

    asks_last: Compiled
    unmakes: Compiled
    mistaken: Compiled


_LAST = ByLanguage(lambda language: read_patterns(language, "last_acts", _LastActs))


def asks_last_acts(text: str) -> bool:
    """Whether the message asks what was done last ("what did I just change?")."""
    folded = normalize(text).replace("’", "'").strip(" .!?¿¡")
    return len(text) <= _MOST_CHARACTERS and any(one.asks_last.fullmatch(folded) for one in _LAST.values())


def takes_back(text: str) -> Literal["made", "any", ""]:
    """Whether the message, said right after something was done, wants it back: what was made ("no, delete it"), or any
    of it ("sorry, my mistake"); "" of any other."""
    folded = normalize(text).replace("’", "'").strip(" .!?¿¡")
    if len(text) > _MOST_CHARACTERS or "?" in text:
        return ""
    if any(one.mistaken.fullmatch(folded) for one in _LAST.values()):
        return "any"
    return "made" if any(one.unmakes.fullmatch(folded) for one in _LAST.values()) else ""


def asks_undo(text: str) -> bool:
    """Whether the message asks just that."""
    if len(text) > _MOST_CHARACTERS:
        return False
    if _ASKED.match(normalize(text).strip(" .!?¿¡")) or _after_a_reason(text):
        return True
    return "?" not in text and _like_undoing(text, language_of(text, None))


def _after_a_reason(text: str) -> bool:
    """Whether the last clause asks it, and those before it only tell why: "oh wait i havent actually, undo"."""
    *reasons, last = (one.strip() for one in _CLAUSES.split(text.strip(" .!")))
    if not reasons or len(reasons) > _MOST_REASONS or "?" in text or not _ASKED.match(normalize(last).strip(" .!")):
        return False
    return all(mood_of(one).mood not in {Mood.REQUEST, Mood.QUESTION} and not names_a_time(one) for one in reasons)


_CLAUSES = patterns.compile(r"[,;.!]+ +")
_MOST_REASONS = 3
_LIKELY_UNDO = 0.9
_MOST_BESIDE = 1
"""A word of why: "desfaz isso que eu não posso"; who says more names what is meant."""


def _like_undoing(text: str, language: Language) -> bool:
    """Whether it is like what asks to take the last act back, and names nothing."""
    told = proposed(text, language)
    if (
        told.kind != "undo"
        or told.share < _LIKELY_UNDO
        or any(mark in masked(text, language) for mark in (TIME, PERSON))
    ):
        return False
    beside = set(tokens(text)) - STOP_WORDS[language] - cues("undo", language)
    return len(beside) <= _MOST_BESIDE
