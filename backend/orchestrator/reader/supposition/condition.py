"""Which change does a question only suppose, and what does it ask of the calendar as it would be then?

"What if I cancelled the council meeting, would I be free after lunch?": a condition, and what would follow from it. The
condition is put as the request that it would be ("cancel the council meeting") and read as any request is; nobody
carries it out.
"""

# ruff: noqa: E501

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from orchestrator.kit import patterns
from orchestrator.kit.patterns import Pattern
from orchestrator.language.mood import Mood, mood_of
from orchestrator.language.tables import Language
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.line import MAX_LENGTH, Line, line, spelled
from orchestrator.reader.request import Request, Scene, target_of
from orchestrator.reader.requests import requested
from orchestrator.reader.spoken import language_in
from orchestrator.reader.timing import phrases
from orchestrator.reader.words import words_of


class Asks(StrEnum):
    """What is asked of the calendar: is there time, does it overlap, what is there, what changes; or of Steward, whether
    it would do it."""

    FREE = "free"
    CLASH = "clash"
    DAY = "day"
    CHANGES = "changes"
    STEWARD = "steward"


@dataclass(frozen=True)
class Supposition:
    """A supposed change and the question about it. `own_week`: a bare weekday is that of the event's own week ("what if
    it was on Friday instead?")."""

    language: Language
    change: Request
    asks: Asks
    asked: Line
    own_week: bool = False


@dataclass(frozen=True)
class _Tables:
    """One language: what opens a condition (`opens`), stands between a question and the condition that follows it
    (`after`), begins the question behind a condition (`then`); conditions with the request that they are (`changes`);
    words that ask for free time, for overlaps, for the day; who is told something (`told`)."""

    opens: Pattern
    after: Pattern
    then: Pattern
    changes: Sequence[tuple[Pattern, str]]
    free: Pattern
    clash: Pattern
    day: Pattern
    told: Pattern
    leads: Pattern


_STOP = patterns.compile(r"[,;:.!?…]+(?: |$)")
_MOST_STOPS = 8

_EN_I = r"^(?:i|we)(?:'d|'ll| would| were to| was to| had to| have to| just| simply| could| should| did| do| have| had| decided to| decide to)* "
_PT_I = r"^(?:(?:eu|nos|a gente) )?(?:(?:tivesse de|tivesse que|decidisse|pudesse|quisesse|resolvesse) )?"
_ES_I = (
    r"^(?:(?:yo|nosotros) )?(?:(?:me|la|lo) )?(?:(?:tuviera que|tuviese que|decidiera|decidiese|pudiera|quisiera) )?"
)

