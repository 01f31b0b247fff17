"""What is asked? The kind of question, what about, who, and which time phrase, copied from the user's words."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from orchestrator.kit import lookaround, patterns
from orchestrator.kit.patterns import Match
from orchestrator.language.concepts import MARK
from orchestrator.language.detect import language_of
from orchestrator.language.discourse.marks import marked
from orchestrator.language.discourse.restating import level
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import STOP_WORDS, normalize, stems
from orchestrator.language.time import meal_time, resolve_range
from orchestrator.language.units import bare, beside
from orchestrator.language.values import Value, asked_value
from orchestrator.reader.conditions.filters import NONE, Filters, daily, filtered
from orchestrator.reader.conditions.measures import Measure, measured
from orchestrator.reader.conditions.order import Rank, rank_in
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line, Token, focus, line, spelled
from orchestrator.reader.question.likely_kinds import (
    Likely,
    likely_age,
    likely_cues,
    likely_detail,
    likely_kind,
    likely_people,
    surely_beyond,
)
from orchestrator.reader.question.relatives import Relative, relative
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.timing import Phrase, phrases
from orchestrator.reader.words import words_of

_OWNS = patterns.compile(r"['’]s?$")
_HUNG = patterns.compile(r"'s?$|-(?:me|te|se|nos|lhe)$")
_QUOTED = lookaround.compile(r'"([^"]{2,80})"|(?<!\w)\'([^\']{2,80})\'(?!\w)')
_ANY_ZONE = "UTC"
"""Wall time alone is asked for, which no zone changes."""
_MOST_WORDS = 12
_DAY = timedelta(days=1)
_ASKS_WHO = {"who", "whom", "quem", "quien", "quienes", "what", "que", "qual", "cual"}
_MYSELF = ("me",)
"""The user, as the look-up of people knows them."""
_NOW = {"now", "right now", "currently", "agora", "agora mesmo", "atualmente", "ahora", "ahora mismo", "ahorita",
        "actualmente"}  # fmt: skip
_MOMENTARY = {Kind.AGENDA, Kind.FREE, Kind.CONFLICT, Kind.NEXT, Kind.BRIEFING, Kind.CLOCK, Kind.COUNT, Kind.EXISTS}
"""Kinds that ask what is so at this moment."""
_HAPPENED = patterns.compile(r"\b(?:quantas vezes|cuantas veces|ultima vez|last time|(?:did|have) (?:i|we) last)\b")
"""What is counted by times was, unless it is said to be ahead, or its period soon begins; so was the last time."""
_SOON = timedelta(days=180)
_TURNS = patterns.compile(r"\b(?:turn(?:s|ing)?|faz(?:em)?|fara|faco|cumplen?|cumplira|cumplo)\b")
"""Asks how old somebody will be on the next birthday."""
_OWN_BIRTHDAY = patterns.compile(
    r"\b(?:my (?:own )?birthday|meu (?:proprio )?aniversario|mi (?:propio )?cumple(?:anos)?"
    r"|mon (?:propre )?anniversaire)\b"
)
_TURNS_YEARS = patterns.compile(
    r"\b(?:faz(?:em)?|fara|fazer|faco|cumplen?|cumplo|cumplir) (?P<years>anos)\b|\bwhat (?:am i|are we) (?P<up>up to)\b"
)
"""Who turns a year older says no year."""
_LAST = patterns.compile(r"\b(?:last|ultim[ao]s?|most recent(?:ly)?|mais recente(?:mente)?|mas reciente(?:mente)?)\b")
_MOST_LETTERS = 60
"""A query holds no more and no longer words: what is asked about is said in few."""
_SMALL = frozenset("da de do das dos del la van von y e".split())
_ABOUT_NOTHING = {Kind.BRIEFING, Kind.CLOCK, Kind.GREETING, Kind.THANKS, Kind.FAREWELL, Kind.ABILITIES, Kind.UNABLE}
_DOUBTED = {Kind.EXISTS, Kind.AGENDA, Kind.TOPIC, Kind.COUNT}
"""Kinds whose patterns are of the widest words: "tenés el número" asks for the number."""
_SHARED = {Kind.WHERE, Kind.WHEN}
"""Kinds whose words a detail of somebody is asked for with too: "where does she work"."""
_OF_MEETINGS = {Kind.DECIDED, Kind.PROMISED}
_TASKS = frozenset(
    "action actions item items point points next step steps follow followup followups follow-up follow-ups up"
    " commitments outcome outcomes tarefas passos proximos compromissos assumidos sairam saiu tareas pasos proximos"
    " compromisos salieron salio pending open".split()
)
"""How what came of a meeting is asked for."""
_OF_TALK = {Kind.SAID, *_OF_MEETINGS}
_TOPIC_OF = patterns.compile(
    r"\b(?:about|regarding|concerning|sobre|acerca d[aeo]l?|a respeito d[aeo]) (?:the |o |a |el |la )?$"
)
"""What follows is what was talked about: "what was agreed about Christmas"."""
_ASKS_STATED = frozenset(f"{MARK}{name}" for name in ("promise", "decision", "work_out", "approve", "settled"))
"""Concepts of words that ask for a decision or promise, and tell nothing of what about."""
_THING_ORDER = ("todo", "contact", "place", "event", "message")


def iso(moment: datetime) -> str:
    """Local wall time to the second."""
    return moment.replace(microsecond=0, tzinfo=None).isoformat()


@dataclass(frozen=True)
class Target:
    """Something that an earlier answer was about: `kind` contact, place or event."""

    kind: str
    id: str
    name: str


@dataclass(frozen=True)
class Reading:
    """A question as it was understood.

    `words`: what it is about, as written, names included; `names`: the people in it; `who`: who said something;
    `when`: its time phrases, copied, with `span` = their reading (naive local, end exclusive); `targets`: what "it",
    "she" and "there" stand for; `ahead`: the time lies ahead, when nothing can have been said yet.
    """

    line: Line
    language: str
    locale: str
    kind: Kind
    thing: str | None = None
    attribute: str | None = None
    who: str | None = None
    names: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    when: str | None = None
    span: tuple[datetime, datetime | None] | None = None
    past: bool = False
    deictic: bool = False
    follow: bool = False
    targets: tuple[Target, ...] = ()
    ahead: bool = False
    last: bool = False
    """Whether of what was only the latest is asked for."""
    measure: Measure | None = None
    """What is worked out from the record that answers; then the rest is the question that finds it."""
    relative: Relative | None = None
    """Somebody by what they are to somebody; where that is a pronoun, whose it is was not said."""
    unit: str | None = None
    """In which unit: `day`, `week`; None = in any."""
    filters: Filters = NONE
    """What is left of the records that are found."""
    times: tuple[Phrase, ...] = ()
    """The phrases of `when`."""
    exact: bool = False
    """Whether the span was worked out here, and is not what `when` alone would mean."""
    now: datetime | None = None
    """As of when it was read."""
    cues: frozenset[str] = frozenset()
    """Folded words that only say which kind of question it is: a record that lacks them may answer all the same."""
    rank: Rank | None = None
    """Which one of those that answer is asked for, in the order of time; None = whichever answers best."""

    @property
    def about(self) -> str:
        """What the question is about, as a query."""
        return " ".join(self.words)

    @property
    def timing(self) -> Mapping[str, str]:
        """The arguments that bound a look-up: the copied words, or of the past the span, which the words alone would
        have a tool look ahead for."""
        if self.when is None:
            return {}
        if self.exact and self.span is not None:
            return {"since": iso(self.span[0])} | ({"until": iso(self.span[1])} if self.span[1] is not None else {})
        if self.past and self.kind is not Kind.EXISTS and self.span is not None and self.span[1] is not None:
            return {"since": iso(self.span[0]), "until": iso(self.span[1])}
        return {"when": self.when}

    @property
    def value(self) -> Value | None:
        """What kind of value the answer must hold."""
        return asked_value(self.line.low)

    @property
    def last_contact(self) -> bool:
        """Whether it asks when somebody was last talked to, of whatever: "when did I last speak with Ana?"."""
        return self.kind is Kind.SAID and self.last and self.who is None and bool(self.names) and not self.rest

    @property
    def rest(self) -> tuple[str, ...]:
        """The content words that belong to no name."""
        named = {part.casefold() for name in self.names for part in name.split()}
        return tuple(word for word in self.words if word.casefold() not in named)


def locale_for(language: str, locale: str) -> str:
    """The user's locale where it is of that language, else the language's own."""
    own = locale if locale.replace("_", "-").split("-")[0].lower() == language else words_of(language).locale
    return bare(own) + beside(locale)


def read(question: str, *, now: datetime, locale: str, spoken: Language | None = None) -> Reading:
    """The reading of a question; of a long one, that of the sentence that asks. `spoken`: its language, where the
    conversation tells it."""
    asked = focus(question)
    language = spoken or language_of(asked, locale)
    text = spelled(unmarked_question(asked, language), language)
    found = measured(text.readable, language)
    if found is None:
        plain = read_line(text, language, now=now, locale=locale)
        return _aged(plain) if likely_age(text.raw, language) else plain
    base = read_line(found.question, language, now=now, locale=locale)
    if found.measure is Measure.DATE and not _is_a_day(base, locale):
        return read_line(text, language, now=now, locale=locale)
    if found.measure is Measure.AGE:
        future = words_of(language).future.search(text.low) or _TURNS.search(text.low)
        ahead = base.ahead or future is not None
        base = replace(base, kind=Kind.ATTRIBUTE, attribute="birthday", ahead=ahead)
        base = replace(base, words=_MYSELF, names=_MYSELF, relative=None) if found.own else base
    if base.span is not None and words_of(language).feasts.fullmatch(normalize(base.when or "")):
        base = replace(base, span=(base.span[0] + _DAY, base.span[1]))  # the feast itself, not the evening before
    return replace(base, line=text.readable, measure=found.measure, unit=found.unit)


def unmarked_question(text: str, language: Language) -> str:
    """The question without the marks before it that go on from what was said: "hang on, what time does it start"."""
    low = level(text)
    start = marked(low, language).start
    if not start or words_of(language).asks.match(low[start:]) is None:
        return text
    goes_on = words_of(language).follow.search(low[low.rstrip().rfind(" ", 0, start - 1) + 1 :])
    return text[low.rstrip().rfind(" ", 0, start - 1) + 1 :] if goes_on is not None else text[start:]


def _aged(reading: Reading) -> Reading:
    """The reading of a question that asks an age in words of no table: "ela faz quantos"."""
    ahead = reading.ahead or words_of(reading.language).future.search(reading.line.low) is not None
    words = tuple(word for word in reading.words if normalize(word) not in reading.cues)
    ahead = ahead or _TURNS.search(reading.line.low) is not None
    return replace(reading, kind=Kind.ATTRIBUTE, attribute="birthday", measure=Measure.AGE, ahead=ahead, words=words)


def _is_a_day(reading: Reading, locale: str) -> bool:
    """Whether nothing is asked about but a day that the calendar of all knows: Easter, 6 January, next Friday."""
    alone = not (reading.words or reading.names or reading.thing) and reading.span is not None
    return alone and reading.when is not None and meal_time(reading.when, locale) is None


def read_line(text: Line, language: Language, *, now: datetime, locale: str) -> Reading:
    """The reading of a question in a language that is a Line already, its shorthand written out."""
    known = words_of(language)
    filters, text = filtered(text.readable, known.language)
    own = locale_for(language, locale)
    kind, match, likely = _kind_or_likely(text, known, language)
    times = _times(text, kind, known, now, own)
    spans = [span for found in times for span in found.spans]
    if kind is Kind.NEXT and match is not None and any(a <= match.start() and match.end() <= b for a, b in spans):
        kind, match = Kind.AGENDA, None  # "the week that comes" is a time
    hours, times = daily(times, own)
    filters = replace(filters, hours=hours) if hours is not None else filters
    since = None
    if (season := _since_season(text, known, now, own)) is not None:
        since, times = _season_ended(season, now, own), [season]
        spans.append((season.start, season.end))
    when = " ".join(found.bare.strip() for found in times)
    counted = _HAPPENED.search(text.low) is not None and not (times and now < times[0].mention.start < now + _SOON)
    past = (known.past.search(text.low) is not None or counted) and not known.future.search(text.low)
    reading = Reading(
        line=text,
        language=language,
        locale=own,
        kind=kind,
        thing=next((thing for thing in _THING_ORDER if known.things[thing].search(text.low)), None),
        past=past,
        last=past and _LAST.search(_without(text.low, times)) is not None,
        deictic=bool(known.deictic.search(_without(text.low, times))),
        follow=bool(known.follow.search(text.low)),
        when=when or None,
        filters=filters,
        now=now,
        exact=since is not None,
        times=tuple(times),
        rank=rank_in(text, known.language),
        span=(since, now)
        if since is not None and since < now
        else _span(
            when,
            times,
            past=past,
            clamped=kind is not Kind.MOST,
            feast=bool(times) and known.feasts.fullmatch(normalize(times[0].bare)) is not None,
            now=now,
            locale=own,
        ),
    )
    reading = _with_likely(reading, likely, text)
    ranked = reading.rank if reading.thing in {None, "event"} else None
    reading = replace(reading, ahead=reading.span is not None and reading.span[0] > now, rank=ranked)
    return _with_subject(reading, known, match, spans, likely)


def _kind_or_likely(text: Line, known: Words, language: Language) -> tuple[Kind, Match | None, Likely | None]:
    """The kind by patterns, with the match that told it; where these doubt or know none, what exemplars say."""
    kind, match = _kind(text, known)
    likely = None
    if kind is Kind.TOPIC and match is None:
        likely = likely_kind(text.raw, language, follows=known.follow.search(text.low) is not None)
        if likely is not None and likely.kind is Kind.SAID and asked_value(text.low) is Value.SUM:
            likely = None  # "what did Ryanair charge me": somewhere it is written, nobody says it
    elif kind in _DOUBTED | _SHARED:
        likely = likely_detail(text.raw, language, named=kind in _SHARED)
    elif kind is Kind.WHO and surely_beyond(text.raw, language):
        kind = Kind.UNABLE
    return (likely.kind if likely is not None else kind), match, likely


def _with_likely(reading: Reading, likely: Likely | None, text: Line) -> Reading:
    """What exemplars say of it besides its kind: of what, and when."""
    if likely is not None:
        reading = replace(
            reading,
            thing=likely.thing or reading.thing,
            past=reading.past or likely.last,
            last=reading.last or likely.last,
        )
    if reading.kind is Kind.AGENDA and reading.thing is None and likely_people(text.raw, reading.language):
        return replace(reading, thing="contact")
    return reading


def _times(text: Line, kind: Kind, known: Words, now: datetime, locale: str) -> list[Phrase]:
    """The time phrases that say when, and are no part of a title or of what was said."""
    times = [
        found
        for found in phrases(_without_years(text), text.low, known, now, locale)
        if found.mention.kind != "duration"
        and found.bare
        and not _quoted(found, text)
        and not _names_event(found, text, known)
    ]
    if kind is Kind.CLOCK:
        times = []
    if len(times) > 1 or kind not in _MOMENTARY:
        # "Now, this afternoon": the moment narrows nothing; "what is she reading now?" was told some other day.
        times = [found for found in times if normalize(found.bare) not in _NOW] or (times if kind in _MOMENTARY else [])
    if kind is Kind.SAID:
        # "Who said that it leaves at ten?": a clock time alone is part of what was said.
        times = [found for found in times if found.mention.has_date]
    if kind in _OF_TALK:
        times = [found for found in times if not _TOPIC_OF.search(text.low[: found.bare_start])]
    return times


def _without_years(text: Line) -> str:
    """The text in which "faz anos", "cumple años" are no years, and "what am I up to tonight" has no bound."""
    raw = text.raw
    for found in _TURNS_YEARS.finditer(text.low):
        start, end = found.span("years" if found["years"] else "up")
        raw = raw[:start] + "-" * (end - start) + raw[end:]
    return raw


def _without(low: str, times: list[Phrase]) -> str:
    """The text without its time phrases: "this" in "this month" stands for nothing that was said before."""
    for found in times:
        low = low[: found.bare_start] + " " * (found.bare_end - found.bare_start) + low[found.bare_end :]
    return low


def _kind(text: Line, known: Words) -> tuple[Kind, Match | None]:
    if not any(char.isalnum() for char in text.low):
        return Kind.NOTHING, None
    asked = text.low[found.end() :] if (found := known.polite.match(text.low)) else text.low
    for kind, pattern in known.kinds:
        match = pattern.search(text.low) or (pattern.search(asked) if asked != text.low else None)
        if match is not None:
            return kind, match
    return Kind.TOPIC, None


def _span(
    when: str, times: list[Phrase], *, past: bool, clamped: bool, feast: bool, now: datetime, locale: str
) -> tuple[datetime, datetime | None] | None:
    """What the time phrases mean; of the past, the last "Friday" is meant."""
    if not times:
        return None
    if past and (back := resolve_range(when, now=now, zone=_ANY_ZONE, locale=locale, looking="back")):
        since, until = back
        # "This month" of what was: as far as now.
        return (since, min(until, now)) if clamped and until is not None and since < now else back
    start, end = times[0].mention.start, times[0].mention.end
    # "At Christmas" is the evening before, too.
    return (start - _DAY if feast else start), end


def _since_season(text: Line, known: Words, now: datetime, locale: str) -> Phrase | None:
    """The season of "since the summer", where it stands in the text."""
    since = known.since.search(text.low)
    if since is None:
        return None
    rest = text.cut(since.end(), len(text.low))
    offset = text.low.find(rest.low, since.end())
    found = next((one for one in phrases(rest.raw, rest.low, known, now, locale) if one.start == 0), None)
    if found is None or found.mention.grain != "season":
        return None
    return replace(found, start=since.start(), end=offset + found.end, bare_start=0, bare_end=len(found.mention.text))


def _season_ended(season: Phrase, now: datetime, locale: str) -> datetime | None:
    """The month in which the last one went over into the next."""
    found = resolve_range(season.mention.text, now=now, zone=_ANY_ZONE, locale=locale, looking="back")
    if found is None or found[1] is None:
        return None
    return found[1].replace(day=1) if found[1] <= now else found[0]


def _quoted(found: Phrase, text: Line) -> bool:
    """A month or weekday that is part of a quoted title ("Friday drinks") is no time of the question."""
    return any(quoted.start() < found.start < quoted.end() for quoted in _QUOTED.finditer(text.low))


def _names_event(found: Phrase, text: Line, known: Words) -> bool:
    """ "The Christmas dinner", "o jantar de Natal" name an event, maybe on another day; "at Christmas" is a time."""
    said = text.low[found.bare_start : found.bare_end]
    begins = next((one.start for one in line(said).tokens() if one.low not in STOP_WORDS[known.language]), 0)
    if not known.feasts.fullmatch(normalize(said[begins:])):
        return False
    before, after = text.low[: found.bare_start + begins], text.low[found.bare_end :]
    return bool(known.of_feast.search(before)) or bool(known.feast_of.match(after))


def _with_subject(
    reading: Reading, known: Words, match: Match | None, times: list[tuple[int, int]], likely: Likely | None = None
) -> Reading:
    text = reading.line
    opens = found.end() if (found := known.polite.match(text.low)) else 0
    tokens = [
        token
        for token in text.tokens()
        if token.start >= opens and not any(start <= token.start < end for start, end in times)
    ]
    quoted = [found.span() for found in _QUOTED.finditer(text.low)]
    who, who_span = _who(reading, known, match)
    words = [
        token.raw
        for token in tokens
        if any(start <= token.start < end for start, end in quoted)
        or _is_content(token, known)
        or (reading.kind is Kind.WHO and known.attributes["birthday"].fullmatch(token.low))  # a party, and no detail
    ]
    if who_span is not None:
        words = [
            token.raw for token in tokens if not who_span[0] <= token.start < who_span[1] and _is_content(token, known)
        ]
    names = _names(text, tokens, known)
    related = relative(text, known.language) if reading.kind not in _ABOUT_NOTHING else None
    if related is not None and any(start < related.end and related.start < end for start, end in times):
        related = None  # "el dentista del jueves" is nobody's dentist
    if related is not None:
        reading, words, names = _with_relative(reading, related, tokens, words, names)
    if reading.kind in _OF_MEETINGS:
        words = [word for word in words if not _asks_stated(word)]
    if reading.kind is Kind.TOPIC and (reading.thing == "todo" or (reading.thing is not None and not words)):
        reading = replace(reading, kind=Kind.AGENDA)
    attribute = None
    if reading.kind is Kind.TOPIC and reading.follow and _only_asks_detail(words, known):
        reading, words = replace(reading, kind=Kind.ATTRIBUTE), []
    if reading.kind in _ABOUT_NOTHING:
        words, names = [], ()
    if reading.kind is Kind.ATTRIBUTE:
        asked = [name for name, pattern in known.attributes.items() if pattern.search(text.low)]
        # "E-mail address" is one thing.
        plain = [name for name in asked if name != "all" and not (name == "address" and "email" in asked)]
        attribute = plain[0] if len(plain) == 1 else "all"
        if likely is not None and likely.attribute is not None:
            attribute = likely.attribute
        if attribute == "birthday" and not words and _OWN_BIRTHDAY.search(text.low):
            words, names = list(_MYSELF), _MYSELF
    explained = likely_cues(text.raw, reading.language)
    if reading.kind is Kind.ATTRIBUTE or (reading.kind is Kind.AGENDA and likely is not None and reading.when):
        words = _without_cues(words, names, explained)  # "tenés el número" is of whoever was spoken of
    kept = tuple(dict.fromkeys(_bare(word)[:_MOST_LETTERS] for word in words))[:_MOST_WORDS]
    return replace(reading, who=who, words=kept, names=names, attribute=attribute, cues=explained)


def _without_cues(words: list[str], names: tuple[str, ...], explained: frozenset[str]) -> list[str]:
    """The words without those that only say which kind of question it is."""
    named = {part.casefold() for name in names for part in name.split()}
    return [word for word in words if normalize(_bare(word)) not in explained or _bare(word).casefold() in named]


def _only_asks_detail(words: list[str], known: Words) -> bool:
    """Whether a follow-up names nothing but a detail of somebody: "and the email?"."""
    said = [line(word).low for word in words]
    return bool(said) and all(any(one.fullmatch(word) for one in known.attributes.values()) for word in said)


def _asks_stated(word: str) -> bool:
    return normalize(word) in _TASKS or any(_ASKS_STATED & set(forms) for forms in stems(word))


def _with_relative(
    reading: Reading, found: Relative, tokens: list[Token], words: list[str], names: tuple[str, ...]
) -> tuple[Reading, list[str], tuple[str, ...]]:
    """The subject with the path of relations as one name; its single words are no part of it."""
    within = {token.raw for token in tokens if found.start <= token.start < found.end}
    words = [word for word in words if word not in within]
    names = tuple(name for name in names if not any(part in within or _bare(part) in within for part in name.split()))
    if not found.pronoun:
        words, names = [found.phrase, *words], (found.phrase, *names)
    return replace(reading, relative=found), words, names


def _who(reading: Reading, known: Words, match: Match | None) -> tuple[str | None, tuple[int, int] | None]:
    if match is None or reading.kind not in {Kind.SAID, Kind.PROMISED} or not match.groupdict().get("who"):
        return None, None
    start, end = match.span("who")
    if match.string != reading.line.low:
        offset = len(reading.line.low) - len(match.string)
        start, end = start + offset, end + offset
    said = reading.line.cut(start, end)
    if skipped := known.articles.match(said.low):
        said = said.cut(skipped.end(), len(said.low))
    if not said.low or len(said.low.split()) > 4 or said.low.split()[0] in {"i", "we", "eu", "nos", "yo", "nosotros"}:
        return None, None
    return _bare(said.raw), (start, end)


def _bare(word: str) -> str:
    return _OWNS.sub("", word)


def _is_content(token: Token, known: Words) -> bool:
    low = _HUNG.sub("", token.low)
    if low in STOP_WORDS[known.language] or low in known.generic or token.low in known.generic:
        return False
    return len(low) > 1 or low.isdigit()


def _names(text: Line, tokens: list[Token], known: Words) -> tuple[str, ...]:
    """Runs of capitalised words, and the lowercase ones that follow "with"."""
    found: list[str] = []
    if not text.raw.isupper():
        found += _capitalised(text, tokens, known)
    for match in known.with_.finditer(text.low):
        after = [token for token in tokens if token.start >= match.end()][:2]
        if after and after[0].low in _ASKS_WHO:
            continue
        if after and (after[0].low in STOP_WORDS[known.language] or known.articles.match(after[0].low)):
            after = after[1:]
        if after and _is_content(after[0], known) and after[0].low not in known.roles:
            found.append(_bare(after[0].raw))
    known_parts = {part.casefold() for name in found if " " in name for part in name.split()}
    return tuple(dict.fromkeys(name for name in found if " " in name or name.casefold() not in known_parts))


def _capitalised(text: Line, tokens: list[Token], known: Words) -> list[str]:
    found: list[str] = []
    run: list[Token] = []
    for token in [*tokens, None]:
        joins = token is not None and (
            (token.raw[:1].isupper() and token.low not in known.no_names) or (run and token.low in _SMALL)
        )
        if joins and token is not None and (not run or text.low[run[-1].end : token.start] == " "):
            run.append(token)
            continue
        while run and run[-1].low in _SMALL:
            run.pop()
        if run and not (len(run) == 1 and run[0].start == 0 and not text.low[run[0].end :].startswith("'s")):
            found.append(_bare(text.raw[run[0].start : run[-1].end]))
        run = [token] if token is not None and token.raw[:1].isupper() and token.low not in known.no_names else []
    return found
