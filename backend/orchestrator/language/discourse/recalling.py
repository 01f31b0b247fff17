"""Does a question ask what was talked about with Steward, or when something last was? In three languages, folded.

"What did we talk about last week?", "recap of March", "de que falámos na terça?", "¿cuándo hablamos por última vez del
barco?". Talks with others ("what did I talk about with Ana?") are none: these are found among what was said.
"""
# ruff: noqa: E501

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import dropwhile

from orchestrator.kit import patterns
from orchestrator.language.detect import language_of
from orchestrator.language.tables import ABOUT
from orchestrator.language.text.normalize import STOP_WORDS, normalize, tokens
from orchestrator.language.time import Mention, mentions, resolve_range
from orchestrator.language.word_patterns import END, but

READ_CHARACTERS = 500
"""Who asks for it says it in a sentence; what is longer tells something."""
_ANY_MOMENT = datetime.fromisoformat("2026-03-04T12:00:00")
"""A Wednesday in the middle of a month: whether a text names a time does not depend on it."""
_LEAD = (
    r"^(?:(?:please|so|and|ok|okay|hey|hi|hello|tell me|remind me(?: of)?|show me|can you|could you|would you|por favor|e|entao|ola|olha|diz-me|diga-me"
    r"|me diga|lembra-me|podes|pode|y|pues|hola|oye|dime|recuerdame|puedes|podrias|sabes)[,:]? )*"
)
_WHAT = (
    r"what (?:all |else |exactly )?(?:(?:did|have|had|were|was) (?:we|i|you and i) (?:all |just |last |already )?(?:talk(?:ed|ing)?|speak(?:ing)?|spoken?|chat(?:ted|ting)?)"
    r"(?: with you| to you| together)? about|(?:did|have|had|were) (?:we|you and i) (?:just |last |already )?(?:discuss(?:ed|ing)?|go(?:ne)? over))",
    r"what (?:we|i|you and i) (?:have |had |were |was )?(?:talked|talking|spoke|chatted|chatting|discussed|discussing)(?: with you)?(?: about)?",
    r"(?:sobre |de |acerca d[eo] )?(?:o )?que (?:e que |foi que |assuntos |temas )?(?:nos )?(?:falamos|conversamos|discutimos|(?:andamos|estivemos) a (?:falar|conversar|discutir)|temos (?:falado|conversado))",
    r"(?:de |sobre )?(?:lo )?que (?:cosas |temas )?(?:nosotros )?(?:hablamos|conversamos|charlamos|platicamos|discutimos|(?:estuvimos|estabamos) (?:hablando|conversando|charlando|discutiendo)|hemos (?:hablado|conversado|charlado|discutido))",
)
_OUR = (
    r"what (?:was|were) our (?:last |latest |previous )?(?:conversation|chat|talk|discussion|session)s?(?P<mid>.*?) about",
    r"(?:sobre |de )?(?:o )?que foi a nossa (?:ultima )?(?:conversa|sessao)",
    r"(?:de |sobre )?que (?:trato|fue|iba) nuestra (?:ultima )?(?:conversacion|charla|sesion)",
)
_TALKS = (
    r"(?:(?:of |from |for )?(?:(?:all (?:of )?)?(?:our|my) (?:last |latest |recent )?(?:conversation|chat|talk|discussion|session)s?(?: with you)?|what we (?:talked|spoke|chatted|discussed)(?: about)?)"
    r"|(?:d[aeo]s? )?(?:(?:as )?nossas? |minhas? )(?:ultimas? )?(?:conversas?|sess(?:ao|oes))(?: contigo| com voce)?|(?:d[aeo]s?|do) que (?:falamos|conversamos)"
    r"|(?:de )?(?:nuestras?|mis?) (?:ultimas? )?(?:conversacion(?:es)?|charlas?|sesion(?:es)?)(?: contigo)?|de lo que (?:hablamos|conversamos))"
)
_SUM_UP = (
    r"(?:(?:give|make|write|faz|faca|da|dame|hazme|haz|quero|quiero|i want|i'd like)(?:-?me)? )?(?:me )?(?:(?:an?|the|um|uma|un|una|o|el) )?(?:short |quick |brief |breve |pequeno )?"
    r"(?P<how>recap|recapitulate|recapitula|recapitule|recapitulacao|recapitulacion|summar(?:y|i[sz]e)|sum up|overview|resumo|resume|resuma|resumen|resumir)(?: me)?"
)
_LAST = (
    r"when (?:did|have|had) (?:we|i|you and i) (?P<last>last |most recently )?(?:(?:talk|speak|chat|talked|spoken)(?: with you| to you)? about|discuss(?:ed)?|mention(?:ed)?) (?P<what>.+)",
    r"when was the (?P<last>last) time (?:that )?(?:we|i|you and i) (?:(?:talked|spoke|chatted)(?: with you| to you)? about|discussed|mentioned) (?P<what>.+)",
    r"quando (?:e que |foi que )?(?:eu |nos )?(?:falei|falamos|conversei|conversamos|mencionei|discutimos)(?: contigo| com voce)?(?P<last> pela ultima vez| por ultimo)? (?:sobre|d[aeo]s?|acerca d[aeo]s?|n[ao]s?) (?P<what>.+)",
    r"quando foi a (?P<last>ultima) vez que (?:eu )?(?:falei|falamos|conversei|conversamos|mencionei|discutimos)(?: contigo| com voce)? (?:sobre|d[aeo]s?|acerca d[aeo]s?|n[ao]s?) (?P<what>.+)",
    r"cuando (?:yo )?(?:hable|hablamos|converse|conversamos|mencione|charlamos|discutimos)(?: contigo)?(?P<last> por ultima vez)? (?:de|del|sobre|acerca del?) (?P<what>.+)",
    r"cuando fue la (?P<last>ultima) vez que (?:yo )?(?:hable|hablamos|converse|conversamos|mencione|charlamos|discutimos)(?: contigo)? (?:de|del|sobre|acerca del?) (?P<what>.+)",
)
_SPOKEN = patterns.compile(rf"{_LEAD}(?:{'|'.join(_WHAT)}|{'|'.join(_OUR)})(?P<rest>(?:[ ?!.,].*)?)$")
_SUMMED = patterns.compile(rf"{_LEAD}{_SUM_UP}(?P<talks> {_TALKS})?(?P<rest>(?:[ ?!.,].*)?)$")
_WHEN = tuple(patterns.compile(rf"{_LEAD}{pattern}$") for pattern in _LAST)
_ABOUT = patterns.compile(
    r"^(?:about|regarding|concerning|on|sobre|acerca d[aeo]s?|acerca del?|de|d[ao]s?|del|a respeito d[aeo]s?) (?P<what>.+)$"
)
_TRAILING_LAST = patterns.compile(r"(?: (?:last|pela ultima vez|por ultimo|por ultima vez))$")
_POLITE_END = patterns.compile(r"[, ]+(?:please|por favor|thanks|obrigad[oa]|gracias)$")
_ARTICLE = patterns.compile(
    r"^(?:the|my|our|a|an|o|os|as|el|la|los|las|meus?|minhas?|mis?|nuestr[ao]s?|nossos?|nossas?) "
)
_WITH_OTHERS = patterns.compile(rf"\b(?:with|com|con) (?:$|\W|{but('you voce ti usted')}{END})")
_WITH_YOU = patterns.compile(r"\b(?:with you|to you|contigo|com voce|con usted)\b")
_ALONE = frozenset("recap recapitulate recapitula recapitule recapitulacao recapitulacion".split())
""" "Summary of March" may mean anything of it; a recap is of what was said."""
_SUMMARIES = frozenset("resumo resumen summary overview".split())
_JOINING = frozenset("of from for in on during at the since around d n el la lo los las o a os as de do da dos das em no na nos nas en del"
                     " durante desde entre between and e y over past".split())  # fmt: skip