_TABLES: Mapping[Language, _Tables] = {
    "en": _Tables(
        opens=patterns.compile(
            r"^(?:so|and|but|ok|okay|hey|hm+|well|then|just)?,? ?(?:(?:what|how about|what happens|what would happen|what changes|what would change)(?: then)? if|if"
            r"|(?:suppose|supposing|assume|assuming|imagine|let's say|lets say|say)(?: that)?) "
        ),
        after=patterns.compile(r",? (?:if|suppose|supposing|assuming)(?: that)? "),
        then=patterns.compile(r" (?:then |so )?(?:would|will|could|can|am|do|does|is|are|what|how|when|where|who)\b"),
        changes=(
            (patterns.compile(_EN_I + r"(?:cancell?(?:ed)?|skip(?:ped)?|drop(?:ped)?|deleted?|removed?|miss(?:ed)?|call(?:ed)? off|scrap(?:ped)?|ditch(?:ed)?|g[ao]ve up|give up|bail(?:ed)? (?:on|out of)|pull(?:ed)? out of|(?:not|n't) (?:go|come|have|attend)(?: to)?) (?P<event>.+)$"), "cancel {event}"),
            (patterns.compile(r"^(?:i|we) (?:didn't|don't|did not|do not) (?:go|come|have|attend|show up)(?: to| at)? (?P<event>.+)$"), "cancel {event}"),
            (patterns.compile(r"^(?P<event>.+?) (?:was|were|is|are|gets|got|has been)(?: to be)? (?:cancell?ed|called off|dropped|scrapped|off)$"), "cancel {event}"),
            (patterns.compile(r"^(?P<event>.+?) (?:(?:wasn't|isn't|weren't) (?:on|there|happening)|(?:didn't|doesn't) (?:happen|take place|exist)|fell through|falls through)$"), "cancel {event}"),
            (patterns.compile(_EN_I + r"(?:moved?|push(?:ed)?|postponed?|rescheduled?|shift(?:ed)?|put|delay(?:ed)?|changed?|switch(?:ed)?|bring|brought|rebook(?:ed)?)(?: back| forward| off)? (?P<rest>.+)$"), "move {rest}"),
            (patterns.compile(r"^(?P<event>.+?) (?:was|were|is|got|gets|has been)(?: to be)? (?:moved|pushed|postponed|rescheduled|shifted|changed|brought forward|delayed|put off)(?: back)?(?: to| until| till| by)? (?P<new>.+)$"), "move {event} to {new}"),
            (patterns.compile(r"^(?P<event>.+?) (?:was|were|is|were to be|started|starts|began|begins|took place|takes place|happened|fell|falls)(?: only| actually)? (?P<new>.+?)(?: instead.*)?$"), "move {event} to {new}"),
            (patterns.compile(_EN_I + r"(?:have|had|book(?:ed)?|scheduled?|add(?:ed)?|plan(?:ned)?|arranged?|accept(?:ed)?|went(?: to| for)?|go(?: to| for)?|met|meet|set up|said yes to) (?P<rest>.+)$"), "schedule {rest}"),
            (patterns.compile(r"^(?:i|we)(?:'d)? (?:had) (?P<rest>.+)$"), "schedule {rest}"),
        ),
        free=patterns.compile(r"\b(?:free|available|time|gap|slot|fit|squeeze|make it|(?:could|can) (?:i|we))\b"),
        clash=patterns.compile(r"\b(?:clash\w*|conflict\w*|overlap\w*|collid\w*|double.?book\w*|in the way|(?:would|does|will) (?:it|that) (?:work|be ok|be okay|fit|be a problem))\b"),
        day=patterns.compile(r"\b(?:what (?:would|will|do|else) .*(?:have|left|look|remain)|what's left|look like)\b"),
        told=patterns.compile(r"^(?:i|we)(?:'d| were to| would)? (?:told|tell|asked?|want(?:ed)?|order(?:ed)?) you\b(?: to (?:\w+) (?P<about>.+)|.*)$|^you were (?:told|asked)\b.*$"),
        leads=patterns.compile(r"^(?:(?:on|at|for|to|in|until|till|from|by)\b ?)+"),
    ),
    "pt": _Tables(
        opens=patterns.compile(
            r"^(?:entao|e|mas|ok|olha|entao e|bem)?,? ?(?:(?:o que (?:e que )?(?:acontece|acontecia|aconteceria|muda|mudava|mudaria) |que tal |como (?:e que )?(?:fica|ficava) )?se|(?:supondo|suponhamos|supoe|suponha|imagina|imagine|imaginemos|vamos supor|digamos)(?: que)?) "
        ),
        after=patterns.compile(r",? (?:se|supondo que|caso) "),
        then=patterns.compile(r" (?:entao )?(?:ficava|ficaria|fico|ficarei|ficavamos|estaria|estava|estou|teria|tinha|tenho|chocav?a|chocaria|choca|coincid\w+|bati?a|bateria|sobrep\w+|o que|que|quanto|dava|daria|podia|poderia|posso|conseguia|consigo|havia|haveria|ha)\b"),
        changes=(
            (patterns.compile(_PT_I + r"(?:cancel\w+|desmarc\w+|anul\w+|apag\w+|elimin\w+|salt\w+|falt\w+ (?:a|ao|as|aos)|nao (?:fosse|for|fossemos|formos) (?:a|ao|as|aos)|nao (?:tivesse|tiver|houvesse|houver)) (?P<event>.+)$"), "cancela {event}"),
            (patterns.compile(r"^(?P<event>.+?) (?:fosse|for|ficasse|fica|e|estivesse) (?:cancelad|desmarcad|anulad)\w+$"), "cancela {event}"),
            (patterns.compile(r"^(?P<event>.+?) nao (?:fosse|se realizasse|acontecesse|existisse|houvesse)$"), "cancela {event}"),
            (patterns.compile(_PT_I + r"(?:mud|pass|adi|antecip|remarc|transfer|empurr|mov|mex|reagend|troc|pux|atras)\w* (?P<rest>.+)$"), "muda {rest}"),
            (patterns.compile(r"^(?P<event>.+?) (?:fosse|for|ficasse|e) (?:mudad|adiad|passad|antecipad|remarcad|transferid|atrasad)\w+ (?:para|pra) (?P<new>.+)$"), "muda {event} para {new}"),
            (patterns.compile(r"^(?P<event>.+?) (?:passasse|mudasse|passar|mudar) (?:para|pra) (?P<new>.+)$"), "muda {event} para {new}"),
            (patterns.compile(r"^(?P<event>.+?) (?:fosse|for|era|seja|comecasse|comecar|calhasse|calhar|ficasse|ficar|tivesse lugar)(?: so| antes)? (?P<new>.+?)(?: em vez .*)?$"), "muda {event} para {new}"),
            (patterns.compile(_PT_I + r"(?:marc\w+|agend\w+|tivesse|tiver|combin\w+|aceit\w+|pus\w+|acrescent\w+|fosse (?:a|ao)|for (?:a|ao)) (?P<rest>.+)$"), "marca {rest}"),
        ),
        free=patterns.compile(r"\b(?:livre|disponivel|tempo|vag[oa]|folga|(?:podia|poderia|posso|conseguia|consigo|dava|daria) (?:para |pra )?\w+)\b"),
        clash=patterns.compile(r"\b(?:choc\w+|coincid\w+|sobrep\w+|conflit\w+|bat(?:e|ia|eria) (?:com|em)|em cima d\w+|caber?ia|cabe)\b"),
        day=patterns.compile(r"\b(?:o )?que (?:e que )?(?:tinha|teria|tenho|me ficava|me sobrava|sobrava|ficava|restava)\b"),
        told=patterns.compile(r"^(?:(?:eu|nos) )?(?:(?:te|lhe) )?(?:ped|diss|mand|quis)\w+(?:-te|-lhe|-vos)?(?: (?:para|que|a)(?: \w+) (?P<about>.+)|.*)$"),
        leads=patterns.compile(r"^(?:(?:n[ao]s?|em|a[os]?|as|para|pra|o|d[aeo]|pelas?)\b ?)+"),
    ),
    "es": _Tables(
        opens=patterns.compile(
            r"^(?:entonces|y|pero|ok|oye|bueno)?,? ?(?:(?:que (?:pasa|pasaria|cambia|cambiaria|sucede) )?si|(?:supon|supongamos|suponiendo|imagina|imaginemos|digamos|pongamos)(?: que)?) "
        ),
        after=patterns.compile(r",? (?:si|suponiendo que|en caso de que) "),
        then=patterns.compile(r" (?:entonces )?(?:tendria|tengo|tendre|tendriamos|estaria|estoy|estare|quedaria|me quedaria|me queda|coincid\w+|choca\w*|se solapa\w*|se pisa\w*|que|cuanto|podria|puedo|podre|habria|hay)\b"),
        changes=(
            (patterns.compile(_ES_I + r"(?:cancel\w+|anul\w+|quit\w+|borr\w+|elimin\w+|salt\w+|falt\w+ (?:a|al)|no (?:fuera|fuese|voy|vamos) (?:a|al)|no (?:tuviera|tuviese|tengo|hubiera|hubiese|hay)) (?P<event>.+)$"), "cancela {event}"),
            (patterns.compile(r"^(?P<event>.+?) (?:se (?:cancel|anul|suspend)\w+|(?:fuera|fuese|es|queda\w*|estuviera) (?:cancelad|anulad)\w+)$"), "cancela {event}"),
            (patterns.compile(r"^(?:se )?(?:cancel|anul|suspend)\w+ (?P<event>.+)$"), "cancela {event}"),
            (patterns.compile(r"^no (?:hubiera|hubiese|hay) (?P<event>.+)$"), "cancela {event}"),
            (patterns.compile(_ES_I + r"(?:mov|muev|cambi|pas|aplaz|adelant|pospon|pospus|retras|traslad|reprogram)\w* (?P<rest>.+)$"), "mueve {rest}"),
            (patterns.compile(r"^(?P<event>.+?) se (?:mov|muev|cambi|pas|aplaz|adelant|pospon|pospus|retras|traslad)\w+ (?P<new>.+)$"), "mueve {event} a {new}"),
            (patterns.compile(r"^(?P<event>.+?) (?:fuera|fuese|es|empezara|empezase|empieza|cayera|cayese|cae|estuviera)(?: solo)? (?P<new>.+?)(?: en (?:vez|lugar) .*)?$"), "mueve {event} a {new}"),
            (patterns.compile(_ES_I + r"(?:tuviera|tuviese|tengo|reserv\w+|agend\w+|pusiera|pusiese|pongo|qued\w+(?: para| a)?|acept\w+|program\w+|apunt\w+|fuera (?:a|al)|voy (?:a|al)) (?P<rest>.+)$"), "agenda {rest}"),
        ),
        free=patterns.compile(r"\b(?:libre|disponible|tiempo|hueco|(?:podria|puedo|podre) \w+)\b"),
        clash=patterns.compile(r"\b(?:choc\w+|coincid\w+|solap\w+|conflict\w+|se pisa\w*|cabria|cabe)\b"),
        day=patterns.compile(r"\bque (?:mas )?(?:tendria|tengo|me quedaria|me queda|quedaria|habria)\b"),
        told=patterns.compile(r"^(?:yo )?(?:te|le|os) (?:pid|dij|dig|mand|orden|ped)\w+(?: (?:que|a)(?: \w+) (?P<about>.+)|.*)$"),
        leads=patterns.compile(r"^(?:(?:a|al|el|las?|los|en|para|por|de)\b ?)+"),
    ),
}  # fmt: skip


