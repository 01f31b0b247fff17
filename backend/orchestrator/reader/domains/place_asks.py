"""Does the message ask who lives at a place, what happened there, what is near, or where the user is?

The three languages are read together. "Here" and "there" are left to the tools, which know what the conversation was
about and where the client is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from orchestrator.kit import lookaround
from orchestrator.kit.patterns import Match
from orchestrator.language.places.place_kinds import place_kind
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, offered, wanted
from orchestrator.reader.line import Line, line
from orchestrator.reader.question.model import Reading
from orchestrator.reader.timing import phrases
from orchestrator.reader.words import words_of

HERE = "here"
_LIMIT = 20
_LONGEST = 80


class Ask(StrEnum):
    """What is asked, and the tool that tells it."""

    PEOPLE = "places_people"
    EVENTS = "places_events"
    NEARBY = "places_nearby"
    LOCATION = "get_location"
    HOME = "get_places"


@dataclass(frozen=True)
class PlaceAsk:
    """A question about a place: `place` by name, or `here` for what "here" and "there" mean; `role` of the people."""

    ask: Ask
    place: str = HERE
    role: str = "any"
    category: str = ""
    when: str = ""

    @property
    def named(self) -> bool:
        """Whether a place is named: it may be none that is known, then the words are read as any others are."""
        return self.place != HERE


_OPENS = r"^(?:(?:and|so|e|y|ok|please|por favor|tell me|me diga|diz-me|dime)[, ]+)*"
_DEICTIC = (
    r"(?:in |over |right |por )?(?:here|there|this place|that place|aqui|ali|la|ca|ai|acola|alli|ahi|alla|aca"
    r"|n?[ea]st[ea] (?:lugar|sitio|casa)|n?[ea]ss[ea] (?:lugar|sitio|casa)|en (?:este|ese) (?:lugar|sitio)"
    r"|en esta casa|in this (?:house|place|building)|(?:in|at) that (?:house|place))"
)
_THERE = lookaround.compile(rf"^{_DEICTIC}\b")
_AT = lookaround.compile(r"^(?:(?:at|in|inside|em|no|na|nos|nas|en)(?: (?:the|el|la|los|las|o|a|os|as))?) (?=\S)")
_OF = lookaround.compile(r"^ ?(?:d[aeo]s?|del)\b")
_PEOPLE = (
    lookaround.compile(
        _OPENS + r"who(?: else| all|'s| is| are)*(?: also)? (?P<role>liv|work|resid|stay)\w*(?: too)?(?P<where> .+)$"
    ),
    lookaround.compile(
        _OPENS + r"(?:does|do|is) (?:anyone|anybody|someone|somebody)(?: else)? (?P<role>liv|work)\w*(?P<where> .+)$"
    ),
    lookaround.compile(
        _OPENS + r"(?:quem|quien(?:es)?)(?: e que| mais| mas| tambem| tambien| todos?)*"
        r" (?P<role>mora|viv|resid|trabalha|trabaja)\w*(?: mais| mas| tambem| tambien)?(?P<where> .+)$"
    ),
    lookaround.compile(
        _OPENS + r"(?P<role>mora|viv|trabalha|trabaja)\w* (?:mais )?(?:alguem|alguien|gente)(?: mais| mas)?"
        r"(?P<where> .+)$"
    ),
)
_WITH = (
    lookaround.compile(_OPENS + r"who (?:all |else )?(?:lives?|is living) with (?P<who>\S.*)$"),
    lookaround.compile(_OPENS + r"who(?:m)? (?:does|do|is) (?P<who>\S.*?) (?:lives?|living) with$"),
    lookaround.compile(_OPENS + r"with whom (?:does|do) (?P<who>\S.*?) live$"),
    lookaround.compile(
        _OPENS + r"(?:quem|quien(?:es)?)(?: e que| mais| mas)* (?:mora|viv|resid)\w* (?:(?:com|con) (?P<who>\S.*)"
        r"|(?P<me>comigo|conmigo))$"
    ),
    lookaround.compile(_OPENS + r"(?:com quem|con quien(?:es)?)(?: e que)? (?:mora|viv|resid)\w* (?P<who>\S.*)$"),
)
"""Who shares somebody's home."""
_ARTICLE = lookaround.compile(r"^(?:o|a|os|as|el|la|los|las|the) (?=\S)")
_SELF = frozenset({"me", "i", "mim", "eu", "mi", "yo"})
_WORKS = ("work", "trabalha", "trabaja")
_EVENTS = (
    lookaround.compile(
        _OPENS + r"what(?:'s| else| all| has| have| had| was| is| been| ever)*"
        r" (?:been )?(?:happen(?:ed|ing|s)?|going on|gone on|went on|took place|taken place)(?P<where> .+)$"
    ),
    lookaround.compile(
        _OPENS + r"(?:o )?que(?: e que| foi que| mais| mas| ja| ha| se| tem)*"
        r" (?:aconteceu|acontece|aconteceram|acontecido|houve|passou|rolou|paso|pasado|sucedio|ocurrio|hubo)"
        r"(?: mais| mas)?"
        r"(?P<where> .+)$"
    ),
    lookaround.compile(
        _OPENS + r"(?:what did (?:i|we) do|when (?:was i|were we|have i been)(?: last)?|when did i last come"
        r"|o que (?:e que )?(?:eu )?(?:fiz|fizemos)|quando (?:e que )?(?:eu )?(?:estive|estivemos|vim)"
        r"|que (?:hice|hicimos)|cuando (?:estuve|estuvimos|vine))"
        rf"(?P<where> {_DEICTIC}\b.*)$"
    ),
)
_NEAR = lookaround.compile(
    r"\b(?:nearby|near (?:me|us|here|by)|around (?:here|me)|close (?:to me|to here|by)|in the (?:area|neighbou?rhood)"
    r"|aqui (?:perto|ao pe|a volta|cerca)|por perto|perto (?:daqui|de mim|de nos|de ca|de aqui)|ao pe de mim"
    r"|nas redondezas"
    r"|cerca de (?:aqui|mi|aca|nosotros)|en los alrededores)\b"
)
_NEAR_TAIL = lookaround.compile(r"^(?:que|what|o que|hay|ha|tem|existe)\b.*\b(?:por aqui|por aca|cerca)$")
_NEAREST = lookaround.compile(r"\b(?:nearest|closest|mais proxim[oa]s?|mais perto|mas cercan[oa]s?|mas cerca)\b")
_NEAR_NAMED = lookaround.compile(
    r"\b(?:near|close to|around|perto d[eoa]s?|ao pe d[eoa]s?|cerca del?)(?: (?:the|el|la|los|las))? (?P<where>\S.*)$"
)
_BARE = lookaround.compile(r"^(?:what|o que|que|show|places|lugares|sitios)\b")
_LOCATION = lookaround.compile(
    _OPENS + r"(?:where (?:exactly )?(?:am i|are we)(?: now| right now| exactly| at)*"
    r"|(?:what|which) (?:place|city|town|street|address) (?:is this|am i (?:in|at|on)|are we in)(?: now)?"
    r"|what(?:'s| is) my (?:current )?(?:location|address right now)"
    r"|onde (?:e que )?(?:eu )?(?:estou|estamos|to)(?: eu)?(?: agora| neste momento| mesmo)*"
    r"|em que (?:cidade|lugar|sitio|rua) (?:e que )?(?:eu )?(?:estou|estamos)|que (?:lugar|sitio|cidade|rua) e est[ea]"
    r"|qual e? ?a minha localizacao(?: atual)?"
    r"|(?:en )?donde (?:estoy|estamos)(?: ahora| exactamente)*|en que (?:ciudad|lugar|sitio|calle) (?:estoy|estamos)"
    r"|que (?:lugar|sitio|ciudad|calle) es est[ea]|cual es mi (?:ubicacion|localizacion)(?: actual)?)$"
)


