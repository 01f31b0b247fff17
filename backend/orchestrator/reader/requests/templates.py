"""Which changes does one text ask for? The first template of a language that fits says what is wanted, also where a
time stands before it, where the text says why, and on both sides of an "and"."""

from dataclasses import replace
from itertools import islice

from orchestrator.kit import patterns
from orchestrator.kit.patterns import Match
from orchestrator.language.discourse.dated_things import ANCHORS
from orchestrator.language.lengths import ends_with_length, length_of
from orchestrator.language.speech_acts.forgetting import end_of_request
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.text.normalize import normalize
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.discourse.draft_words import DRAFT_WORDS, unmarked
from orchestrator.reader.discourse.previous_question import question_before
from orchestrator.reader.discourse.shown import told_alone, told_back, told_title
from orchestrator.reader.errands import ERRANDS
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line, joined, spelled
from orchestrator.reader.request import Request, Scene, cut
from orchestrator.reader.requests import details
from orchestrator.reader.requests.anchors import SAME_DAY, anchored, before_an_event, of_the_event_itself
from orchestrator.reader.requests.by_act import BUILD
from orchestrator.reader.requests.events.creation import following, jotted
from orchestrator.reader.requests.fronted import commanded, verb_first
from orchestrator.reader.requests.news.announced import news
from orchestrator.reader.requests.news.completed_todos import ticked
from orchestrator.reader.timing import phrases, series, within

_MOST_JOINTS = 8
"""So many "and"s of a message are tried for the end of a request; it makes five at most, and each try reads it anew."""