def supposition(facts: TurnFacts) -> Supposition | None:
    """What a message supposes; None where it supposes nothing that the calendar could tell."""
    if facts.purpose != "turn" or len(facts.question) > MAX_LENGTH:
        return None
    language = language_in(facts)
    text, tables = spelled(facts.question, language).readable, _TABLES[language]
    for condition, asked in _parted(text, tables):
        if asked.low and (told := tables.told.match(condition.low)) is not None:
            about = condition.cut(*told.span("about")) if told.groupdict().get("about") else asked
            return Supposition(language, _concerned(about, facts, language), Asks.STEWARD, asked)
        made = _change(condition, tables, facts, language)
        if made is not None:
            asks = _asks(asked, tables)
            if asks is Asks.CHANGES and asked.low and mood_of(asked.raw, facts.locale).mood is Mood.REQUEST:
                return None  # "if the concert is off, remind me …" asks for something to be done
            return Supposition(language, made[0], asks, asked, own_week=made[1])
    return None


def _concerned(about: Line, facts: TurnFacts, language: Language) -> Request:
    """What Steward would be told to do something with; only to look it up."""
    known = words_of(language)
    target = target_of(about, Scene(about, known, facts.now, known.locale, facts.context))
    return Request(Act.EVENT_CANCEL, target=replace(target, thing="event"), named_by="event")