_HOME = lookaround.compile(
    _OPENS + r"(?:where do (?:i|we) live|what(?:'s|s| is) (?:my|our) (?:home |house )?address"
    r"|where(?:'s|s| is) (?:my|our) (?:home|house)"
    r"|onde (?:e que )?(?:eu |nos )?(?:moro|vivo|moramos|vivemos)|onde (?:e|fica) (?:a )?(?:minha|nossa) casa"
    r"|qual e? ?(?:a|o) (?:minha|meu|nossa|nosso) (?:morada|endereco)(?: de casa)?"
    r"|(?:en )?donde (?:vivo|vivimos)|donde (?:esta|queda) (?:mi|nuestra) casa"
    r"|cual es (?:mi|nuestra) direccion(?: de casa)?)$"
)
_OWN_HOME = "my home"


def place_ask(facts: TurnFacts, reading: Reading) -> PlaceAsk | None:
    """What is asked about a place; None where the message asks something else."""
    asked = line(facts.question) if len(facts.question) <= _LONGEST * 4 else reading.line
    if _LOCATION.match(asked.low):
        return PlaceAsk(Ask.LOCATION)
    if _HOME.match(asked.low):
        return PlaceAsk(Ask.HOME, _OWN_HOME)
    for pattern in _WITH:
        if found := pattern.match(asked.low):
            return PlaceAsk(Ask.PEOPLE, _home_of(asked, found), role="lives")
    for pattern in _PEOPLE:
        if found := pattern.match(asked.low):
            role = "works" if found["role"].startswith(_WORKS) else "lives"
            return _at(PlaceAsk(Ask.PEOPLE, role=role), asked.cut(*found.span("where")), reading, facts)
    for pattern in _EVENTS:
        if found := pattern.match(asked.low):
            return _at(PlaceAsk(Ask.EVENTS), asked.cut(*found.span("where")), reading, facts)
    return _near(asked)


