"""What becomes of what waits when a message says yes or no to it, chooses, or wants back what was done?"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Literal
from uuid import UUID

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.ports.requests import StoredMessage
from orchestrator.agent.previews.lifecycle import Confirmer
from orchestrator.agent.previews.reply_parser import (
    CONFIRM_TOOL,
    Verdict,
    affirms_nothing,
    asked_again,
    dropped_by_name,
    drops_question,
    takes_away,
    verdict_on_choice,
    verdict_on_previews,
    wants_back,
    withdrawn,
)
from orchestrator.agent.response.builder import Answer, Asked
from orchestrator.agent.response.plain_answers import asks, plain, still_waits, what_changed, what_was_done
from orchestrator.agent.tools.freezing import shown
from orchestrator.agent.turn.context import TurnContext
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.state import TurnState
from orchestrator.agent.turn.turn import Turn
from orchestrator.agent.types.bundle import Action, PreviewOut, TurnStatus
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.agent.types.origin import Origin
from orchestrator.errors import Conflict
from orchestrator.kit.ids import parse_id
from orchestrator.language.discourse.choosing import added, chosen, closes, enumerated, remains
from orchestrator.language.discourse.declining import likely_answer
from orchestrator.language.discourse.undoing import (
    asks_last_acts,
    asks_undo,
    asks_what_changed,
    undone_by_name,
)
from orchestrator.language.messages import say
from orchestrator.language.speech_acts import affirm
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.text.normalize import tokens


class PreviewReplyHandler:
    """Carries out, or drops, what the user was asked about."""

    def __init__(self, services: Services, confirmer: Confirmer) -> None:
        self._services = services
        self._confirmer = confirmer

    async def settled(self, turn: Turn, opening: TurnContext) -> Answer | None:
        """The answer to a message that only settles what was proposed, asked or done before; None of any other."""
        said, last = turn.question, opening.last_answer
        chosen = verdict_on_choice(said, last)
        if chosen is not None and (decided := await self.chosen(turn, chosen)) is not None:
            return decided
        if drops_question(said, last):
            return plain(turn, say("agent.dropped", turn.language), "answered", "final_answer")
        if (about := await self._about_last_act(turn, opening)) is not None:
            return about
        if (fewer := await self.chosen_by_words(turn, said, last)) is not None:
            return fewer
        verdict = verdict_on_previews(said, last)
        if verdict is not None:
            return await self.decided(turn, verdict)
        if (refused := await self._refused(turn, last)) is not None:
            return refused
        if turn.request.history is not None:
            return None
        again = asked_again(said, opening.waiting)
        unsaid = affirms_nothing(said, last) or (closes(said) and bool(await self._still_waiting(turn, last)))
        return self._presenting(turn, again) if again else await self.reminded(turn) if unsaid else None

    async def _refused(self, turn: Turn, last: StoredMessage | None) -> Answer | None:
        """The one change that waits in the thread is dropped by a no, though another answer came between: there is
        nothing else to refuse. None of any other message, and where that answer asked something."""
        if last is None or "?" in last.content or turn.request.history is not None:
            return None
        said = affirm.reading(turn.question) or likely_answer(turn.question)
        if last.metadata.get("need_user_input") or said != "no":
            return None
        async with self._services.unit_of_work_of(turn.owner.id) as tx:
            waiting = await self._services.previews.pending(tx, thread_id=turn.thread_id)
        return await self._dropped(_answering(turn), waiting) if len(waiting) == 1 else None

    async def _about_last_act(self, turn: Turn, opening: TurnContext) -> Answer | None:
        """The answer to who wants back what was done, or asks whether anything was; None of any other message."""
        said, last = turn.question, opening.last_answer
        named = undone_by_name(said)
        if named or asks_undo(said):
            undone = await self.undone(turn, opening.window, named)
            if undone is not None or named or turn.request.history is not None:
                return undone
            return plain(turn, say("agent.nothing_to_undo", turn.language), "answered", "final_answer")
        if last is not None and wants_back(said, last, await self._still_waiting(turn, last)):
            return await self.undone(turn, [last])
        if asks_last_acts(said):
            return plain(turn, what_was_done(opening.window, turn), "answered", "final_answer")
        if last is not None and asks_what_changed(said):
            return plain(turn, what_changed(last, turn), "answered", "final_answer")
        return None

    async def decided(self, turn: Turn, verdict: Verdict) -> Answer | None:
        """What became of the previews that a message presented; None where none of them waits any more."""
        turn = _answering(turn)
        known = await self._presented(turn, [*verdict.previews, *verdict.refused])
        if turn.request.history is not None and verdict.kind == "yes" and [one.state for one in known] == ["confirmed"]:
            return await self.confirmed(turn, known[0].id)  # the client sent its yes again: nothing is executed
        now = self._services.clock.now()
        presented = [one for one in known if one.state == "pending" and one.expires_at > now]
        if not presented:
            return None
        if verdict.kind == "no":
            return await self._dropped(turn, presented)
        if verdict.kind == "these":
            return await self._these(turn, presented, verdict.refused)
        if len(presented) > 1:
            return _which(turn, presented)
        return await self.confirmed(turn, presented[0].id)

    async def chosen(self, turn: Turn, verdict: Verdict) -> Answer | None:
        """What became of several previews of which the user was asked which: all that they named are carried out, or
        none. None where none of them waits any more."""
        turn = _answering(turn)
        now = self._services.clock.now()
        known = await self._presented(turn, [*verdict.previews, *verdict.refused])
        waiting = [one for one in known if one.state == "pending" and one.expires_at > now]
        if not waiting:
            return None
        if verdict.kind == "no":
            return await self._dropped(turn, waiting)
        if verdict.kind == "which" and len(waiting) > 1:
            return _which(turn, waiting)
        return await self._these(turn, waiting, verdict.refused)

    async def _these(self, turn: Turn, waiting: Sequence[Preview], refused: Collection[UUID]) -> Answer:
        """Each is carried out, or dropped where it was refused."""
        answers = [
            await (self._dropped(turn, [one]) if one.id in refused else self.confirmed(turn, one.id)) for one in waiting
        ]
        return _together(turn, answers, waiting)

    async def undone(self, turn: Turn, window: Sequence[StoredMessage], named: Collection[str] = ()) -> Answer | None:
        """What the thread's last write was is taken back; what only waits is dropped. `named`: words of the one that is
        meant. None where the thread tells of neither."""
        turn = _answering(turn)
        for message in reversed(window):
            told = [*message.metadata.get("previews", ()), *_done(message)]
            known = await self._presented(turn, [found for one in told if (found := parse_id(one)) is not None])
            known = [one for one in known if set(named) <= set(tokens(one.summary))]
            if waiting := [one for one in known if one.state == "pending"]:
                if message is window[-1]:
                    return await self._dropped(turn, waiting)
                continue
            states = {"confirmed"} if named else {"confirmed", "undone"}
            if done := [one for one in known if one.state in states]:
                return _together(turn, [await self._taken_back(turn, one) for one in reversed(done)], done)
        return None

    async def _taken_back(self, turn: Turn, preview: Preview) -> Answer:
        if preview.state == "undone":
            text = say("agent.undone_before", turn.language, summary=preview.summary)
            return plain(turn, text, "answered", "final_answer")
        try:
            undone = await self._confirmer.undo(turn.owner, preview.id)
        except Conflict as conflict:
            action = _action(preview, "failed", reason=conflict.detail)
            text = say("agent.not_undone", turn.language, reason=conflict.detail)
            return plain(turn, text, "answered", "final_answer", actions=[action])
        summary = undone.result.summary if undone.result is not None else undone.summary
        entity = undone.result.entity if undone.result is not None else None
        action = _action(preview, "done", summary=summary).model_copy(update={"entity": entity})
        return plain(turn, summary, "answered", "final_answer", previews=[undone], actions=[action])

    async def _dropped(self, turn: Turn, waiting: Sequence[Preview]) -> Answer:
        dropped = [await self._confirmer.cancel(turn.owner, preview.id) for preview in waiting]
        names = "; ".join(preview.summary.rstrip(".") for preview in dropped)
        text = say("agent.declined", turn.language, summary=names)
        return plain(turn, text, "answered", "final_answer", previews=dropped, state=_quoting(waiting))

    async def chosen_by_words(self, turn: Turn, said: str, last: StoredMessage | None) -> Answer | None:
        """What "just the haircut", "drop the sugar" and "keep lunch" take and leave of several that the last message
        presented; None where they name none of them alone."""
        waiting = await self._still_waiting(turn, last)
        if dropped_by_name(said, waiting):
            return await self._dropped(_answering(turn), waiting)
        ways = chosen(said)
        for way in ways if len(waiting) > 1 else ():
            meant = [one for one in waiting if way.means(one.summary)]
            if not meant or len(meant) == len(waiting):
                continue
            others = [one for one in waiting if one not in meant]
            if way.way == "only":
                return await self._these(_answering(turn), waiting, {one.id for one in others})
            if way.way == "left_out" or all(takes_away(one.tool) for one in meant):
                return await self._without(_answering(turn), meant, others)
        return await self._kept(turn, said, last)

    async def _kept(self, turn: Turn, said: str, last: StoredMessage | None) -> Answer | None:
        """What "actually keep it" and "I'll keep lunch" drop: what would take that away; None of anything else."""
        ways = [one for one in chosen(said) if one.way == "kept"]
        waiting = await self._still_waiting(turn, last) if ways or remains(said) else []
        if not waiting or not all(takes_away(one.tool) for one in waiting):
            return None
        named = len(waiting) == 1 and any(one.means(waiting[0].summary) for one in ways)
        return await self._dropped(_answering(turn), waiting) if named or remains(said) else None

    async def _without(self, turn: Turn, left: Sequence[Preview], kept: Sequence[Preview]) -> Answer:
        """Some are dropped, and the others presented anew."""
        dropped = await self._dropped(turn, left)
        text = f"{dropped.bundle.answer}\n{still_waits(turn, kept)}"
        told = [*dropped.bundle.previews, *self._shown(kept)]
        return plain(turn, text, "preview", "preview", previews=told, state=_quoting([*left, *kept]))

    async def beside(self, turn: Turn, answer: Answer, last: StoredMessage | None) -> Answer:
        """The answer with what the last message presented, where the user only added to that: "and yeast too". A word
        for all of them is then one for these too."""
        waiting = await self._still_waiting(turn, last) if answer.bundle.previews and _adds(turn) else []
        fresh = {preview.id for preview in answer.bundle.previews}
        before = [one for one in waiting if str(one.id) not in fresh]
        if not before:
            return answer
        answer.bundle.previews[:0] = self._shown(before)
        answer.bundle.answer += f"\n{still_waits(turn, before)}"
        told = [preview.id for preview in answer.bundle.previews if preview.state == "pending"]
        return replace(answer, metadata={**answer.metadata, "previews": told})

    def _shown(self, waiting: Sequence[Preview]) -> list[PreviewOut]:
        return [shown(one, now=self._services.clock.now()) for one in waiting]

    async def _still_waiting(self, turn: Turn, last: StoredMessage | None) -> list[Preview]:
        """What the last message presented, as far as it still waits."""
        told = last.metadata.get("previews", ()) if last is not None else ()
        ids = [found for one in told if (found := parse_id(one))]
        now = self._services.clock.now()
        known = await self._presented(turn, ids)
        return [one for one in known if one.state == "pending" and one.expires_at > now]

    async def replaced(self, turn: Turn, answer: Answer, last: StoredMessage | None) -> None:
        """What the last message presented waits no more: another proposal, if not the same, took its place."""
        again = {preview.id for preview in answer.bundle.previews}
        for preview in await self._still_waiting(turn, last):
            if str(preview.id) in again:
                continue
            await self._confirmer.cancel(turn.owner, preview.id)

    async def reminded(self, turn: Turn) -> Answer | None:
        """What a yes to nothing may have meant: the previews that wait in the thread are presented anew, for no older
        one is ever confirmed by words (product.md section 1). None where none waits."""
        async with self._services.unit_of_work_of(turn.owner.id) as tx:
            waiting = await self._services.previews.pending(tx, thread_id=turn.thread_id)
        return self._presenting(turn, waiting) if waiting else None

    def _presenting(self, turn: Turn, waiting: Sequence[Preview]) -> Answer:
        """What waits, asked about once more."""
        turn = _answering(turn)
        if len(waiting) > 1:
            return _which(turn, waiting)
        told, presented = still_waits(turn, waiting), self._shown(waiting)
        return plain(turn, told, "preview", "preview", previews=presented, state=_quoting(waiting))

    async def called_off(self, turn: Turn, opening: TurnContext, answer: Answer) -> Answer:
        """The answer, or that what waits was dropped, where the message called off what is not kept yet."""
        meant = withdrawn(turn, answer.bundle.actions, opening.waiting)
        return answer if meant is None else await self._dropped(_answering(turn), [meant])

    async def _presented(self, turn: Turn, ids: Sequence[UUID]) -> list[Preview]:
        """The previews that a message presented, as they are now, in that order."""
        async with self._services.unit_of_work_of(turn.owner.id) as tx:
            found = [await self._services.previews.find(tx, one) for one in ids]
        return [one for one in found if one is not None]

    async def confirmed(self, turn: Turn, preview_id: UUID) -> Answer:
        """The preview is carried out, and the answer says what came of it."""
        try:
            preview = await self._confirmer.confirm(turn.owner, preview_id)
        except Conflict as conflict:
            text = say("agent.confirm_gone", turn.language, reason=conflict.detail)
            again = conflict.extra.get("preview")
            shown = [PreviewOut.model_validate(again)] if again else []
            return plain(turn, text, "preview" if shown else "answered", "final_answer", previews=shown)
        quoting = _quoting(await self._presented(turn, [preview_id]))
        if preview.state == "confirmed" and preview.result is not None:
            action = Action(
                tool=preview.tool,
                outcome="done",
                summary=preview.result.summary,
                entity=preview.result.entity,
                preview_id=preview.id,
            )
            text = say("agent.confirmed", turn.language, summary=preview.result.summary)
            return plain(turn, text, "answered", "final_answer", previews=[preview], actions=[action], state=quoting)
        reason = preview.last_error or preview.state
        action = Action(
            tool=preview.tool, outcome="failed", summary=preview.summary, preview_id=preview.id, reason=reason
        )
        text = say("agent.confirm_failed", turn.language, reason=reason)
        return plain(turn, text, "preview", "preview", previews=[preview], actions=[action], state=quoting)


def _adds(turn: Turn) -> bool:
    """Whether a message only says more of what was asked for before it."""
    return bool(added(turn.question) or (turn.mood is Mood.UNCLEAR and enumerated(turn.question)))


def _answering(turn: Turn) -> Turn:
    """The turn as one that only settles what was there before."""
    route = replace(turn.route, mood=Mood.CONFIRMATION, confidence=1.0, reason="settles what was proposed or done")
    return replace(turn, route=route)


def _done(message: StoredMessage) -> list[str]:
    """The previews by which a message's writes were done."""
    actions = message.metadata.get("actions") or ()
    return [str(one.get("preview_id")) for one in actions if one.get("outcome") == "done" and one.get("preview_id")]


