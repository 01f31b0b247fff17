"""Does the user ask about their data, ask for a change, tell something, or answer yes or no?

A message is cut into clauses; each clause is read by the ordered rules of its language, first match wins; then the
clauses
are combined. The risks are not equal: a question taken for a request shows write tools to somebody who only asked, so
whatever is doubtful is no request.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import islice

from orchestrator.kit import patterns
from orchestrator.language.detect import language_of, scores
from orchestrator.language.exemplars.kinds import proposed
from orchestrator.language.exemplars.masking import PERSON, TIME, masked
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.lexicon.shape import Lexicon
from orchestrator.language.speech_acts import affirm
from orchestrator.language.speech_acts.command_verbs import render
from orchestrator.language.speech_acts.forgetting import end_of_request
from orchestrator.language.speech_acts.keeping_free import kept_free, time_to_keep, told_beside
from orchestrator.language.speech_acts.news_words import NEWS
from orchestrator.language.statements.stating import only_tells, statements, tells_home
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import normalize, tokens
from orchestrator.language.text.shorthand import own_words
from orchestrator.language.text.words import Clause, Word, asks_last, clauses, clean, without_asides, without_quotes


class Mood(StrEnum):
    """What a message is: the vocabulary of the mood gate."""

    QUESTION = "question"
    REQUEST = "request"
    STATEMENT = "statement"
    CONFIRMATION = "confirmation"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class MoodReading:
    """`sure`: the lexicon decides and no model need be asked. `negated`: it forbids a change; the mood is then no
    request. `asks_too`: it asks something beside the change that it wants. `firm`: it tells in so many words what
    questions are asked about too ("Lola turns 8 on the 9th").
    """

    mood: Mood
    sure: bool
    negated: bool
    language: Language
    asks_too: bool = False
    firm: bool = False


@dataclass(frozen=True, slots=True)
class _Part:
    """The reading of one clause; mood `None` is a clause that only forbids a change. `firm`: no likeness to questions
    makes it one."""

    mood: Mood | None
    sure: bool
    firm: bool = False


_READINGS = {
    "REQ": Mood.REQUEST,
    "ASK": Mood.QUESTION,
    "SAY": Mood.STATEMENT,
    "UNC": Mood.UNCLEAR,
    "YES": Mood.CONFIRMATION,
    "NEG": None,
    "HEY": Mood.UNCLEAR,
}
_GREETS = "HEY"
"""Asks how somebody is: before something else it asks nothing ("e aí, tudo bem? aqui é o Thiago")."""
_NEVER_ASKED = "-"
"""Behind a reading: a question mark makes it a question ("o miúdo joga sábado?" moves nothing)."""
_FIRM = "!"
"""Behind a reading: nothing but a question mark makes it a question."""
_UNSURE = f"?{_NEVER_ASKED}"
_JOINT = patterns.compile(
    r"(?i)[,;.]?\s(?:and|then|plus|y|e|also|tamb[ié]+n|tamb[eé]m|adem[aá]s)\s"
    r"(?:(?:also|then|please|tambi[eé]n|tamb[eé]m|por favor|luego|depois|despu[eé]s)\s)*"
)
_MOST_JOINTS = 4
_KEPT = 64
"""Messages of a few turns under way at once: the turn, its route and the reader ask for the same one again."""
_ASKED_WITHIN = 9
"""Words at the end of a clause that tell what it asks for last."""
_MOST_WORDS = 48
"""How much of a clause the rules look at: an utterance says what it wants well before that."""


@lru_cache(maxsize=_KEPT)
def mood_of(text: str, locale: str | None = None) -> MoodReading:
    """The mood of one message. Linear in its length; never raises."""
    language = language_of(text, locale)
    answer = affirm.reading(text)
    if answer == "yes":
        return MoodReading(Mood.CONFIRMATION, sure=True, negated=False, language=language)
    unquoted = without_asides(without_quotes(clean(text)))
    unquoted = unquoted[: end_of_request(unquoted, language)]
    readings = [
        _combined(clauses(own_words(unquoted, candidate)), LEXICONS[candidate], candidate)
        for candidate in _candidates(text, locale, language)
    ]
    forbidding = next((reading for reading in readings if reading.negated), None)
    decided = next((one for one in readings if one.mood is not Mood.UNCLEAR and not _only_may_ask(one, language)), None)
    if answer == "no" and (decided is None or decided.mood is not Mood.REQUEST):
        # "cancel it" declines what was shown, and asks for a change where nothing was.
        return MoodReading(Mood.CONFIRMATION, sure=True, negated=forbidding is not None, language=language)
    found = forbidding or decided or readings[0]
    if found.mood is Mood.QUESTION and _writes_a_list(unquoted, language):
        return MoodReading(Mood.UNCLEAR, sure=False, negated=False, language=language)
    if not found.negated and (beside := _beside(unquoted, found)) is not None:
        found = beside
    if (_is_open(readings[0], text) and only_tells(text)) or (found.mood is Mood.REQUEST and tells_home(text)):
        found = MoodReading(Mood.STATEMENT, sure=True, negated=False, language=language)
    if found.negated and _only_keeps_free(text, language):
        found = MoodReading(Mood.STATEMENT, sure=True, negated=False, language=language)
    if found.mood is not Mood.REQUEST and time_to_keep(text, language) is not None:
        found = MoodReading(Mood.REQUEST, sure=True, negated=False, language=language)
    if found.mood is Mood.REQUEST and "?" not in text and _surely_asks(text, language):
        found = MoodReading(Mood.QUESTION, sure=False, negated=False, language=language)
    if found.mood is Mood.STATEMENT and not found.negated and _cancels_after_all(text, language):
        found = MoodReading(Mood.REQUEST, sure=False, negated=False, language=language)
    if (
        not (found.negated or found.firm)
        and found.mood in _LEFT_OPEN
        and (not found.sure or _clearly_asks(text, language))
    ):
        found = replace(found, mood=_like_exemplars(text, language) or found.mood)
    # Another language's rules may tell the mood ("no meetings on Fridays"); words that may be the user's own stay so.
    return replace(found, language=language) if language == language_of("", locale) else found


def _only_may_ask(reading: MoodReading, language: Language) -> bool:
    """Whether another language's words would have a request in the midst of a sentence: the Spanish "para" stands in
    "dei 150 euros à Sónia para a viagem"."""
    return reading.language != language and reading.mood is Mood.REQUEST and not reading.sure


def _only_keeps_free(text: str, language: Language) -> bool:
    """Whether a message forbids only that anything is put where there is what it tells: "don't put anything on
    Saturday, it's my mum's birthday"; none that asks for something besides."""
    found = kept_free(text, language)
    if found is None:
        return False
    rest = _combined(clauses(own_words(told_beside(text, found, language), language)), LEXICONS[language], language)
    return rest.mood in _LEFT_OPEN and not rest.negated