def written_down(text: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """ "Dinner on Friday at 8 with Bia", beside which something else is asked for."""
    return jotted(Scene(without_politeness(text, known), known, facts.now, locale, facts.context))


def requested_together(text: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """The requests on both sides of an "and", where each side is one by itself ("add wine and cancel the dentist")."""
    return _Together(text, known, locale, facts).behind(0, 0)


def _of_company(head: Line, rest: Line, known: Words) -> bool:
    """Whether an "and" stands between two who come along: "with Chela and Rigo on Sunday at three"."""
    people = details.people_with(head, known)
    return bool(people) and head.written.rstrip().endswith(people[-1]) and rest.raw[:1].isupper()


class _Together:
    """The parts of one message; each end of it is read once."""

    def __init__(self, text: Line, known: Words, locale: str, facts: TurnFacts) -> None:
        self._text, self._known, self._locale, self._facts = text, known, locale, facts
        self._read: dict[int, list[Request]] = {}

    def behind(self, start: int, tried: int) -> list[Request]:
        """Those of the text from `start` on, of which so many joints were tried."""
        if start not in self._read:
            self._read[start] = self._halves(self._text.cut(start, len(self._text.low)), start, tried)
        return self._read[start]

    def _halves(self, part: Line, start: int, tried: int) -> list[Request]:
        known = self._known
        joints = list(islice(known.also_acts.finditer(part.low), max(0, _MOST_JOINTS - tried)))
        times = phrases(part.raw, part.low, known, self._facts.now, self._locale) if joints else ()
        for number, join in enumerate(joints, tried + 1):
            if within(join.span(), times):
                continue
            head, rest = part.cut(0, join.start()), part.cut(join.end(), len(part.low))
            asks = mood_of(rest.raw, self._locale).mood is Mood.REQUEST
            if not asks and _of_company(head, rest, known):
                continue
            first = _alone(head, known, self._locale, self._facts, told_done=asks)
            if not _complete_all(first, known) and (start or asks):
                first = self._needed(head)
            if not _complete_all(first, known) and not asks and self._is_errand(rest):
                first = written_down(head, known, self._locale, self._facts)
            if not _complete_all(first, known):
                continue
            second = self.behind(start + join.end(), number) or self._of_its_own(rest, asks=asks)
            second = (second if _complete_all(second, known) else []) or self._beside(head, first[-1], rest)
            if second:
                return first + second
        return []

    def _is_errand(self, part: Line) -> bool:
        """Whether a part opens as an errand is written down, and tells no time that may be another event's."""
        timed = phrases(part.raw, part.low, self._known, self._facts.now, self._locale)
        return ERRANDS[self._known.language].to_be_done.match(part.low) is not None and not timed

    def _of_its_own(self, rest: Line, *, asks: bool) -> list[Request]:
        """What the part behind an "and" asks for by itself, or says by its kind: "and a todo to book a table"."""
        known = self._known
        article = known.articles.match(rest.low)
        by_kind = article is not None and known.things["todo"].match(rest.low[article.end() :]) is not None
        return self._requested(rest) if asks or by_kind else []

    def _beside(self, head: Line, first: Request, rest: Line) -> list[Request]:
        """What stands beside a request without a verb that asks for it."""
        if again := self._again(head, rest):
            return again
        if first.act not in _JOINED or (first.act is Act.EVENT and not first.arguments.get("when")):
            return []
        return _more_events(first, rest, self._known, self._locale, self._facts) or self._needed(rest, head.low)

    def _needed(self, part: Line, before: str = "") -> list[Request]:
        """An errand that is but its verb and its thing: "call Wes", which alone would be asked of Steward. A pronoun
        means whom the errand `before` it meant: "renew her permit and get her glasses fixed"."""
        deictic = self._known.deictic
        meant = {found.group() for found in deictic.finditer(before)}
        if any(found.group() not in meant for found in deictic.finditer(part.low)):
            return []
        said = f"{ERRANDS[self._known.language].needed} {part.written}"
        made = self._requested(spelled(said, self._known.language))
        verb = part.low.partition(" ")[0]
        whole = all(normalize(str(each.arguments.get("title"))).startswith(verb) for each in made)
        return made if whole and all(each.act is Act.TODO_NEED for each in made) else []

    def _again(self, head: Line, rest: Line) -> list[Request]:
        """ "Remind me to A and to B": the verb stands once, each errand with its own "to"."""
        acts = (one.match(head.low) for act, one in self._known.acts if act is Act.REMIND)
        opens = next((match for match in acts if match), None)
        if opens is None:
            return []
        first, second = (self._behind_time(part) for part in (head.cut(*opens.span("rest")), rest))
        word = second.partition(" ")[0]
        errand = second != rest.low and ERRANDS[self._known.language].to_be_done.match(second) is not None
        if not (first.startswith(f"{word} ") or errand):
            return []
        return self._requested(joined([head.cut(0, opens.start("rest")), rest]))

    def _behind_time(self, part: Line) -> str:
        """What stands behind the time with which an errand begins: "to post the cards" of "on thursday to …"."""
        times = phrases(part.raw, part.low, self._known, self._facts.now, self._locale)
        end = max((end for one in times for start, end in one.spans if start == 0), default=0)
        return part.low[end:].strip(" ,")

    def _requested(self, text: Line) -> list[Request]:
        return requested(text, self._known, self._locale, self._facts)


def _alone(head: Line, known: Words, locale: str, facts: TurnFacts, *, told_done: bool) -> list[Request]:
    """What the words before an "and" ask for by themselves."""
    told = replace(facts, question=head.raw, mood=None)
    done = (ticked(told, known, locale) or news(told, known, locale)) if told_done else []
    made = done or requested(head, known, locale, facts)
    return made or (written_down(head, known, locale, facts) if told_done else [])


def _more_events(first: Request, rest: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """ "Add lunch tomorrow at one and dinner at eight": the verb stands once, each event has its own time."""
    if first.act is not Act.EVENT:
        return written_down(rest, known, locale, facts)
    scene = Scene(without_politeness(rest, known), known, facts.now, locale, facts.context)
    return following(scene, first)


def _complete_all(requests: list[Request], known: Words) -> bool:
    return bool(requests) and all(_complete(each, known) for each in requests)


def _complete(request: Request, known: Words) -> bool:
    """Whether a request names what it is about; "and eggs" after "add milk" is none of its own."""
    if request.target is not None:
        return bool(request.target_id or request.target.words or request.target.when)
    if normalize(str(request.arguments.get("title") or "")) in ERRANDS[known.language].same_again:
        return False
    return any(request.arguments.get(name) for name in ("title", "text", "display_name", "contacts", "item"))


_FOR_ME = patterns.compile(r"[a-z]{2,}(?P<me>-(?:me|nos)|me|nos)(?: |$)")
""" "Cámbiame el dentista", "muda-me o dentista": the change is the same without it."""


def requested(text: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """The changes that the first fitting template of a language finds in a text."""
    bare = without_politeness(text.readable, known)
    clitic = _FOR_ME.match(bare.low)
    made = (
        _narrowed(bare, known, locale, facts)
        or of_the_event_itself(Scene(bare, known, facts.now, locale, facts.context))
        or _requested(bare, known, locale, facts)
        or _timed_first(bare, known, locale, facts)
        or _before_first(bare, known, locale, facts)
        or (_requested(bare.without([clitic.span("me")]), known, locale, facts) if clitic is not None else [])
    )
    if made:
        return made
    anew, rights = unmarked(bare, known.language)
    if rights and 0 < len(anew.low) < len(bare.low):  # "no wait, move the dentist to 11"
        return requested(anew, known, locale, facts)
    for said in (commanded(bare, known), verb_first(bare, known)):
        if said and (made := _narrowed(said, known, locale, facts) or _requested(said, known, locale, facts)):
            return made
    return _behind_why(bare, known, locale, facts)


def _behind_why(bare: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """What is asked for behind a clause that only tells why: "Karim can't on Thursday, bin the match"."""
    why, comma, ask = bare.low.rpartition(", ")
    if not comma or mood_of(ask, locale).mood is not Mood.REQUEST:
        return []
    if mood_of(bare.cut(0, len(why)).raw, locale).mood not in {Mood.STATEMENT, Mood.UNCLEAR}:
        return []
    made = _requested(bare.cut(len(why) + len(comma), len(bare.low)), known, locale, facts)
    named = len(made) == 1 and (made[0].target is not None or made[0].act is Act.REMIND)
    return made if named and made[0].act in _PLANNED else []


def _timed_first(bare: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """The changes where the time stands before what is asked for: "tomorrow morning remind me to defrost the fish",
    "every Monday at 8 remind me of the bins"."""
    again = next((end for start, end in series(bare.raw, facts.now, locale) if not start), 0)
    first = next(iter(phrases(bare.raw, bare.low, known, facts.now, locale)), None) if not again else None
    if not again and (first is None or first.start or len(first.spans) > 1):
        return []
    end, when = (first.end, first.text) if first is not None else (again, bare.raw[:again])
    rest = bare.cut(end, len(bare.low))
    if mood_of(rest.raw, locale).mood is not Mood.REQUEST:
        return []
    made = _requested(without_politeness(rest, known), known, locale, facts)
    plain = len(made) == 1 and made[0].act in _DUE | {Act.EVENT} and not made[0].arguments.get("when")
    return [replace(made[0], arguments={**made[0].arguments, "when": when})] if plain else []


def _narrowed(bare: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """The changes where the message also says why, or before which event: neither is of a title."""
    why = _REASON.search(bare.low)
    if why is not None and _only_tells(bare.cut(why.end("stop"), len(bare.low)), known, locale, facts):
        made = requested(bare.cut(0, why.start()), known, locale, facts)
        lists = len(_requested(bare, known, locale, facts)) > len(made)  # "milk, eggs and bread on the list"
        return made if not lists and all(one.act in _PLANNED for one in made) else []
    if (found := before_an_event(bare, known)) is None:
        return []
    head, event, eve = found
    if any(one.start == 0 and one.mention.has_date for one in phrases(event.raw, event.low, known, facts.now, locale)):
        return []  # "the day before 2 December to book a table" names the day itself
    size = ends_with_length(head.low, known.language, known.at_clock)
    early = head.cut(*size).raw if size is not None and size[0] else ""
    head = head.cut(0, size[0]) if size is not None and early else head
    made, whole = (_requested(one, known, locale, facts) for one in (head, bare))
    if (own := _errand_behind(head, event, known, locale, facts)) is not None:
        made, event = own
        whole = made
        early = early or ("" if eve else SAME_DAY)
    elif early and not any(one.act in _DUE for one in made):  # "ping me an hour before the flight": of that itself
        made = _requested(joined([head, event]), known, locale, facts)
        if not any(one.act in _DUE for one in made) and [one.act for one in whole] == [
            Act.REMIND
        ]:  # "tell me an hour before the flight"
            made = whole = [Request(Act.REMIND, {"title": details.without_articles(event, known).written})]
    if len(made) != 1 or len(whole) != 1 or made[0].act not in _DUE or made[0].arguments.get("when"):
        return []
    return anchored(made[0], event, early, whole[0], Scene(bare, known, facts.now, locale, facts.context))


def _before_first(bare: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """The same where the event stands first: "half an hour before the dentist remind me to take my pill"."""
    found = ANCHORS[known.language].fronted.fullmatch(bare.low)
    if found is None:
        return []
    scene = Scene(bare, known, facts.now, locale, facts.context)
    early, event, ask = (cut(found, group, scene) for group in ("early", "event", "ask"))
    told = early.raw if early is not None else SAME_DAY
    if event is None or ask is None or (early is not None and length_of(told, locale) is None):
        return []
    made = _requested(without_politeness(ask, known), known, locale, facts)
    if len(made) != 1 or made[0].act not in _DUE or made[0].arguments.get("when"):
        return []
    return anchored(made[0], event, told, made[0], scene)


def _errand_behind(
    head: Line, event: Line, known: Words, locale: str, facts: TurnFacts
) -> tuple[list[Request], Line] | None:
    """What is to be done that long before an event, where it stands behind that one: "20 minutes before the call to
    print the notes"; and the event."""
    for joint in islice(ANCHORS[known.language].errand.finditer(event.low), _MOST_JOINTS):
        made = _requested(joined([head, event.cut(joint.start() + 1, len(event.low))]), known, locale, facts)
        deed = event.low[joint.end() :]
        errand = (known.errand.match(deed) or ANCHORS[known.language].does.match(deed)) is not None
        if errand and len(made) == 1 and made[0].act in _DUE and not made[0].arguments.get("when"):
            return made, event.cut(0, joint.start())
    return None


_MOST_JOINTS = 4
_REASON = patterns.compile(r"(?P<stop>[,;.!]| -) (?P<why>[^,;.!]+)$")
_JOINED = frozenset({Act.TODO, Act.TODO_NEED, Act.TODO_DID, Act.EVENT})
"""What another errand or event may stand beside without a verb that asks for it."""
_DUE = frozenset({Act.TODO, Act.REMIND, Act.TODO_NEED})
_PLANNED = _DUE | {Act.EVENT, Act.EVENT_CANCEL, Act.EVENT_MOVE, Act.EVENT_ADD, Act.EVENT_LEAVE, Act.EVENT_RENAME}


def _only_tells(clause: Line, known: Words, locale: str, facts: TurnFacts) -> bool:
    """Whether a clause is a mere statement, which names no time."""
    told = mood_of(clause.raw, locale)
    timed = phrases(clause.raw, clause.low, known, facts.now, locale)
    tells = told.mood is Mood.STATEMENT or DRAFT_WORDS[known.language].why.match(clause.low) is not None
    return tells and not told.negated and not timed


def _requested(bare: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    for act, pattern in known.acts:
        match = pattern.match(bare.low)
        if match is None:
            continue
        before, last = question_before(facts, locale), told_alone(facts)
        scene = Scene(bare, known, facts.now, locale, facts.context, before, last, told_back(facts), told_title(facts))
        if act is Act.EVENT and (errand := _errand_of(match, scene)) is not None:
            return _requested(spelled(errand, known.language), known, locale, facts)  # "agendame comprarle un regalo"
        made = BUILD[act](act, match, scene)
        if act is Act.EVENT_MOVE and facts.mood == Mood.UNCLEAR and _moves_but_a_time(made):
            continue  # "shift tomorrow 6-2" is one
        if made:
            rest = cut(match, "rest", scene)
            joined = known.join.match(" " + rest.low) if rest is not None else None
            if rest is not None and joined:
                made += requested(rest.cut(joined.end() - 1, len(rest.low)), known, locale, facts)
            return made
    return []


def _moves_but_a_time(made: list[Request]) -> bool:
    """Whether what is to be moved is named by nothing but when it is."""
    target = made[0].target if made and not made[0].target_id else None
    return target is not None and bool(target.when) and not (target.words or target.names)


def _errand_of(match: Match, scene: Scene) -> str | None:
    """What is to be done, said as an errand is, where what should be put in the calendar begins with a verb."""
    body = cut(match, "body", scene)
    if body is None or not (_TO_DO.match(body.low) or _is_deed(body, match["verb"], scene)):
        return None
    return f"{ERRANDS[scene.known.language].reminds} {body.written}"


def _is_deed(body: Line, verb: str, scene: Scene) -> bool:
    """Whether what is put down begins with a verb and has no hour: "põe ir ao banco dia 25"; a meal is an event."""
    known = scene.known
    begins = _DEED.match(body.low) is not None and known.weak_verbs.search(verb) is not None
    if not begins or known.things["event"].match(body.low) is not None:
        return False
    return not any(one.mention.has_time for one in phrases(body.raw, body.low, known, scene.now, scene.locale))


_DEED = patterns.compile(r"[a-z]*(?:ar|er|ir) ")
_TO_DO = patterns.compile(r"[a-z]{2,}(?:ar|er|ir)-?(?:l[aeo]s?|me|te|nos|lhes?) ")
"""An infinitive with what hangs on it, of the languages that hang anything there."""


def without_politeness(text: Line, known: Words) -> Line:
    """The request without greetings, politeness and thanks."""
    return own_errand(text, known)[0]


def own_errand(text: Line, known: Words) -> tuple[Line, bool]:
    """The same, and whether it is an errand of which the user said that they have to do it: "I need to book Clara's
    dentist" opens as what is asked of Steward does."""
    found = known.polite.match(text.low)
    bare = text.cut(found.end(), len(text.low)) if found else text
    bare = bare.cut(0, end_of_request(bare.low, known.language))
    tail = known.tail.search(bare.low)
    bare = bare.cut(0, tail.start()) if tail else bare
    own = found is not None and known.needs.search(found.group()) is not None
    return bare, own and known.errand.match(bare.low) is not None