def _action(
    preview: Preview, outcome: Literal["done", "failed"], *, summary: str = "", reason: str | None = None
) -> Action:
    return Action(
        tool=preview.tool,
        outcome=outcome,
        summary=summary or preview.summary,
        entity=None,
        preview_id=str(preview.id),
        reason=reason,
    )


def _together(turn: Turn, answers: Sequence[Answer], previews: Sequence[Preview]) -> Answer:
    """One answer of what became of each."""
    if len(answers) == 1:
        return answers[0]
    bundles = [answer.bundle for answer in answers]
    status: TurnStatus = "preview" if any(one.status == "preview" for one in bundles) else "answered"
    return plain(
        turn,
        "\n".join(one.answer for one in bundles),
        status,
        "preview" if status == "preview" else "final_answer",
        previews=[preview for one in bundles for preview in one.previews],
        actions=[action for one in bundles for action in one.actions],
        state=_quoting(previews),
    )


def _which(turn: Turn, previews: Sequence[Preview]) -> Answer:
    options = tuple(Option(str(preview.id), preview.summary) for preview in previews)
    listed = "\n".join(f"{number}. {option.label}" for number, option in enumerate(options, 1))
    asked = f"{say('agent.which_preview', turn.language)}\n{listed}"
    needs = NeedUserInput("choice", asked, options, field="preview_id")
    return asks(turn, Asked(needs, CONFIRM_TOOL))


def _quoting(previews: Sequence[Preview]) -> TurnState:
    """The state of a turn whose answer repeats these previews: what others wrote in them is still theirs."""
    return TurnState(tainted=any(preview.origin is Origin.THIRD_PARTY for preview in previews))
