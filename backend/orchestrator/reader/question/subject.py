"""What and whom is a question about? Its content words, the people in it, and whose detail is asked for."""

from dataclasses import replace

from orchestrator.kit import patterns
from orchestrator.kit.patterns import Match
from orchestrator.language.concepts import MARK
from orchestrator.language.text.normalize import STOP_WORDS, normalize, stems
from orchestrator.language.values import Value
from orchestrator.reader.conditions.words import CONDITIONS
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line, Token, line
from orchestrator.reader.question.asked_times import OF_MEETINGS, QUOTED
from orchestrator.reader.question.likely_kinds import Likely, likely_cues
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question.relatives import Relative, relative
from orchestrator.reader.question_kinds import Kind

_OWNS = patterns.compile(r"['’]s?$")
_HUNG = patterns.compile(r"'s?$|-(?:me|te|se|nos|lhe)$|-(?:t-)?(?:je|tu|il|elle|on|nous|vous|ils|elles|ce)$")
_MOST_WORDS = 12
_ASKS_WHO = {"who", "whom", "quem", "quien", "quienes", "what", "que", "qual", "cual"}
MYSELF = ("me",)
"""The user, as the look-up of people knows them."""
_OWN_BIRTHDAY = patterns.compile(
    r"\b(?:my (?:own )?birthday|meu (?:proprio )?aniversario|mi (?:propio )?cumple(?:anos)?"
    r"|mon (?:propre )?anniversaire)\b"
)
_MOST_LETTERS = 60
"""A query holds no more and no longer words: what is asked about is said in few."""
_SMALL = frozenset("da de do das dos del la van von y e".split())
_ABOUT_NOTHING = {Kind.BRIEFING, Kind.CLOCK, Kind.GREETING, Kind.THANKS, Kind.FAREWELL, Kind.ABILITIES, Kind.UNABLE}
_TASKS = frozenset(
    "action actions item items point points next step steps follow followup followups follow-up follow-ups up"
    " commitments outcome outcomes tarefas passos proximos compromissos assumidos sairam saiu tareas pasos proximos"
    " compromisos salieron salio pending open".split()
)
"""How what came of a meeting is asked for."""
_ASKS_STATED = frozenset(f"{MARK}{name}" for name in ("promise", "decision", "work_out", "approve", "settled"))
"""Concepts of words that ask for a decision or promise, and tell nothing of what about."""


def with_subject(
    reading: Reading, known: Words, match: Match | None, times: list[tuple[int, int]], likely: Likely | None = None
) -> Reading:
    text = reading.line
    opens = found.end() if (found := known.polite.match(text.low)) else 0
    tokens = [
        token
        for token in text.tokens()
        if token.start >= opens and not any(start <= token.start < end for start, end in times)
    ]
    quoted = [found.span() for found in QUOTED.finditer(text.low)]
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
    words = words or _of_everyday(reading, tokens, known)
    names = _names(text, tokens, known)
    related = relative(text, known.language) if reading.kind not in _ABOUT_NOTHING else None
    if related is not None and any(start < related.end and related.start < end for start, end in times):
        related = None  # "el dentista del jueves" is nobody's dentist
    if related is not None:
        reading, words, names = _with_relative(reading, related, tokens, words, names)
    if reading.kind in OF_MEETINGS:
        words = [word for word in words if not _asks_stated(word)]
    if reading.kind is Kind.TOPIC and (reading.thing == "todo" or (reading.thing is not None and not words)):
        reading = replace(reading, kind=Kind.AGENDA)
    attribute = None
    if reading.kind is Kind.TOPIC and reading.follow and _only_asks_detail(words, known):
        reading, words = replace(reading, kind=Kind.ATTRIBUTE), []
    if reading.kind in _ABOUT_NOTHING:
        words, names = [], ()
    if reading.kind is Kind.ATTRIBUTE:
        attribute = _detail_asked(text, known, likely)
        if CONDITIONS[known.language].next_birthday.search(text.low):
            attribute, words, names = "birthday", [], ()
        elif attribute == "birthday" and not words and _OWN_BIRTHDAY.search(text.low):
            words, names = list(MYSELF), MYSELF
    explained = likely_cues(text.raw, reading.language)
    if reading.kind is Kind.ATTRIBUTE or (reading.kind is Kind.AGENDA and likely is not None and reading.when):
        words = _without_detail(words, names, text, known, attribute)
        words = _without_cues(words, names, explained)  # "tenés el número" is of whoever was spoken of
    kept = tuple(dict.fromkeys(_bare(word)[:_MOST_LETTERS] for word in words))[:_MOST_WORDS]
    return replace(reading, who=who, words=kept, names=names, attribute=attribute, cues=explained)


def _detail_asked(text: Line, known: Words, likely: Likely | None) -> str:
    """Which detail of somebody is asked for; "all" where it is none or several."""
    if likely is not None and likely.attribute is not None:
        return likely.attribute
    asked = [name for name, pattern in known.attributes.items() if pattern.search(text.low)]
    # "E-mail address" is one thing.
    plain = [name for name in asked if name != "all" and not (name == "address" and "email" in asked)]
    return plain[0] if len(plain) == 1 else "all"


def _without_cues(words: list[str], names: tuple[str, ...], explained: frozenset[str]) -> list[str]:
    """The words without those that only say which kind of question it is."""
    named = {part.casefold() for name in names for part in name.split()}
    return [word for word in words if normalize(_bare(word)) not in explained or _bare(word).casefold() in named]


def _without_detail(
    words: list[str], names: tuple[str, ...], text: Line, known: Words, attribute: str | None
) -> list[str]:
    """The words without those that the question opens with to ask for a detail: "which door does Carmen live at"."""
    asked = (
        known.attributes[attribute].search(text.low)
        if attribute is not None and attribute in known.attributes
        else None
    )
    opening = asked.group().split() if asked is not None and not asked.start() else []
    named = {part.casefold() for name in names for part in name.split()}
    return [word for word in words if line(word).low not in opening or word.casefold() in named]


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


def _of_everyday(reading: Reading, tokens: list[Token], known: Words) -> list[str]:
    """What a sum is asked of, where words name it each of which mostly asks: "how much was the out of hours phone"."""
    if reading.kind is not Kind.TOPIC or reading.value is not Value.SUM or reading.deictic:
        return []
    asked, stop = known.asks.match(reading.line.low), STOP_WORDS[known.language]
    start = asked.end() if asked is not None else 0
    named = [one.raw for one in tokens if one.start >= start and one.low not in stop and len(one.low) > 1]
    return named if len(named) > 1 else []


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