def _writes_a_list(text: str, language: Language) -> bool:
    """Whether things follow the name of a list: "lista de compras: leite, ovos"."""
    head, _, things = text.partition(":")
    return bool(things.strip()) and "?" not in text and normalize(head).strip() in LEXICONS[language].list_heads


def _cancels_after_all(text: str, language: Language) -> bool:
    """Whether what a message tells only says why something is to be taken out, and its end asks for that: "no voy a la
    cena, sacala", "isn't happening, take it off". What forbids a change is never that."""
    why, _, ask = text.rpartition(",")
    if not why or len(ask.split()) > _ASKED_WITHIN or proposed(text, language).kind != "cancel":
        return False
    end = _combined(clauses(own_words(ask, language)), LEXICONS[language], language)
    told = proposed(ask, language)
    asks = end.mood is Mood.REQUEST or (told.kind == "cancel" and told.share >= _LIKELY_ASKS_SO)
    return asks and not end.negated and proposed(text, language).share >= _SURELY_CANCELS


_SURELY_CANCELS, _LIKELY_ASKS_SO = 0.8, 0.35
"""How likely the message as a whole, and its last words, must be of that kind."""
_LEFT_OPEN = frozenset({Mood.UNCLEAR, Mood.STATEMENT})
_SURELY_ASKS = 0.85
_SURELY_WANTS = 0.9
"""How likely a message must be a question, or a request, where no rule tells its mood."""
_CHANGES = frozenset({"cancel", "move", "todo", "fact", "note", "undo", "invite"})
"""Kinds of request that are told by their words; an event is made of a time and a title, which have readers of their
own."""


