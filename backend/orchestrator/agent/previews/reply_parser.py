"""Is this message an answer to what the assistant asked last? A yes, a no, a choice, a missing word.

A message that purely affirms confirms only a preview that the assistant's last message presented, when that message
asked nothing else (product.md section 1, "Writes are previews"). Only the user's own message is ever read here.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any, Literal
from uuid import UUID

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.ports.requests import ClarificationReply, StoredMessage
from orchestrator.agent.turn.turn import Turn
from orchestrator.agent.types.bundle import Action, NeedUserInputOut
from orchestrator.errors import NotFound
from orchestrator.kit import patterns
from orchestrator.kit.ids import parse_id
from orchestrator.language.discourse.choosing import Chosen, asks_what_waits, chosen, confirmed_by_name, drops
from orchestrator.language.discourse.declining import likely_answer, says_why_not
from orchestrator.language.discourse.marks import marked
from orchestrator.language.discourse.retiming import only_a_time
from orchestrator.language.discourse.undoing import takes_back
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.lexicon.shared import KIND_OF
from orchestrator.language.rules.form import lays_down
from orchestrator.language.speech_acts import affirm
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.tables import LANGUAGES
from orchestrator.language.text.normalize import content_words, normalize, tokens
from orchestrator.language.time import mentions

CONFIRM_TOOL = "previews.confirm"
"""The pseudo tool of a clarification that asks which of several previews is meant."""

_QUESTION = patterns.compile(r"[^.!?¿\n]*\?")
_ABOUT_CONFIRMING = patterns.compile(
    r"\b(confirm\w*|go ahead|proceed|correct|carry (it|this|them) out|shall i (do|save|create|add) (it|this|that|them)"
    r"|is that (right|ok(ay)?)|prossig\w*|avanc\w*|correto|certo|esta bem|de acuerdo|adelante|procedo|sigo"
    r"|es correcto)\b"
)
SHORT_REPLY_WORDS = 12
"""A longer message is no bare answer to "when?"."""


@dataclass(frozen=True)
class Clarified:
    """The clarification that was answered: its stored form and the value that takes the field's place."""

    asked: Mapping[str, Any]
    value: str


@dataclass(frozen=True)
class Verdict:
    """The user's pure yes or no to presented previews, a yes that has still to say to which (`which`), or a word for
    some of several (`these`): a yes to `previews`, a no to `refused`."""

    kind: Literal["yes", "no", "which", "these"]
    previews: tuple[UUID, ...]
    refused: tuple[UUID, ...] = ()


def verdict_on_previews(question: str, last: StoredMessage | None) -> Verdict | None:
    """The user's pure yes or no to what the last message presented; None where it is no such thing."""
    if last is None:
        return None
    said = affirm.reading(question) or ("no" if says_why_not(question) or _no_after_all(question) else None)
    said = said or ("yes" if affirm.yes_and_its_deed(question) or affirm.deed_alone(question) else None)
    presented = tuple(found for text in last.metadata.get("previews", ()) if (found := parse_id(text)) is not None)
    if not presented or asks_something_else(last):
        return None
    if said is None and (several := _of_several(question, presented)) is not None:
        return several
    said = said or likely_answer(question)
    return Verdict(said, presented) if said is not None else None


def _no_after_all(question: str) -> bool:
    """Whether the last clause takes back what was said before it: "not the vet, actually neither"."""
    last = _CLAUSE.split(normalize(question))[-1]
    return any(
        (found := marked(last, language)).rights and affirm.reading(found.of(last)) == "no" for language in LANGUAGES
    )


_CLAUSE = patterns.compile(r"[,;.] ")


def _of_several(question: str, presented: Sequence[UUID]) -> Verdict | None:
    """A yes or no to some of several, told by their place; of a single one nobody says that."""
    decided = affirm.decided(question, len(presented)) if len(presented) > 1 else None
    if decided is None:
        return None
    taken, refused = ([presented[at] for at in which] for which in (decided.taken, decided.refused))
    if not refused and any(one.way == "only" for one in chosen(question)):
        refused = [one for one in presented if one not in taken]  # "only the first"
    return Verdict("these", tuple(taken), tuple(refused))


