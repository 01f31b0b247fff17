"""What does the user state in a message that is worth keeping, and with which words? Code alone, of every language.

"Remember that Rui hates olives" states what follows. Without such a word only what the tables know counts, of the
user or their nearest ("I'm allergic to …", "my sister is called …"). A question, a condition, what somebody else said
and what is quoted state nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from orchestrator.kit import patterns
from orchestrator.kit.memo import kept_for_short_texts
from orchestrator.kit.patterns import Match
from orchestrator.language.detect import language_of
from orchestrator.language.meant import folded, meant
from orchestrator.language.names.short import is_given
from orchestrator.language.statements.reading import SELF, YES, Claim, attribute_key, claim_of
from orchestrator.language.statements.sentences import sentence_spans
from orchestrator.language.statements.told_words import each, pattern, said_in_each
from orchestrator.language.tables import ABOUT
from orchestrator.language.text.normalize import normalize
from orchestrator.language.text.words import asks_last
from orchestrator.language.time import mentions, resolve_range

READ_CHARACTERS = 4_000
READ_ALONE = 200
_LIKE = pattern(r"^{likens} ")
"""Portuguese and Spanish: "I eat", and much oftener "like", "as", "how"."""
MOST = 5
LONGEST = 600
"""Characters of one statement; what is longer is a story."""
_KEEP = pattern(
    r"(?i)^\s*(?:(?:{keep_opens})[, ]+)*{keep_asks}?(?:(?:{keep_opens} )?{keeps}{keeps_that}+|{keeps_plainly})\s*"
)
_OBLIGED = pattern(r"(?i)^{obliged} ")
_REMEMBER = pattern(r"(?i)^\s*{remembers}[,:]? ")
""" "Remember Teo hates broccoli": to keep where a statement follows; "remember the milk" reminds."""
_KEEP_MINE = each(r"(?i)^\s*{keeps_of}")
"""Its group is what does not belong to the statement."""
_AND_THAT = each(r"(?i)\s*[,;]?\s+{and_that}")
""" "Remember that Rui is vegan and that Ana can't eat nuts": two statements."""
_LEAD = pattern(r"(?i)^\s*(?:{leads}[,:]?\s+)+")
_GREETING = pattern(r"(?i)^\s*{greets}[,.!]*\s+")
_ONLY_GREETS = pattern(r"(?i)^\s*{greets}[ ,.!]*$")
_AS_ONE = said_in_each("as_one")
_DASH = patterns.compile(r"\s[-–—]\s")
_NO = pattern(r"(?i)^\s*{denies}\s*[,.:;!–—-]+\s*")
_MEANT = pattern(r"(?i)^{means}\b[,:]?\s*")
_WRONG = pattern(r"^{calls_wrong}[ .!]*$")
_MOVED = pattern(r"^{moved} ?(?P<when>.+)$")
_DOUBTFUL = pattern(r"^{doubtful}")
_NOT_ASKED = pattern(r"^{not_asked}")
_REPORTED = pattern(r"\b{reported}\b")
_QUOTED = patterns.compile(r"[\"“”«»]")
_TASTES = frozenset({"likes", "eats", "drinks"})
_POINTS = pattern(r"\b{points}\b")
""" "I like the plan" is a reply, "I like tea" a taste."""
_DATED = frozenset({"expires", "birthday", "anniversary", "born_in", "year", "age"})
"""Attributes whose value is a time: it says nothing of since when they hold."""


_KEEP_LAST = pattern(r"(?i)\s*[,;.–—-]?\s+{keep_last}[ .!]*$")
""" "I take no sugar, remember that"."""
_AND = pattern(r"(?i)\s*,?\s+{ands}|\s*,\s+")
_MOST_ANDS = 4


@dataclass(frozen=True)
class Statement:
    """`text` stands at [start, end) of the message. `asked`: the user says that it is to be kept; `denies`: that what
    was said or known is wrong ("no, …"). `since_only`: no value, just since when ("no, I moved in May")."""

    text: str
    start: int
    end: int
    claim: Claim | None
    asked: bool = False
    denies: bool = False
    since_only: bool = False

    @property
    def own(self) -> bool:
        """Whether it tells of the user, or of theirs."""
        return (self.claim is not None and self.claim.about == SELF) or _MINE.match(normalize(self.text)) is not None


@kept_for_short_texts(128)
def statements(message: str) -> tuple[Statement, ...]:
    """All of a message, in order; at most MOST."""
    out = meant(message)
    if out.text == message:
        return _statements(message)
    found = []
    for one in _statements(out.text):
        start, end = out.written(one.start, one.end)
        found.append(replace(one, text=message[start:end], start=start, end=end))
    return tuple(found)


def _statements(message: str) -> tuple[Statement, ...]:
    """The same of a message without shorthand."""
    found: list[Statement] = []
    if _QUOTED.search(message) and not _KEEP.match(message):
        return ()
    for start, end in _sentences(message[:READ_CHARACTERS]):
        kept = _kept(message[start:end])
        last = _KEEP_LAST.search(message[start:end])
        stop = start + last.start() if last is not None else end
        asked = kept > 0 or last is not None
        for at, to in _each(message, start, stop, kept) if asked else _claims_apart(message, start, stop):
            one = _stated(message, at, to, kept=kept if at == start else 0, asked=asked)
            one = one or _of_who_was_met(message, at, to, found)
            if one is not None:
                found.append(one)
    return tuple(found[:MOST])


def _sentences(message: str) -> Iterator[tuple[int, int]]:
    """The sentences, a mere greeting with the one that it opens ("morning! im gwen"), and apart what a dash parts from
    what is told behind it ("they're with me this week - Ruby's 9")."""
    begun: int | None = None
    for first, end in sentence_spans(message, semicolons=True):
        if _ONLY_GREETS.match(message[first:end]):
            begun = first if begun is None else begun
            continue
        start, begun = (first if begun is None else begun), None
        dash = _DASH.search(message[start:end])
        behind = start + dash.end() if dash is not None else end
        if dash is not None and all(_tells(message[at:to]) for at, to in _claims_apart(message, behind, end)):
            yield start, start + dash.start()
            start = behind
        yield start, end


def _of_who_was_met(message: str, start: int, end: int, before: Sequence[Statement]) -> Statement | None:
    """What somebody is who just said their name, without a verb: "callum here. chippy from toowoomba"."""
    if not before or before[-1].claim is None or before[-1].claim.attribute != _OWN_NAME:
        return None
    text = message[start:end].strip(" .!,;")
    claims = (claim_of(f"{as_one} {text}") for as_one in _AS_ONE) if text else ()
    claim = next((one for one in claims if one is not None and one.known and one.about == SELF), None)
    start = message.index(text, start) if text else start
    return Statement(text, start, start + len(text), claim) if claim is not None else None


_OWN_NAME = f"{SELF} name"
_CALLED = f"{SELF} called "


def own_name(text: str) -> str:
    """The name that the user says is theirs, as they wrote it; "" of any other statement. What one is "called" may be
    a trade or a town's people too ("soy repostera"): a name is written as one, or known as one."""
    claim = claim_of(text)
    if claim is None or claim.ended:
        return ""
    words = [word.strip(" ,.;!") for word in text.split()]
    if claim.attribute == _OWN_NAME:
        size = len(claim.value.split())
        each = (" ".join(words[at : at + size]) for at in range(len(words) - size + 1))
        return next((one for one in each if normalize(one) == claim.value), claim.value)
    if not claim.attribute.startswith(_CALLED) or claim.value != YES:
        return ""
    called = claim.attribute.removeprefix(_CALLED).split()
    parts = (words[at : at + len(called)] for at in range(len(words) - len(called) + 1))
    named = (one for one in parts if attribute_key(" ".join(one)).split() == called)
    return next((" ".join(one) for one in named if one[0][:1].isupper() or is_given(normalize(one[0]))), "")