def _clearly_asks(text: str, language: Language) -> bool:
    """Whether a statement is like questions alone: "segunda de manhã eu estava no escritório né"."""
    told = proposed(text, language)
    asks = any(char.isalpha() for char in text) and told.asks >= _CLEARLY_ASKS
    if not asks or "?" in text:
        return asks
    if _tells_the_day(text, told.kind, language):
        return False
    return LEXICONS[language].absences.isdisjoint(tokens(text[:_OPENING]))


def _tells_the_day(text: str, kind: str, language: Language) -> bool:
    return "?" not in text and kind in _ASK_THE_DAY and TIME in tokens(masked(text, language))


_ASK_THE_DAY = frozenset({"birthday"})
"""Kinds that ask for a day: what names it tells it ("o Beto faz aniversário dia 3 de março")."""
_CLEARLY_ASKS = 0.93


def _surely_asks(text: str, language: Language) -> bool:
    """Whether a message that looks like a request is like questions alone: "pasame el mail", "la clave del wifi"."""
    first = next(iter(tokens(text[:_OPENING])), "")
    if first in LEXICONS[language].verbs or not any(char.isalpha() for char in text):
        return False  # "update my phone number"
    return proposed(text, language).asks >= _NOTHING_BUT_ASKS


_NOTHING_BUT_ASKS = 0.95
_OPENING = 80
"""Characters in which the first word stands."""


def _like_exemplars(text: str, language: Language) -> Mood | None:
    """The mood of the exemplars that a message is like; None where it is like none."""
    if not any(char.isalpha() for char in text) or set(tokens(masked(text, language))) <= {TIME, PERSON}:
        return None  # a time alone may as well be the end of something else
    told = proposed(text, language)
    if told.asks >= _SURELY_ASKS:
        return None if _tells_the_day(text, told.kind, language) else Mood.QUESTION
    wants = told.wants >= _SURELY_WANTS and told.kind in _CHANGES
    return Mood.REQUEST if wants and "?" not in text else None


def _is_open(reading: MoodReading, text: str) -> bool:
    """Whether the rules leave open what a message is: "my name's Laura" looks like "my dad's number"."""
    guessed = reading.mood is Mood.QUESTION and not reading.sure and "?" not in text
    return reading.mood is Mood.UNCLEAR or (guessed and all(one.own for one in statements(text)))


def _beside(text: str, found: MoodReading) -> MoodReading | None:
    """The mood of what is joined to a question by an "and" where that is a request ("what do I have on Wednesday and
    add bread"), or of a request to which a question is; None where there is no such joint."""
    if found.mood not in (Mood.QUESTION, Mood.REQUEST) or (found.mood is Mood.QUESTION and text.rstrip().endswith("?")):
        return None  # "what should I buy and add to the list?" asks
    lexicon = LEXICONS[found.language]
    other = Mood.REQUEST if found.mood is Mood.QUESTION else Mood.QUESTION
    for joint in islice(_JOINT.finditer(text), _MOST_JOINTS):
        parts = (text[: joint.start()], text[joint.end() :])
        read = [_combined(clauses(own_words(part, found.language)), lexicon, found.language) for part in parts]
        moods = [Mood.REQUEST if _is_news(part, one) else one.mood for part, one in zip(parts, read, strict=True)]
        if sorted(moods) == sorted([found.mood, other]) and all(one.sure for one in read):
            return replace(found, mood=Mood.REQUEST, asks_too=True)
    return None


