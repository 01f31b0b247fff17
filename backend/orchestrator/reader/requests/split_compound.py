"""Does a message ask for a change and beside it something else: "add milk to my list, and what's on tomorrow?"

Each half is answered as if it stood alone, and the answers are put together.
"""

from dataclasses import replace
from itertools import islice

from orchestrator.kit import lookaround, patterns
from orchestrator.language.detect import language_of
from orchestrator.language.discourse.anaphora import refers_to_day, with_day
from orchestrator.language.rules.form import lays_down
from orchestrator.language.rules.parser import says_why
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.time import mentions
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.line import MAX_LENGTH, Line, line
from orchestrator.reader.question.reading import read
from orchestrator.reader.requests.news.announced import news
from orchestrator.reader.words import words_of

_PAUSE = lookaround.compile(r"[.!?;,] (?=[a-z¿])")
_STOP = patterns.compile(
    r"[,;.:!?] ?|\s-\s| (?:and|but|just|only|e|mas|so|apenas|y|pero|solo|et|mais|juste|seulement|simplement) "
)
_UNABLE = lookaround.compile(r"(?:can'?t|cannot|couldn'?t|won'?t) (?!(?:you|i|we|he|she|it|they|that|this)\b)")
""" "Can't do the dentist on the 1st" asks nothing."""
_ONLY = patterns.compile(r"(?:just|only|so|apenas|solo|solamente|juste|seulement|simplement) ")
_MOST_STOPS = 6
_PASSES_ON = patterns.compile(
    r"\b(?:ask|tell|find out|check|see|know|remember|say|note|perguntar?|pergunte|diz(?:er)?|saber|confirmar?|ver"
    r"|preguntar?|decir|demande[rz]?|savoir|dire|verifie[rz]?)\b"
)
""" "Remind me to ask Ana when we leave and who is coming" asks nothing of its own."""
_OF_BOTH = frozenset({Mood.REQUEST, Mood.QUESTION, Mood.STATEMENT, Mood.UNCLEAR})
_TELLS = lookaround.compile(
    r"(?:tell me|show me|let me know|(?:diz|diga|fala|conta)-me|me (?:diz|diga|fala|fale|conta|mostra)|mostra(?:-me)?"
    r"|dime|me dices|cuentame|muestrame|dis-moi|montre-moi"
    r"|what(?:'s|s| is) (?:on|next)\b|what do i have|(?:do|am) i\b"
    r"|(?:o )?que (?:tenho|tengo|hay|ha)\b|(?:estou|tenho|tengo|estoy)\b)"
)
""" "Remind me to ask Ana when we leave and who is coming" asks nothing; without a question mark, these do."""


def halves(facts: TurnFacts, language: str) -> tuple[TurnFacts, TurnFacts] | None:
    """The change and the question, each as a turn of its own; None of a message that is not both."""
    if facts.purpose != "turn" or facts.mood not in _OF_BOTH or len(facts.question) > MAX_LENGTH:
        return None
    text, known = line(facts.question), words_of(language)
    joints = [found for joint in (known.also_asks, known.also_acts, _PAUSE) for found in joint.finditer(text.low)]
    for found in sorted(joints, key=lambda one: (one.start(), -one.end())):
        first, second = text.cut(0, found.start()), text.cut(found.end(), len(text.low))
        ends = facts.question.rstrip().endswith("?")
        plain = ends or "?" in found.group() or _PASSES_ON.search(first.low) is None
        asked = _asked(first, facts, marked=True), _asked(second, facts, marked=plain)
        second = _of_the_same_day(first, second, facts)
        if asked == (False, True):
            return _turn(facts, first, Mood.REQUEST), _turn(facts, second, Mood.QUESTION)
        if asked == (True, False) and facts.mood == Mood.REQUEST:
            return _turn(facts, second, Mood.REQUEST), _turn(facts, first, Mood.QUESTION)
    return None