def _each(message: str, start: int, end: int, kept: int) -> list[tuple[int, int]]:
    """The parts of a sentence that asks to keep one thing "and that" other, or two that each tell what is known to be
    told: "Teo hates broccoli and Alba loves peas"."""
    if len(parts := _claims_apart(message, start, end, kept)) > 1:
        return parts
    found = sorted((one for joined in _AND_THAT for one in joined.finditer(message[start:end])), key=Match.start)
    joints = [(one.start(), one.start("clause") if one.groupdict().get("clause") else one.end()) for one in found]
    begins = [start, *(start + after for _, after in joints)]
    ends = [*(start + before for before, _ in joints), end]
    return list(zip(begins, ends, strict=True))


def _claims_apart(message: str, start: int, end: int, kept: int = 0) -> list[tuple[int, int]]:
    """The parts of a sentence that each tell what is known to be told: "I'm Freya, I live in Norwich and I'm vegan"."""
    parts, begin, open_from = [], start, start + kept
    joints = list(islice(_AND.finditer(message, open_from, end), _MOST_ANDS))
    for number, joint in enumerate(joints):
        stops = (*(one.start() for one in joints[number + 1 :]), end)
        follows = any(_tells(message[joint.end() : stop]) for stop in stops)
        if follows and _tells(message[open_from : joint.start()]):
            parts.append((begin, joint.start()))
            begin = open_from = joint.end()
    return [*parts, (begin, end)]


def _tells(part: str) -> bool:
    return _is_known(part) or _is_known(_LEAD.sub("", part, count=1))


def _is_known(part: str) -> bool:
    claim = claim_of(part)
    return claim is not None and claim.known


def calls_wrong(message: str) -> bool:
    """Whether it says no more than that what was told is wrong ("that's wrong", "isso está errado")."""
    return _WRONG.match(folded(message).strip()) is not None


def only_tells(message: str) -> bool:
    """Whether every sentence of a short message states by itself what the tables know ("vivo em Lisboa")."""
    if len(message) > READ_ALONE or _LIKE.match(normalize(message)) is not None:
        return False
    found = statements(message)
    spans = _sentences(message)
    sentences = [span for span in spans if not _LEAD.fullmatch(f"{message[slice(*span)].strip(' .!;')} ")]
    told = [one for one in sentences if any(one[0] <= each.start < one[1] for each in found)]
    return len(told) == len(sentences) > 0 and not any(one.asked or one.since_only for one in found)