def verdict_on_choice(question: str, last: StoredMessage | None) -> Verdict | None:
    """What the user says of several previews at once that the last message asked to choose from: all of them, some of
    them, none; a mere yes names none of them yet. None where they choose one, or it is no such answer."""
    asked = last.metadata.get("clarification") if last is not None else None
    if not asked or asked.get("tool") != CONFIRM_TOOL:
        return None
    ids = [found for option in asked.get("options", ()) if (found := parse_id(option.get("id"))) is not None]
    if (said := affirm.reading(question)) is not None:
        return Verdict("no" if said == "no" else "which", tuple(ids))
    several = _of_several(question, ids)
    if several is None or (len(several.previews) < 2 and not several.refused):
        return None
    return several if several.refused else Verdict("yes", several.previews)


def drops_question(question: str, last: StoredMessage | None) -> bool:
    """True for a pure no to a question for a choice or for words, which it can't be an answer of."""
    asked = last.metadata.get("clarification") if last is not None else None
    if not asked or asked.get("kind") not in {"choice", "text"}:
        return False
    return affirm.reading(question) == "no"


def affirms_nothing(question: str, last: StoredMessage | None) -> bool:
    """True for a pure yes where the last message neither presented anything nor asked anything."""
    if last is None or affirm.reading(question) != "yes" or last.metadata.get("previews"):
        return False
    return not last.metadata.get("need_user_input") and "?" not in last.content


def asks_something_else(message: StoredMessage) -> bool:
    """True where the message asks more than whether to carry out what it presents."""
    if message.metadata.get("need_user_input"):
        return True
    return any(not _ABOUT_CONFIRMING.search(normalize(asked)) for asked in _QUESTION.findall(message.content))


def still_open(
    asks: NeedUserInputOut | None, clarification: Mapping[str, Any], waiting: Collection[str]
) -> NeedUserInputOut | None:
    """What a thread's last message asks, where only an answer settles it: which of several previews is meant is settled
    with the last of them too. `clarification`: its stored form; `waiting`: the ids of the previews that wait."""
    if asks is not None and clarification.get("tool") == CONFIRM_TOOL:
        return asks if any(option.id in waiting for option in asks.options) else None
    return asks


def clarified(question: str, reply: ClarificationReply | None, window: tuple[StoredMessage, ...]) -> Clarified | None:
    """The clarification that this turn answers: by `reply_to_clarification`, or in words right after the question.
    Raises NotFound for an id that no message of the window asked."""
    if reply is not None:
        asked = next(
            (
                found
                for message in reversed(window)
                if (found := message.metadata.get("clarification")) and found.get("id") == reply.id
            ),
            None,
        )
        if asked is None:
            raise NotFound(f"There is no clarification {reply.id} in this thread.")
        return Clarified(asked, _chosen_id(asked, reply))
    last = window[-1] if window and window[-1].role == "assistant" else None
    asked = last.metadata.get("clarification") if last is not None else None
    if not asked:
        return None
    value = _in_words(question, asked)
    return Clarified(asked, value) if value is not None else None


def _chosen_id(asked: Mapping[str, Any], reply: ClarificationReply) -> str:
    options = {option["id"] for option in asked.get("options", ())}
    if reply.option_id is not None:
        if reply.option_id not in options:
            raise NotFound(f"The clarification {reply.id} has no option {reply.option_id}.")
        return reply.option_id
    return _in_words(reply.text or "", asked) or (reply.text or "")


def _in_words(text: str, asked: Mapping[str, Any]) -> str | None:
    """The option that the words choose, or the words themselves where text was asked for."""
    options = asked.get("options", ())
    picked = option_in_words(text, options) if options else None
    if picked is not None or (options and asked.get("kind") == "choice"):
        return picked
    short = 0 < len(text.split()) <= SHORT_REPLY_WORDS
    answers = mood_of(text).mood in {Mood.STATEMENT, Mood.UNCLEAR} or (
        asked.get("field") == "when" and only_a_time(text)
    )
    if short and asked.get("kind") == "text" and answers and not lays_down(text):
        return text
    return None


def option_in_words(text: str, options: Sequence[Mapping[str, str]]) -> str | None:
    """The id of the one option that the words choose, by its place ("the second one") or its label."""
    decided = affirm.decided(text, len(options)) if options else None
    if decided is not None and decided.refused:
        return None  # "no to the second" chooses nothing
    if decided is not None and len(decided.taken) == 1:
        return str(options[decided.taken[0]]["id"])
    if not tokens(text) or affirm.reading(text) is not None:
        return None
    # "Tomorrow, I mean": the marks that stand beside a choice name none.
    bare = dict.fromkeys((text, *(marked(normalize(text), language).of(normalize(text)) for language in LANGUAGES)))
    said = (one for one in bare if tokens(one))
    return next((found for one in said if (found := _labelled(one, options) or _at_that_time(one, options))), None)