def _of_the_same_day(first: Line, second: Line, facts: TurnFacts) -> Line:
    """ "Lunch on Wednesday at 1, and what's on that evening": the day of the first, which the second points at."""
    language = words_of(language_of(second.raw, facts.locale)).language
    told = mentions(first.raw, now=facts.now, locale=facts.locale) if refers_to_day(second.raw, language) else ()
    days = {one.start.date() for one in told if one.has_date}
    return line(with_day(second.raw, days.pop(), language)) if len(days) == 1 else second


def asked_beside_ban(facts: TurnFacts) -> TurnFacts:
    """The question of "don't add anything, just tell me whether I'm free", as a turn of its own: nothing is changed by
    an answer. Any other message as it is."""
    if facts.purpose != "turn" or len(facts.question) > MAX_LENGTH or not mood_of(facts.question, facts.locale).negated:
        return facts
    # "Don't book anything on Fridays, I pick up the kids" lays down a rule: only what surely asks is beside it.
    ruled = says_why(facts.question) and lays_down(facts.question)
    text = line(facts.question)
    marked = facts.question.rstrip().endswith("?")
    for found in islice(_STOP.finditer(text.low), _MOST_STOPS):
        first, second = text.cut(0, found.start()), text.cut(found.end(), len(text.low))
        bans = [mood_of(part.raw, facts.locale).negated for part in (first, second)]
        if bans == [True, False] and (_surely_asks(second, facts) if ruled else _asks(second, facts, marked=marked)):
            return _turn(facts, _of_what_was_banned(first, second, facts), Mood.QUESTION)
        if bans == [False, True] and not ruled and _asks(first, facts, marked="?" in found.group()):
            return _turn(facts, first, Mood.QUESTION)
    return facts


def _surely_asks(part: Line, facts: TurnFacts) -> bool:
    mood = mood_of(part.raw, facts.locale)
    return mood.mood is Mood.QUESTION and mood.sure


def _asks(part: Line, facts: TurnFacts, *, marked: bool) -> bool:
    """Whether what stands beside a ban asks: as a question, with its mark, or by wanting to be told."""
    opens = _ONLY.match(part.low)
    plain = part.cut(opens.end(), len(part.low)) if opens is not None else part
    mood = mood_of(plain.raw, facts.locale).mood
    return mood is Mood.QUESTION or (mood is Mood.STATEMENT and marked) or _TELLS.match(plain.low) is not None


def _of_what_was_banned(ban: Line, question: Line, facts: TurnFacts) -> Line:
    """ "Don't cancel the concert, just tell me when it starts": the question names nothing but what the ban names."""
    if only := _ONLY.match(question.low):
        question = question.cut(only.end(), len(question.low))
    asked, banned = (read(part.raw, now=facts.now, locale=facts.locale) for part in (question, ban))
    if asked.words or asked.names or asked.when or not banned.words:
        return question
    known = words_of(asked.language)
    verb = ban.tokens()
    named = next((token.start for token in verb if known.articles.match(token.low + " ")), None)
    thing = ban.cut(named, len(ban.low)).raw if named is not None else " ".join(banned.words)
    return line(f"{question.raw} {thing}")


def _asked(part: Line, facts: TurnFacts, *, marked: bool) -> bool | None:
    """Whether the part is a question, or else a request; None where it is neither."""
    mood = mood_of(part.raw, facts.locale).mood
    if _UNABLE.match(part.low) and "?" not in part.raw:
        return None
    if mood is Mood.QUESTION or (mood is Mood.REQUEST and _TELLS.match(part.low)):
        return True if marked or _TELLS.match(part.low) else None
    return False if mood is Mood.REQUEST or _is_news(part, facts) else None


def _is_news(part: Line, facts: TurnFacts) -> bool:
    """ "The haircut is off, and when is the concert?": a change follows from what is told."""
    known = words_of(language_of(part.raw, facts.locale))
    return bool(news(_turn(facts, part, Mood.STATEMENT), known, facts.locale))


def _turn(facts: TurnFacts, part: Line, mood: Mood) -> TurnFacts:
    ledger = facts.ledger if mood is Mood.REQUEST else tuple(one for one in facts.ledger if one.effect == "read")
    return replace(facts, question=part.raw, mood=mood.value, ledger=ledger)
