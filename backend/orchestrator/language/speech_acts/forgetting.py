"""Does the user want something forgotten, and what? Does a question ask what is known of them? Three languages, folded."""
# ruff: noqa: E501

from dataclasses import dataclass
from datetime import datetime

from orchestrator.kit import patterns
from orchestrator.language.detect import language_of
from orchestrator.language.tables import ABOUT
from orchestrator.language.text.normalize import normalize
from orchestrator.language.time import mentions, resolve_range

_POLITE = r"(?:(?:please|por favor|ok|okay|no|nao|could you|can you|podes?|pode|puedes?|i want you to|quero que|quiero que)[, ]+)*"
_FORGET = patterns.compile(
    rf"^{_POLITE}(?:forget|esquece|esqueca|esquecas|esquecer|olvida|olvide|olvides|olvidate|olvidar)"
    r"(?:-te|-se)?(?: de)?(?: (?:about|that|que|sobre|lo que|o que|what))*(?: (?P<what>.+?))?[ .!]*$"
)
_THAT = patterns.compile(
    rf"^{_POLITE}(?:forget (?:that|this|what i (?:just )?said|that one)"
    r"|(?:esquece|esqueca|esquecas)(?:-te)? (?:disso|isso|isto|disto|o que (?:eu )?(?:acabei de dizer|disse))"
    r"|(?:olvida|olvide|olvidate de) (?:eso|esto|lo que (?:te )?dije))[ .!]*$"
)
_NEVER_MIND = patterns.compile(r"^(?:forget (?:it|about it)|esquece|esqueca|deixa|olvidalo|dejalo|forget)[ .!]*$")
_KNOWN = patterns.compile(
    r"^(?:(?:so|and|e|y|entao|pues|hey|tell me|diz-me|diga-me|me diga|dime|show me|list|mostra-me|muestrame)[, ]+)*"
    r"(?:what(?: all)?|everything(?: that)?|o que(?: e que)?|tudo o que|que(?: es lo que)?|que cosas|todo lo que)"
    r" (?:(?:do|did|have|had|exactly|all)+ )*(?:you |voce |tu |vc |usted )?(?:ja |have |had )?"
    r"(?P<verb>know|knew|known|remember|remembered|believe|believed|think|thought|learn(?:ed|t)?"
    r"|sabes?|sabias?|lembras?|recordas?|acreditavas?|acreditava|pensavas?|pensava|aprendeste|aprendeu"
    r"|recuerdas?|recordabas?|creias|creia|crees|pensabas|aprendiste|has aprendido)"
    r"(?: (?:was true|to be true|ser verdade))?"
    r"(?: (?:about|of|on|sobre|de|d[oae]s?|acerca d[eao]|respeito (?:a|de)|del))?(?: (?P<what>.+?))?[ ?!.]*$"
)
_THEN = frozenset("knew remembered believed thought sabias sabia lembravas acreditavas acreditava pensavas pensava"
                  " recordabas creias creia pensabas".split())  # fmt: skip
_WORLD = frozenset(
    "know knew known remember remembered sabes sabe lembras lembra recordas recuerdas recuerda sabias".split()
)
""" "What do you know about the contract?" asks for all there is, not for what is believed of the user."""
_ME = patterns.compile(r"^(?:me|myself|us|mim|nos|mi|mi mismo|nosotros)?$")
_OWN = patterns.compile(r"^(?:my|our|o meu|a minha|meu|minha|os meus|as minhas|mi|mis|nuestr[oa]) ")

_RULES = patterns.compile(
    r"^(?:(?:what|which)(?: are)?(?: my| the)? rules(?: do i have| are there| have i (?:set|made))?"
    r"|(?:show|list|tell)(?: me)?(?: all)?(?: of)? my rules"
    r"|(?:quais|que)(?: sao)?(?: as)?(?: minhas)? regras(?: (?:e que )?(?:eu )?tenho| ha)?"
    r"|(?:mostra|lista|diz)(?:[- ]?me)?(?: todas)?(?: as)? minhas regras"
    r"|(?:cuales|que)(?: son)?(?: mis)? reglas(?: tengo| hay)?|(?:muestra|lista|di)(?:me)?(?: todas)? mis reglas)\W*$"
)


@dataclass(frozen=True)
class AskedKnown:
    """A question for what is known. `about`: "" for all of it; `when`: the words for a past time, as written; `rules`:
    for the hard rules alone."""

    about: str = ""
    when: str = ""
    rules: bool = False


def asked_to_forget(text: str) -> str | None:
    """What is to be forgotten, in the user's words; "" where they only point at it ("forget that"), None where nothing
    is. "Forget it" waves something away."""
    said = normalize(text).lstrip("¡¿ ")
    if _NEVER_MIND.match(said) or said.rstrip().endswith("?"):
        return None
    if _THAT.match(said):
        return ""
    match = _FORGET.match(said)
    what = (match["what"] or "").strip() if match is not None else ""
    return what if len(what.split()) >= 1 and what not in {"it", "lo", "that", "isso", "eso"} and what else None


_OF_FACTS = patterns.compile(
    r"\b(?:forget|esquec\w+|esquece|olvid\w+)(?: me| te)?(?: de)? (?:that|what|everything|anything|all|about|where|how|my|it|this"
    r"|que|o que|lo que|tudo|todo|sobre|mi|o meu|a minha|isso|isto|eso|esto)\b"
)


def forgets_a_thing(text: str) -> bool:
    """Whether what shall be forgotten is told by a noun alone, which may be an event: "forget the haircut"."""
    match = _FORGET.match(normalize(text).lstrip("¡¿ "))
    what = (match["what"] or "").strip() if match is not None else ""
    return bool(what) and _OF_FACTS.search(normalize(text)) is None and len(what.split()) <= _FEW_WORDS


_FEW_WORDS = 5


def asked_known(text: str, *, now: datetime, locale: str) -> AskedKnown | None:
    """What is asked of all that is known of the user; None of another question. `now`: naive local."""
    asked = normalize(text).lstrip("¿¡ ")
    if _RULES.match(asked):
        return AskedKnown(rules=True)
    match = _KNOWN.match(asked)
    if match is None:
        return None
    what = (match["what"] or "").strip()
    when = ""
    language = language_of(text, locale)
    own = locale if locale[:2].lower() == language else ABOUT[language].locale
    for found in mentions(text, now=now, locale=own):
        back = resolve_range(found.text, now=now, zone="UTC", locale=own, looking="back")
        if found.has_date and back is not None and back[0] <= now:
            when = found.text
            what = " ".join(what.replace(normalize(found.text), " ").split())
            break
    if match["verb"] in _THEN and not when and not what:
        return None
    if not match["what"] and match["verb"] not in {"know", "sabes", "sabe"}:
        return None
    own_matter = _ME.match(what) is not None or _OWN.match(what) is not None
    if match["verb"] in _WORLD and not when and not own_matter:
        return None
    return AskedKnown("" if _ME.match(what) else _OWN.sub("", what), when)