_LONG = timedelta(days=28)


@dataclass(frozen=True)
class AskedTalk:
    """A question for past talks. `about`: what they were about, "" for anything; `when`: the words for a time, as
    written, "" for any; `last`: when that was the last time."""

    about: str = ""
    when: str = ""
    last: bool = False


def asked_talk(text: str, *, now: datetime = _ANY_MOMENT, locale: str = "en") -> AskedTalk | None:
    """What is asked of past talks; None of another question. `now`: naive local."""
    if len(text) > READ_CHARACTERS:
        return None
    asked = _POLITE_END.sub("", normalize(text).lstrip("¿¡ ").rstrip(" ?!."))
    for pattern in _WHEN:
        if match := pattern.match(asked):
            return _when(text, match["what"], now, locale)
    if match := _SPOKEN.match(asked):
        rest = f"{match.groupdict().get('mid') or ''} {match['rest'] or ''}"
        return _of(text, rest, now, locale)
    if (match := _SUMMED.match(asked)) is not None:
        found = _of(text, match["rest"] or "", now, locale)
        if match["talks"]:
            return found
        if found is None or not found.when or found.about:
            return None
        alone = match["how"] in _ALONE or (match["how"] in _SUMMARIES and _is_long(found.when, now, locale))
        return found if alone else None
    return None