def _labelled(text: str, options: Sequence[Mapping[str, str]]) -> str | None:
    """The one option in whose label the words stand."""
    wanted = tokens(text)
    exact = [option for option in options if tokens(option["label"]) == wanted]
    near = exact or [option for option in options if _holds(tokens(option["label"]), wanted)]
    return str(near[0]["id"]) if len(near) == 1 else None


def _holds(label: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether the words stand in the label, whole and one after the other: a "no" is not in "November"."""
    return any(list(label[at : at + len(wanted)]) == list(wanted) for at in range(len(label) - len(wanted) + 1))


def _at_that_time(text: str, options: Sequence[Mapping[str, str]]) -> str | None:
    """The one option, of several times, that the words for a part of a day or an hour mean: "tonight", "7 in the
    evening"; None where the options are no times, or the words tell more than one."""
    times = {one["id"]: at for one in options if (at := _moment(one["id"])) is not None}
    if not times or len(times) < len(options) or len(text) > _MOST_OF_A_TIME or not only_a_time(text):
        return None
    today = datetime.combine(min(times.values()).date(), time())
    told = [one for language in LANGUAGES for one in mentions(text, now=today, locale=language) if one.has_time]
    meant = {
        key for key, at in times.items() for one in told if one.start == at or (one.end and one.start <= at < one.end)
    }
    return meant.pop() if len(meant) == 1 else None


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        return None


_MOST_OF_A_TIME = 40
_MOST_READ = 300
"""Characters of a message that names something to be dropped."""


def takes_away(tool: str) -> bool:
    """Whether a tool takes something away, so that who keeps that does not want it."""
    return any(KIND_OF.get(word) == "delete" for word in tool.split("_"))


def wants_back(said: str, last: StoredMessage, waiting: Sequence[Preview]) -> bool:
    """Whether what the last answer did is not wanted after all, for it was a mistake; or, of what it made or would
    make, "no, delete it". `waiting`: what it presented and is not decided."""
    if not (back := takes_back(said)):
        return False
    done = [str(one.get("tool")) for one in last.metadata.get("actions") or () if one.get("outcome") == "done"]
    if back == "any":
        return bool(done) and not waiting
    tools = [*done, *(one.tool for one in waiting)]
    return bool(tools) and all(any(KIND_OF.get(word) == "create" for word in tool.split("_")) for tool in tools)


def changed_title(preview: Preview) -> str:
    """The title of the kept thing that a preview changes or takes away; "" where it makes a new one, or is about who
    takes part."""
    kinds = {KIND_OF.get(word) for word in preview.tool.split("_")}
    if kinds.isdisjoint(_OF_A_THING) or "participants" in (preview.arguments.get("changed") or ()):
        return ""
    return preview.target.title.strip() if preview.target is not None else ""


_OF_A_THING = frozenset({"update", "delete", "complete"})


def asked_again(said: str, waiting: Sequence[Preview]) -> Sequence[Preview]:
    """What is to be shown anew: all where the message asks what waits, those that it wants carried out by name."""
    if asks_what_waits(said):
        return waiting
    what = confirmed_by_name(said)
    return [one for one in waiting if Chosen("only", what).means(one.summary)] if what else []


def withdrawn(turn: Turn, actions: Sequence[Action], waiting: Sequence[Preview]) -> Preview | None:
    """What was to be made and is called off, where nothing of that name is kept: "cancel the dentist". `actions`: what
    the message came to. None where it names none that waits, or several."""
    if not actions or any(one.outcome != "failed" or not takes_away(one.tool) for one in actions):
        return None
    said, verbs = turn.question[:_MOST_READ], LEXICONS[turn.language].verbs
    named = " ".join(word for word in content_words(said) if word not in verbs)
    made = [one for one in waiting if one.target is None]
    meant = [one for one in made if _told(str(one.arguments.get("title") or ""), said) or _told(named, one.summary)]
    return meant[0] if len(meant) == 1 else None


def dropped_by_name(said: str, waiting: Sequence[Preview]) -> bool:
    """Whether a message drops the one change that waits, named by what it would make: "forget the dinner"."""
    if len(waiting) != 1 or waiting[0].target is not None or takes_away(waiting[0].tool):
        return False
    people = tokens(" ".join(map(str, waiting[0].draft.get("participants") or ())))
    return drops(said, waiting[0].summary, people)


def _told(words: str, text: str) -> bool:
    """Whether a text holds all the words, in whatever form."""
    return Chosen("left_out", words).means(text)
