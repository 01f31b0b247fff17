"""Of which category is what the user told? The words that tell it decide; else what the model says, where any word bears
it out. Small models call everything a decision or an insight.
"""
# ruff: noqa: E501

from collections.abc import Mapping

from orchestrator.kit import patterns
from orchestrator.language.normalize import normalize

_PREFERENCE = (
    r"i (?:really |also |just |do |absolutely )?(?:love|like|enjoy|prefer|hate|dislike|adore|can'?t stand|don'?t like|(?:would|'d) rather)|(?:my|a) fav(?:e|ou?rite)?s?|fond of|big fan"
    r"|(?:gosto|adoro|prefiro|odeio|detesto|amo|nao gosto|nao suporto|nao me gusta|me gusta|me gustan|me encanta|me encantan|prefiero|odio)|favorit[oa]s?|preferid[oa]s?"
)
_DECISION = r"decided|decision|settled on|chose|chosen|made up (?:my|our) mind|going with|decidi\w*|optei|escolh\w+|resolvi|decidido|elegi\w*"
_PLAN = r"going to|gonna|will|'ll|plan(?:s|ning|ned)? (?:to|on)|about to|i'?m (?:off|set) to|quit|vou|vamos|voy a|planeo|pretendo|penso em|pienso"
_REMINDER = r"(?:i|we) (?:have to|need to|must|should)|have got to|gotta|don'?t forget|deadline|due (?:on|by)|appointment|tenho (?:de|que)|temos (?:de|que)|preciso (?:de )?|devo|tengo que|tenemos que|debo|necesito"
_PATTERN = r"every (?:\w+ )?(?:day|morning|evening|night|week|weekend|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?|usually|always|often|most (?:days|mornings)|once or twice|times a (?:day|week|month|year)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|todos os|todas as|costumo|normalmente|sempre|todos los|todas las|suelo|siempre|cada (?:dia|semana|mes|ano)"
_ONGOING = r"(?:i'?m|we'?re|i am|we are|been) (?:currently |still |also |now )?(?:working on|learning|writing|building|studying|training|looking (?:for|into)|trying|preparing|planning|taking)|started (?:to |a |learning|writing|training)|estou a|estou (?:escrevendo|aprendendo|trabalhando)|ando a|comecei a|estoy (?:escribiendo|aprendiendo|trabajando|estudiando|buscando)|empece a"
_INSIGHT = r"learn(?:ed|t)|reali[sz]ed?|noticed|found out|turns out|figured out|aprendi\w*|percebi|dei-me conta|descobri|me di cuenta|descubri"


def _said(words: str) -> patterns.Pattern:
    return patterns.compile(rf"\b(?:{words})(?:\W|$)")


_CUES: Mapping[str, patterns.Pattern] = {
    name: _said(words)
    for name, words in (
        ("decision", _DECISION),
        ("reminder", _REMINDER),
        ("preference", _PREFERENCE),
        ("ongoing_task", _ONGOING),
        ("pattern", _PATTERN),
        ("insight", _INSIGHT),
    )
}
_BORNE_OUT: Mapping[str, patterns.Pattern] = {
    "decision": _said(f"{_DECISION}|{_PLAN}"),
    "reminder": _said(f"{_REMINDER}|{_PLAN}"),
    "insight": _said(f"{_INSIGHT}|means|because|helps?|important|key|significa|porque|ajuda|ayuda|importante"),
}
PLAIN = "fact"


def category_of(told: str, by_model: str) -> str:
    """Its category; `by_model` is one of the known ones."""
    said = normalize(told).replace("’", "'")
    found = next((name for name, words in _CUES.items() if words.search(said)), None)
    if found is not None:
        return found
    borne_out = _BORNE_OUT.get(by_model)
    return PLAIN if borne_out is not None and not borne_out.search(said) else by_model
