"""Does a question ask where something is known from, or since when? "Since when do you know that?", "how do you know that
I live in Porto?", "why do you think I like tea?"; three languages, folded."""
# ruff: noqa: E501

from orchestrator.kit import patterns
from orchestrator.language.text.normalize import normalize

_LEAD = r"(?:(?:and|so|but|e|y|mas|pero|entao|entonces|hey|wait|espera)[, ]+)*"
_THAT = (
    r"(?P<that>that|this|it|so|that about me|all that|isso|isto|disso|disto|aquilo|isso (?:de|sobre) mim|eso|esto|aquello"
    r"|eso (?:de|sobre) mi|todo eso|tudo isso)"
)
_CLAUSE_EN = r"(?:(?:that )?(?P<en>(?:i|my|we|our)\b.+)|that (?P<en2>\w+ .+))"
_CLAUSE = r"(?:que (?P<clause>.+))"
_EN = (
    r"since when (?:do|did|have) you (?:know|known|believe|believed|think)",
    r"(?:for )?how long have you (?:known|believed|thought)",
    r"when (?:did|have) (?:i (?:say|said|tell|told)|you (?:learn|learned|learnt|hear|heard|find out|get to know|note))(?: you)?(?: about)?",
    r"(?:from where|where) (?:do|did|have) you (?:have|get|got|take|know|learn|hear|find)",
    r"how (?:do|did|come|can) you (?:know|learn|find out|hear|think)(?: about)?",
    r"who (?:told|has told) you(?: about)?",
    r"(?:why|how come) (?:do|did|would) you (?:think|believe|say|assume|know)",
    r"what makes you (?:think|believe|say|so sure)(?: of)?",
    r"what(?: is|'s) (?:the|your) (?:source|evidence|proof)(?: of| for)?",
)
_PT = (
    r"(?:desde quando|ha quanto tempo)(?: e que)?(?: tu| voce)? (?:o )?(?:sabes?|acreditas?|tens|tem)",
    r"quando(?: e que| foi que)?(?: eu)? (?:te |lhe |vos )?(?:disse|contei|falei|soubeste|soube|aprendeste|aprendeu)(?: te| lhe)?",
    r"(?:de onde|donde|onde)(?: e que| foi que)? (?:tu |voce )?(?:tiraste|tirou|vem|veio|foste buscar|foi buscar|ouviste|ouviu|sabes?|tens|tem)",
    r"como(?: e que)?(?: tu| voce)? (?:o )?(?:sabes?|soubeste|soube)",
    r"quem(?: e que| foi que)? (?:te |lhe )(?:disse|contou|falou)",
    r"(?:porque|por que)(?: e que)?(?: tu| voce)? (?:achas?|pensas?|acreditas?|dizes|diz|julgas?)",
    r"o que (?:te|lhe|o|a) (?:faz|leva a) (?:pensar|achar|crer|acreditar)",
    r"qual e a (?:tua |sua )?(?:fonte|prova)(?: d[eao])?",
)
_ES = (
    r"(?:desde cuando|hace cuanto(?: tiempo)?(?: que)?)(?: lo)? (?:sabes?|crees?|tienes)",
    r"cuando (?:te )?(?:lo )?(?:dije|conte|he dicho|supiste|aprendiste)",
    r"(?:de donde|donde)(?: lo)? (?:sacas(?:te)?|has sacado|viene|sabes?|tienes|oiste|has oido)",
    r"como(?: lo)? (?:sabes?|supiste)",
    r"quien te (?:lo )?(?:dijo|ha dicho|conto)",
    r"por ?que (?:piensas?|crees?|dices?|supones?)",
    r"que te hace (?:pensar|creer)",
    r"cual es (?:tu|la) (?:fuente|prueba)(?: de)?",
)
_END = r"(?: from| come from| de mi| then)?[ ?!.]*$"
_ASKED = tuple(
    patterns.compile(rf"^{_LEAD}(?:{'|'.join(starts)})(?: (?:{_THAT}|{clause}))?{_END}")
    for starts, clause in ((_EN, _CLAUSE_EN), (_PT, _CLAUSE), (_ES, _CLAUSE))
)
_NEEDS_MORE = patterns.compile(
    rf"^{_LEAD}(?:who |quem |quien |where (?:do|did|have|does) |onde|donde|how |como|what makes|quando|cuando|when |why |porque|por que"
    r"|how come|o que te|que te)"
)
_WHOLE = patterns.compile(
    rf"^{_LEAD}(?:where (?:does|did) (?:that|this|it) come from|how (?:did|do) you know|who (?:said|says) (?:that|this|so)|says who"
    r"|quem (?:e que )?disse isso|quien dijo eso|quien lo dice)[ ?!.]*$"
)
_SPANISH_IT = patterns.compile(
    r"\b(?:lo (?:sabes?|crees?|tienes|sacas(?:te)?|has sacado|dije|conte|he dicho|dijo|ha dicho|conto|supiste))\b"
)
""" "¿De dónde lo sacaste?" says "it" before the verb."""


def asked_source(text: str) -> str | None:
    """What is asked about, in the user's words; "" where they only point at it ("that"); None of any other question."""
    asked = normalize(text).replace("’", "'").lstrip("¿¡ ")
    if _WHOLE.match(asked):
        return ""
    for pattern in _ASKED:
        match = pattern.match(asked)
        if match is None:
            continue
        told = match.groupdict()
        clause = next((told[name] for name in ("en", "en2", "clause") if told.get(name)), "")
        if clause:
            return clause.strip(" ?!.")
        if told["that"] or _SPANISH_IT.search(asked) or not _NEEDS_MORE.match(asked):
            return ""
    return None