def tells_home(message: str) -> bool:
    """Whether it tells where somebody lives, and nothing else: "me mudé a Cádiz" is no wish."""
    return only_tells(message) and all(
        one.claim is not None and one.claim.attribute.endswith(" lives_in") for one in statements(message)
    )


def _stated(message: str, start: int, end: int, *, kept: int, asked: bool) -> Statement | None:
    """`kept`: how long the words are that ask to keep it; `asked`: whether these stand before it or another part."""
    sentence = message[start:end]
    if sentence.rstrip().endswith("?") and not asked:
        return None
    right = _put_right(sentence)
    denies = right < len(sentence)
    if denies:
        start += right
        sentence = message[start:end]
        kept, asked = (again := _kept(sentence)), asked or again > 0
    lead = _lead_of(sentence) if not asked else None
    if kept or lead is not None:
        start += kept or (lead.end() if lead is not None else 0)
        sentence = message[start:end]
    text = sentence.strip(' \t\r\n.!?;,:"“”«»')
    if not text or len(text) > LONGEST:
        return None
    start = message.index(text, start)
    said = normalize(text)
    if asks_last(said) and not asked:
        return None
    if not_asked(text) or (_DOUBTFUL.match(said) and not asked):
        return None
    claim = claim_of(text)
    says_where = claim is not None and claim.known
    since_only = denies and not says_where and _moved(said) is not None
    if not (asked or since_only or _plain(said, claim)):
        return None
    return Statement(text, start, start + len(text), claim, asked, denies, since_only)


def not_asked(text: str) -> bool:
    """Whether it tells that the user asked for no such thing: "I never said to cancel it"."""
    return _NOT_ASKED.match(normalize(text)) is not None


def _lead_of(sentence: str) -> Match | None:
    """What leads to a statement and is no part of it; a greeting is a part where it alone makes what follows a name."""
    greeting = _GREETING.match(sentence)
    if greeting is not None and not _is_known(sentence[greeting.end() :]) and _is_known(sentence):
        return None
    return greeting or _LEAD.match(sentence)


def _put_right(sentence: str) -> int:
    """Where what is right begins, after "no, I mean"; its length where nothing is put right."""
    denies = _NO.match(sentence)
    if denies is None or not sentence[denies.end() :].strip():
        return len(sentence)
    meant = _MEANT.match(sentence[denies.end() :])
    after = denies.end() + (meant.end() if meant is not None else 0)
    return after if sentence[after:].strip() else denies.end()


def _kept(sentence: str) -> int:
    """How long the words are that ask to keep what follows; 0 where there are none."""
    if (keep := _KEEP.match(sentence)) is not None:
        return 0 if _OBLIGED.match(sentence[keep.end() :]) else keep.end()  # "remember that I have to call mum"
    told = _REMEMBER.match(sentence)
    if told is not None and (claim := claim_of(sentence[told.end() :])) is not None and claim.known:
        return told.end()
    mine = next(filter(None, (keeps.match(sentence) for keeps in _KEEP_MINE)), None)
    return mine.end("idle") if mine is not None else 0


def _plain(said: str, claim: Claim | None) -> bool:
    """Whether it states by itself what the tables know, of the user or their nearest."""
    if claim is None or _REPORTED.search(said):
        return False
    if not claim.known:
        return claim.ended and _ENDED.match(said) is not None
    if _TASTES & set(claim.attribute.split()) and _POINTS.search(_LATELY.sub("", said)):
        return False
    return claim.about == SELF or _MINE.match(said) is not None or not _POINTS.search(claim.about)


_ENDED = pattern(r"^{ended}")
""" "My mother no longer drives", "Irene quit smoking": of somebody who is named, not of whoever speaks."""
_MINE = pattern(r"^{mine} ")
_LATELY = pattern(r"{lately}")


def _moved(said: str) -> str | None:
    match = _MOVED.match(said)
    return match["when"] if match is not None else None


def since_when(text: str, *, now: datetime, locale: str) -> datetime | None:
    """Since when what a text states holds, by the time it names, looking back (naive local `now` and answer); None
    where it names none, or where the time is what it states ("my birthday is 5 May")."""
    claim = claim_of(text)
    if claim is not None and claim.known and _DATED & set(claim.attribute.split()):
        return None
    language = language_of(text, locale)
    own = locale if locale[:2].lower() == language else ABOUT[language].locale
    for found in mentions(text, now=now, locale=own):
        if not (found.has_date and found.sure and found.kind in {"instant", "open", "range"}):
            continue
        back = resolve_range(found.text, now=now, zone="UTC", locale=own, looking="back")
        if back is not None and back[0] <= now:
            return back[0]
    return None


_CHANGED = pattern(r"\b{changed}\b")


def tells_change(text: str) -> bool:
    """Whether it says that something became so, where something else was so before ("I moved to …", "no longer")."""
    return _CHANGED.search(normalize(text)) is not None
