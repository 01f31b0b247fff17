"""Does the user want one of their rules to end, and which? "Forget the rule about Fridays", "apaga a regra das dez",
"la regla de las reuniones ya no vale": in English, Portuguese and Spanish."""

from orchestrator.kit import patterns
from orchestrator.language.text.normalize import normalize

MOST_CHARACTERS = 200
_POLITE = r"(?:(?:please|por favor|ok|okay|could you|can you|podes?|puedes?|i want you to|quero que|quiero que)[, ]+)*"
_END = (
    r"(?:forget|delete|remove|drop|end|retire|lift|scrap|cancel|erase|stop|get rid of|take back|turn off|do away with"
    r"|esque(?:ce|ca)s?|apagu?[ae]s?|remov[ae]s?|retir[ae]s?|cancel[ae]s?|elimin[ae]s?|tir[ae]s?|acab[ae] com|desliga"
    r"|olvid[ae](?:te de)?|borr[ae]|quit[ae]|anul[ae])"
)
_THE = r"(?:(?:me|te|-te)\s+)?(?:(?:de|a|o|la|el|the|my|mi|minha|that|this|ess?a|esta|aquela|aquella)\s+)*"
_RULE = r"(?:rules?|regras?|reglas?)"
_ABOUT = r"(?:about|on|for|of|that|which|with|sobre|acerca d[aeo]s?|d[aeo]s?|del?|que|com|con|para)"
_WHAT = rf"(?:\s*{_ABOUT})?(?:\s+(?:the|a|o|as|os|la|las|el|los|my))?\s+(?P<what>.+?)"
_NAMED_AFTER = patterns.compile(rf"^{_POLITE}{_END}(?:-te)?\s+{_THE}{_RULE}{_WHAT}\W*$")
_NAMED_BEFORE = patterns.compile(rf"^{_POLITE}{_END}\s+(?:the|my|that)\s+(?P<what>.+?)\s+{_RULE}\W*$")
_NO_MORE = patterns.compile(
    rf"^(?:the |a |la |my |minha |mi )?{_RULE}{_WHAT}\s+"
    r"(?:no longer (?:applies|holds|counts)|is (?:over|off|gone)|does(?:n'?t| not) (?:apply|hold|count) any ?more"
    r"|(?:ja )?nao (?:vale|conta|se aplica)(?: mais)?|acabou|ya no (?:vale|cuenta|se aplica)|se acabo)\W*$"
)
_POINTED = patterns.compile(rf"^{_POLITE}{_END}(?:-te)?\s+{_THE}{_RULE}\W*$")


def asked_to_end(text: str) -> str | None:
    """The words for the rule, folded; "" where they only point at it ("forget that rule"); None of another message."""
    if len(text) > MOST_CHARACTERS or text.rstrip().endswith("?"):
        return None
    said = normalize(text).lstrip("¡¿ ").replace("’", "'")
    for pattern in (_NO_MORE, _NAMED_AFTER, _NAMED_BEFORE):
        found = pattern.match(said)
        if found is not None:
            return str(found["what"]).strip(" \"'“”«».,")
    return "" if _POINTED.match(said) else None