def _parted(text: Line, tables: _Tables) -> Iterator[tuple[Line, Line]]:
    """The condition and the question about it, in each way in which the text can be parted."""
    end = len(text.low)
    opens = tables.opens.match(text.low)
    if opens is not None:
        begins = opens.end()
        stops = [found.span() for found in _STOP.finditer(text.low) if begins < found.start()][:_MOST_STOPS]
        for start, after in stops:
            yield text.cut(begins, start), text.cut(after, end)
        for found in list(tables.then.finditer(text.low[begins:]))[:_MOST_STOPS]:
            yield text.cut(begins, begins + found.start()), text.cut(begins + found.start(), end)
        yield text.cut(begins, end), line("")
        return
    for found in list(tables.after.finditer(text.low))[:2]:
        asked = text.cut(0, found.start())
        if _asks(asked, tables) is not Asks.CHANGES or _BARELY.search(asked.low):
            yield text.cut(found.end(), end), asked


_BARELY = patterns.compile(
    r"\b(?:would|will) (?:it|that|anything|something|you)\b|\b(?:muda|mudava|mudaria|cambia|cambiaria)\b|\bwhat (?:would )?(?:happens?|changes?)\b"
)
""" "What would change if …": a question that is clearly about a supposition, whatever else it says."""  # fmt: skip


def _asks(asked: Line, tables: _Tables) -> Asks:
    for kind, pattern in ((Asks.CLASH, tables.clash), (Asks.DAY, tables.day), (Asks.FREE, tables.free)):
        if pattern.search(asked.low):
            return kind
    return Asks.CHANGES


def _change(condition: Line, tables: _Tables, facts: TurnFacts, language: Language) -> tuple[Request, bool] | None:
    """The request that a condition would be, and whether it only says when something is."""
    known = words_of(language)
    for pattern, order in tables.changes:
        found = pattern.match(condition.low)
        if found is None:
            continue
        parts = {name: condition.cut(*found.span(name)) for name in found.groupdict()}
        if "new" in parts:
            parts["new"] = _time_first(parts["new"], tables, facts, language) or line("")
            if not parts["new"].low:
                continue
        wished = requested(line(order.format(**{name: part.raw for name, part in parts.items()})), known, known.locale, facts)  # fmt: skip
        if len(wished) == 1 and _usable(wished[0]):
            return wished[0], "new" in parts
    return None


def _time_first(new: Line, tables: _Tables, facts: TurnFacts, language: Language) -> Line | None:
    """A new time without what leads to it; None of anything that is no time."""
    known = words_of(language)
    leads = tables.leads.match(new.low)
    start = leads.end() if leads is not None else 0
    times = phrases(new.raw, new.low, known, facts.now, known.locale)
    if not times or times[0].start > start:
        return None
    return new.cut(start, len(new.low)) if times[0].mention.has_date else new


def _usable(wish: Request) -> bool:
    """Whether the change is one of the calendar, and says enough to be worked out."""
    if wish.act is Act.EVENT_CANCEL:
        return True
    if wish.act is Act.EVENT_MOVE:
        return bool(wish.shift or wish.arguments.get("when"))
    return wish.act is Act.EVENT and bool(wish.arguments.get("when"))