def _when(text: str, what: str, now: datetime, locale: str) -> AskedTalk | None:
    rest, when = _without_times(text, what, now, locale)
    rest = _ARTICLE.sub("", _TRAILING_LAST.sub("", rest.strip(" ,")))
    if not rest or _WITH_OTHERS.search(rest):
        return None
    return AskedTalk(rest, when, last=True)


def _of(text: str, rest: str, now: datetime, locale: str) -> AskedTalk | None:
    left, when = _without_times(text, rest, now, locale)
    left = _WITH_YOU.sub(" ", left)
    left = " ".join(left.strip(" ,").split())
    if _WITH_OTHERS.search(f"{left} "):
        return None
    if all(word in _JOINING for word in tokens(left)):
        return AskedTalk("", when)
    about = _ABOUT.match(left)
    words = tokens(_ARTICLE.sub("", about["what"])) if about is not None else []
    idle = _JOINING.union(*STOP_WORDS.values())
    while words and words[-1] in _JOINING:
        words.pop()
    return AskedTalk(" ".join(words), when) if any(word not in idle for word in words) else None


def _without_times(text: str, rest: str, now: datetime, locale: str) -> tuple[str, str]:
    """What is left of it without its time, and that, as written."""
    for found in _times(text, now, locale):
        phrase = normalize(found.text)
        if phrase and phrase in rest:
            return rest.replace(phrase, " "), found.text
    # A month alone may be a name in a sentence ("March"); where nothing else is left it is none.
    alone = " ".join(dropwhile(_JOINING.__contains__, rest.strip(" ,").split()))
    if alone and resolve_range(alone, now=now, zone="UTC", locale=_spoken(text, locale), looking="back") is not None:
        return "", alone
    return rest, ""


def _times(text: str, now: datetime, locale: str) -> list[Mention]:
    found = mentions(text, now=now, locale=_spoken(text, locale))
    return [one for one in found if one.has_date and one.kind != "duration"]


def _spoken(text: str, locale: str) -> str:
    language = language_of(text, locale)
    return locale if locale[:2].lower() == language else ABOUT[language].locale


def _is_long(when: str, now: datetime, locale: str) -> bool:
    """Whether a month or longer is named: nobody asks for an agenda like that."""
    span = resolve_range(when, now=now, zone="UTC", locale=_spoken(when, locale), looking="back")
    return span is not None and span[1] is not None and span[1] - span[0] >= _LONG
