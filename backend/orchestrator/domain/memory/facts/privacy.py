"""Does the user tell what somebody else keeps to themselves? Such things are kept only after asking."""

from orchestrator.kit import patterns
from orchestrator.language.statements import claim_of
from orchestrator.language.statements.reading import SELF
from orchestrator.language.text.normalize import normalize
from orchestrator.language.text.sensitive import is_sensitive

_MINE = patterns.compile(r"^(?:[oa] )?(?:my|our|meus?|minhas?|noss[oa]s?|mis?|nuestr[oa]s?) (?P<what>\w+(?: \w+)?)")
_FIRST_PERSON = patterns.compile(
    r"^(?:(?:since|from|desde|agora|ahora|now|today|hoje|hoy)\b[^,]{0,40},? )?(?:(?:nao|no|ja|ya|never|nunca) )?"
    r"(?:i|we|the user|eu|yo|tenho|tengo|sou|soy|estou|estoy|tomo|ganho|gano|devo|debo|fui|me|sofro|sufro)\b"
)
_KIN = (
    r"sister|brother|mother|father|mom|mum|dad|parents|wife|husband|son|daughter|kids?|child|children|friend|boss|colleague"
    r"|coworker|neighbou?r|cousin|aunt|uncle|partner|girlfriend|boyfriend|roommate|flatmate|grandmother|grandfather"
    r"|irma|irmao|mae|pai|pais|mulher|marido|esposa|filh[oa]s?|amig[oa]|chefe|colega|vizinh[oa]|prim[oa]|ti[oa]|namorad[oa]"
    r"|av[oa]|soci[oa]|herman[oa]s?|madre|padres?|mujer|hij[oa]s?|jef[ea]|vecin[oa]|novi[oa]|abuel[oa]"
)
_OTHERS = patterns.compile(
    rf"\b(?:my|our|his|her|their|meu|minha|nosso|nossa|seu|sua|mi|nuestr[oa])\s+(?:\w+\s+)?(?:{_KIN})\b"
    r"|\b(?:he|she|ele|ela|ella)\b"
)


def others_private(text: str) -> bool:
    """Whether it speaks of the health, money or intimacy of anybody but the user. What can't be told is somebody
    else's."""
    if not is_sensitive(text):
        return False
    said = normalize(text)
    if _OTHERS.search(said):
        return True
    if (mine := _MINE.match(said)) is not None:
        return not is_sensitive(mine["what"])
    claim = claim_of(text)
    if claim is not None and claim.known:
        return claim.about != SELF
    return _FIRST_PERSON.match(said) is None