def _is_news(text: str, read: MoodReading) -> bool:
    """Whether a statement tells what something kept has to follow: "the haircut is off"."""
    if read.mood is not Mood.STATEMENT or read.negated:
        return False
    folded = normalize(text).strip(" .!")
    return any(told.says.match(folded) for told in NEWS[read.language].told)


def _candidates(text: str, locale: str | None, language: Language) -> tuple[Language, ...]:
    """The languages to read in: one where the words tell it, else also those that the words allow and the user's
    own.
    """
    found = scores(text)
    best = found[language]
    allowed = [other for other in found if other != language and found[other] > 0 and found[other] >= best - 1]
    own = language_of("", locale)
    if best == 0 and own != language:
        allowed.append(own)
    return (language, *allowed)


def _combined(parts: tuple[Clause, ...], lexicon: Lexicon, language: Language) -> MoodReading:
    """A request anywhere makes the message one, unless it also forbids something: then nothing may run by itself."""
    read: list[_Part] = []
    for part in parts:
        read.append(_part(part, lexicon, read[-1] if read and part.soft else None, alone=len(parts) == 1))
    negated = any(part.mood is None for part in read)
    moods = {part.mood for part in read}
    if negated:
        mood = Mood.UNCLEAR if Mood.REQUEST in moods else Mood.STATEMENT
        return MoodReading(mood, sure=True, negated=True, language=language)
    for mood in (Mood.REQUEST, Mood.QUESTION, Mood.STATEMENT):
        if mood in moods:
            sure = any(part.sure for part in read if part.mood is mood)
            asks_too = mood is Mood.REQUEST and any(part.mood is Mood.QUESTION and part.sure for part in read)
            firm = any(part.firm for part in read)
            return MoodReading(mood, sure, negated=False, language=language, asks_too=asks_too, firm=firm)
    return MoodReading(Mood.UNCLEAR, sure=False, negated=False, language=language)


def _part(clause: Clause, lexicon: Lexicon, before: _Part | None, *, alone: bool) -> _Part:
    says = _matched(_rendered(clause, lexicon), lexicon)
    if says == _GREETS and not alone:
        return _Part(Mood.UNCLEAR, sure=False)
    mood, sure = _READINGS[says.rstrip(_UNSURE + _FIRM)], not says.endswith(tuple(_UNSURE))
    asked = clause.asked or asks_last(" ".join(word.folded for word in clause.words[-_ASKED_WITHIN:]))
    if asked and mood in (Mood.STATEMENT, Mood.UNCLEAR):
        return _Part(Mood.QUESTION, sure=mood is Mood.STATEMENT)
    if asked and says.endswith(_NEVER_ASKED):
        return _Part(Mood.QUESTION, sure=False)
    if mood is Mood.REQUEST and before is not None and before.mood is Mood.QUESTION and not sure:
        return _Part(Mood.UNCLEAR, sure=False)
    return _Part(mood, sure, firm=says.endswith(_FIRM))


def _rendered(clause: Clause, lexicon: Lexicon) -> str:
    """The clause as the rules see it, without the words that open a message and say nothing."""
    found = list(clause.words[:_MOST_WORDS])
    while len(found) > 1 and (opening := _opening(found, lexicon)):
        del found[:opening]
    return render(tuple(found), lexicon)


def _opening(found: list[Word], lexicon: Lexicon) -> int:
    """How many words at the beginning greet, please or address, and say nothing."""
    for length in (3, 2, 1):
        if len(found) > length and " ".join(word.folded for word in found[:length]) in lexicon.fillers:
            return length
    return int(found[0].folded in lexicon.addressed)


@lru_cache(maxsize=512)
def _matched(rendered: str, lexicon: Lexicon) -> str:
    return next((rule.says for rule, _ in lexicon.rules.matching(rendered)), "UNC")