def place_calls(ask: PlaceAsk | None, facts: TurnFacts) -> Sequence[Wanted]:
    """The look-up that answers it, where this turn may make it."""
    if ask is None or not offered(facts, ask.ask):
        return ()
    if ask.ask is Ask.LOCATION:
        return (wanted(ask.ask),)
    if ask.ask is Ask.HOME:
        return (wanted(ask.ask, query=ask.place, limit=1),)
    if ask.ask is Ask.NEARBY:
        return (wanted(ask.ask, around=ask.place, category=ask.category),)
    if ask.ask is Ask.EVENTS:
        return (wanted(ask.ask, place=ask.place, when=ask.when, limit=_LIMIT),)
    theirs = wanted(ask.ask, place=ask.place, role=ask.role)
    if ask.role != "works" or not ask.named:
        return (theirs,)
    return (theirs, wanted("get_contacts", query=ask.place, limit=_LIMIT))  # whose company is called so


def _at(ask: PlaceAsk, where: Line, reading: Reading, facts: TurnFacts) -> PlaceAsk | None:
    """The question with its place and time; None where the words name no place ("what happened on Monday?")."""
    known = words_of(reading.language)
    times = [
        found
        for found in phrases(where.raw, where.low, known, facts.now, reading.locale)
        if not _OF.match(where.low[found.end :])  # "na Quinta da Ana" is no Thursday
    ]
    rest = where.without([span for found in times for span in found.spans])
    when = " ".join(found.bare.strip() for found in times)
    if _THERE.match(rest.low):
        return PlaceAsk(ask.ask, HERE, ask.role, when=when)
    lead = _AT.match(rest.low)
    name = rest.cut(lead.end(), len(rest.low)) if lead else None
    if name is None or not name.low or len(name.low) > _LONGEST:
        return None
    return PlaceAsk(ask.ask, name.written, ask.role, when=when)


def _home_of(asked: Line, found: Match) -> str:
    """The words for the home of whoever is named."""
    who = found["who"] or ""
    if not who or who in _SELF:
        return _OWN_HOME
    at = found.start("who")
    lead = _ARTICLE.match(who)
    return f"{asked.cut(at + (lead.end() if lead else 0), found.end('who')).written}'s home"


def _near(asked: Line) -> PlaceAsk | None:
    kind = place_kind(asked.low) or ""
    if _NEAR.search(asked.low) or _NEAR_TAIL.match(asked.low) or (kind and _NEAREST.search(asked.low)):
        return PlaceAsk(Ask.NEARBY, category=kind)
    found = _NEAR_NAMED.search(asked.low)
    if found is None:
        return None
    kind = place_kind(asked.low[: found.start()]) or ""
    bare = _BARE.match(asked.low)
    if not kind and not bare:
        return None
    name = asked.cut(*found.span("where"))
    return PlaceAsk(Ask.NEARBY, name.written, category=kind) if len(name.low) <= _LONGEST else None
