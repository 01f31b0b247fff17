"""How does a command go on? Parse, extract, resolve, clarify, preview, edit, then confirm or cancel (product.md, 2).

Each message is one step of that way; where it stands is read from the thread's messages (`state.py`). What a message
has to do with the draft is decided here: a yes or no, an answer to what was asked, a change in words, or nothing, and
then the turn goes on without the command. Implements `agent.runs.commands.CommandRunner`.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.ports.requests import StoredMessage
from orchestrator.agent.ports.turns import UnfinishedRun
from orchestrator.agent.previews.lifecycle import Confirmer
from orchestrator.agent.previews.reply_parser import asks_something_else, changed_title, option_in_words
from orchestrator.agent.runs.commands import CommandReply, CommandTurn, Declined, Recovered
from orchestrator.agent.tools.freezing import shown
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.state import TurnState
from orchestrator.agent.turn.turn import RunCancelled, Turn
from orchestrator.agent.types.bundle import PreviewOut
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.commands.command import (
    UNRELATED,
    Command,
    DraftCommand,
    Extraction,
    InstantCommand,
    SpokenCommand,
)
from orchestrator.commands.extracting import Draft, Extractor, Work, other_business
from orchestrator.commands.naming import Naming
from orchestrator.commands.replying import asking, presented, presented_again, quoting, result_of, settled_reply
from orchestrator.commands.state import Active, Clarification, CommandState, asked_by, unsettled
from orchestrator.commands.writing import Drafts, first_previews
from orchestrator.db.tx import Tx
from orchestrator.errors import UNCHANGED, Conflict, ToolError, ToolRejected
from orchestrator.kit import patterns
from orchestrator.kit.ids import new_id, parse_id
from orchestrator.language.detect import scores
from orchestrator.language.discourse.marks import marked
from orchestrator.language.discourse.retiming import names_a_day, with_length
from orchestrator.language.discourse.swapping import another_thing, with_written
from orchestrator.language.messages import say
from orchestrator.language.speech_acts import affirm
from orchestrator.language.speech_acts.likely_replies import likely_reply
from orchestrator.language.speech_acts.mood import mood_of
from orchestrator.language.tables import Language
from orchestrator.language.text.words import level
from orchestrator.llm.gateway.router import ModelRouter

_SLASH = patterns.compile(r"(?s)\s*/(?P<name>[^\s/]*)(?P<words>(?:\s.*)?)\Z")


MOST_ANSWERS = 3
"""So far back a draft is still what a correction is about."""
_OTHER_LANGUAGE = 2.0
"""By so much a message must speak for another language than its draft's (language/detect.py)."""


@dataclass(frozen=True)
class _Going:
    """A draft that goes on."""

    command: DraftCommand
    state: CommandState
    adjacent: bool
    head: Preview | None


class Commands:
    """The commands of this process, by name, in the order in which they are told."""

    def __init__(
        self, commands: Sequence[Command], services: Services, models: ModelRouter, confirmer: Confirmer
    ) -> None:
        self._by_name: Mapping[str, Command] = {command.name: command for command in commands}
        self._services = services
        self._confirmer = confirmer
        self._extractor = Extractor(models)
        self._naming = Naming(services, models)
        self._drafts = Drafts(services)

    async def run(self, commanded: CommandTurn) -> CommandReply | Declined:
        turn = commanded.turn
        work = Work(turn, TurnState())
        try:
            return await self._run(commanded, work)
        except RunCancelled:
            text = say("agent.stopped.cancelled", turn.language)
            return CommandReply(text, work.state, status="stopped", stop="cancelled")

    async def recovered(self, session: AsyncSession, run: UnfinishedRun) -> Recovered | None:
        for proposal, draft_id, name in reversed(first_previews(run.steps)):
            command, preview_id = self._by_name.get(name), parse_id(proposal.preview_id or "")
            if command is None or isinstance(command, InstantCommand) or preview_id is None:
                continue
            preview = await self._services.previews.find(Tx(session, run.owner_id), preview_id)
            if preview is None or preview.state != "pending":
                return None
            words = _SLASH.fullmatch(run.question)
            state = CommandState(
                draft_id=draft_id,
                phase="preview",
                preview_id=str(preview.id),
                said=[words["words"].strip() if words is not None else run.question],
                timezone=preview.timezone,
                language=mood_of(run.question, run.locale).language,
            )
            return Recovered(result_of(command, state, "preview", shown(preview)), shown(preview))
        return None

    async def _run(self, commanded: CommandTurn, work: Work) -> CommandReply | Declined:
        turn, window = commanded.turn, commanded.opening.window
        going = await self._latest(unsettled(window, self._services.clock.now()), turn.owner.id)
        reply = turn.request.reply
        slash = _SLASH.fullmatch(turn.question) if reply is None else None
        if going is not None and slash is None:
            work.turn = _spoken(turn, going.state)
        if reply is not None:
            question = going.state.open_question if going is not None else None
            if going is not None and question is not None and question.id == reply.id:
                return await self._answered(work, going, reply.option_id, reply.text or turn.question)
            if asked_by(window, reply.id):
                return CommandReply(say("commands.clarification_gone", turn.language))
            return Declined()
        if slash is not None:
            return await self._named(commanded, work, going, slash["name"].casefold(), slash["words"].strip())
        if (spoken := await self._in_plain_words(commanded)) is not None:
            return spoken
        if going is None:
            return await self._adopted(commanded, work)
        if going.head is None:
            return await self._maybe_answered(work, going)
        return await self._about(commanded, work, going)

    async def _latest(self, drafts: Sequence[Active], owner_id: UUID) -> _Going | None:
        for found in drafts:
            going = await self._going(found, owner_id)
            if going is not None:
                return going
        return None

    async def _going(self, found: Active, owner_id: UUID) -> _Going | None:
        """A draft as it is now: its preview may have been edited, confirmed or dropped elsewhere."""
        command = self._by_name.get(found.command)
        if command is None or isinstance(command, InstantCommand):
            return None
        preview_id = parse_id(found.state.preview_id or "")
        if preview_id is None:
            return _Going(command, found.state, found.adjacent, None)
        head = await self._drafts.head(owner_id, preview_id)
        if head is None or head.state != "pending" or head.expires_at <= self._services.clock.now():
            return None
        return _Going(command, found.state, found.adjacent, head)

    async def _in_plain_words(self, commanded: CommandTurn) -> CommandReply | None:
        """The answer of a command that the message means without naming it."""
        for command in self._by_name.values():
            if not (isinstance(command, InstantCommand) and isinstance(command, SpokenCommand)):
                continue
            words = await asyncio.to_thread(command.meant, commanded.turn.question)
            if words is not None:
                return await command.answer(self._services, words, commanded)
        return None

    # --- a new draft

    async def _named(
        self, commanded: CommandTurn, work: Work, going: _Going | None, name: str, words: str
    ) -> CommandReply | Declined:
        turn = commanded.turn
        command = self._by_name.get(name)
        if command is None:
            unknown = say("agent.unknown_command", turn.language, command=f"/{name}")
            names = ", ".join(f"/{one}" for one in self._by_name)
            return CommandReply(f"{unknown}\n{say('commands.known', turn.language, commands=names)}")
        if isinstance(command, InstantCommand):
            return await command.answer(self._services, words, commanded)
        if not words:
            usage = f"/{command.name} {say(command.usage, turn.language)}"
            return CommandReply(say("commands.write", turn.language, usage=usage))
        if going is not None and going.command is command and affirm.reading(words) == "no":
            return await self._dropped(work, going)
        blank = CommandState(draft_id=str(new_id()), phase="clarifying", timezone=turn.zone, language=turn.language)
        return await self._read_on(work, command, blank, words)

    async def _read_on(self, work: Work, command: DraftCommand, state: CommandState, words: str) -> CommandReply:
        """Words that begin a draft, or tell more about one that has no preview yet."""
        found = await self._extractor.read(work, command, words, known=state, draft=None, zone=state.timezone)
        if found is None and not state.extraction:
            usage = f"/{command.name} {say(command.usage, work.turn.language)}"
            lines = [
                say("commands.nothing", work.turn.language),
                say("commands.write", work.turn.language, usage=usage),
            ]
            return CommandReply("\n".join(lines), work.state)
        extraction = command.merged(state.extraction, found or {})
        said = [*state.said, words]
        state = state.model_copy(update={"extraction": dict(extraction), "said": said})
        extraction = await self._with_people(work, command, state, extraction)
        return await self._proposed(work, command, state, extraction)

    async def _with_people(
        self, work: Work, command: DraftCommand, state: CommandState, extraction: Extraction
    ) -> Extraction:
        said = "\n".join(state.said)
        return command.renamed(extraction, await self._naming.resolved(work, command.names(extraction), said))

    async def _proposed(
        self, work: Work, command: DraftCommand, state: CommandState, extraction: Extraction
    ) -> CommandReply:
        """The draft's preview, or the question that stands before it."""
        state = state.with_attachments(work.turn.request.attachments)
        try:
            made = await self._drafts.propose(work, command, state, extraction)
        except ToolError as error:
            return CommandReply(say("commands.failed", work.turn.language, reason=str(error)), work.state)
        if isinstance(made, NeedUserInput):
            state = state.model_copy(update={"extraction": dict(extraction)})
            return asking(work, command, state, made, None, now=self._services.clock.now())
        return presented(work, command, state, *made)

    # --- an answer to what was asked

    async def _answered(self, work: Work, going: _Going, option_id: str | None, words: str) -> CommandReply:
        question = going.state.open_question
        if question is None:
            return CommandReply(say("commands.clarification_gone", work.turn.language))
        value = option_id or option_in_words(words, question.options) or words
        label = next((one["label"] for one in question.options if one["id"] == value), words)
        command, state = going.command, going.state.answered(label)
        alone = question.field is not None and command.plain(question.field, words, work.saying(state.timezone))
        direct = option_id is not None or value != words or alone
        if going.head is not None:
            return await self._change_answered(work, going, state, question.field, value)
        if direct and question.field is not None:
            filled = command.filled(state.extraction, question.field, value)
            return await self._proposed(work, command, state, filled)
        return await self._read_on(work, command, state, words)

    async def _change_answered(
        self, work: Work, going: _Going, state: CommandState, field: str | None, value: str
    ) -> CommandReply:
        change = dict(state.change or {})
        if field is not None:
            change = dict(going.command.filled(change, field, value))
        return await self._changed(work, going, state, change)

    async def _maybe_answered(self, work: Work, going: _Going) -> CommandReply | Declined:
        """A message after a question, while there is no preview: it may answer, drop it, or be about something else."""
        question, words = going.state.open_question, work.turn.question
        if question is None or not going.adjacent:
            return Declined()
        if affirm.reading(words) == "no":
            return await self._dropped(work, going)
        if option_in_words(words, question.options) is None and other_business(
            words, work.turn.locale, work.turn.vocabulary
        ):
            return Declined()
        return await self._answered(work, going, None, words)

    # --- a message about the preview

    async def _adopted(self, commanded: CommandTurn, work: Work) -> CommandReply | Declined:
        """Words about the one preview that the last answer presented and no command began: "no, at four", "add Rui
        too". Surely about it, or it is left alone; a model that is asked first proposes what they say itself."""
        turn, last = work.turn, _presented_last(commanded.opening.window)
        waiting: list[str] = list(last.metadata.get("previews", ())) if last is not None else []
        if not self._extractor.reader_first or turn.request.history is not None or len(waiting) != 1:
            return Declined()
        said = turn.question
        if last is None or (affirm.reading(said) or likely_reply(said)) is not None or asks_something_else(last):
            return Declined()
        before = commanded.opening.asked_before(said)
        lasts = _another_length(before, said, turn.language) or _another_number(before, said, turn.language)
        if lasts or other_business(said, turn.locale, turn.vocabulary):
            return Declined()
        head = await self._drafts.head(turn.owner.id, UUID(waiting[0]))
        command = next((one for one in self._by_name.values() if head is not None and _edits(one, head)), None)
        if head is None or command is None or isinstance(command, InstantCommand):
            return Declined()
        if head.state != "pending" or head.expires_at <= self._services.clock.now():
            return Declined()
        if _of_another(head, said, turn.language) or (head.arguments.get("recurrence") and names_a_day(said)):
            return Declined()  # "quinta na verdade" of what is every Friday: what was asked for is read anew
        draft = command.draft(head)
        found = await self._naming.other_of_name(work, draft, said)
        found = found or await self._extractor.read_beside(work, command, said, Draft(draft, head.origin), head)
        if found is None:
            return Declined()
        state = CommandState(
            draft_id=str(new_id()),
            phase="preview",
            preview_id=str(head.id),
            said=[*commanded.opening.asked_before(said)[-1:], said],
            timezone=head.timezone,
            language=turn.language,
        )
        going = _Going(command, state, adjacent=True, head=head)
        return await self._changed(work, going, state, await self._with_people(work, command, state, found))

    async def _about(self, commanded: CommandTurn, work: Work, going: _Going) -> CommandReply | Declined:
        words = work.turn.question
        verdict = affirm.reading(words) or likely_reply(words)
        if going.adjacent and verdict == "yes":
            return await self._confirmed(commanded, work, going)
        if going.adjacent and verdict == "no":
            return await self._dropped(work, going)
        question = going.state.open_question
        if going.adjacent and question is not None and self._plainly_answers(work, going, question, words):
            return await self._answered(work, going, None, words)
        if verdict is not None or going.head is None or other_business(words, work.turn.locale, work.turn.vocabulary):
            return Declined()
        if _of_another(going.head, words, work.turn.language):
            return Declined()
        draft = Draft(going.command.draft(going.head), going.head.origin)
        found = await self._naming.other_of_name(work, draft.shown, words) or await self._extractor.read(
            work, going.command, words, known=going.state, draft=draft, zone=going.head.timezone
        )
        if found is None or found.get("action") == UNRELATED:
            return Declined(work.state)
        state = going.state.model_copy(update={"said": [*going.state.said, words]})
        return await self._changed(work, going, state, await self._with_people(work, going.command, state, found))

    @staticmethod
    def _plainly_answers(work: Work, going: _Going, question: Clarification, words: str) -> bool:
        """Whether the words are an answer and nothing else, so that the change which waits for it goes on."""
        if option_in_words(words, question.options) is not None:
            return True
        saying = work.saying(going.state.timezone)
        field = question.field if question.kind == "text" else None
        return field is not None and going.command.plain(field, words, saying)

    async def _changed(self, work: Work, going: _Going, state: CommandState, change: Extraction) -> CommandReply:
        """The preview frozen anew with a change in words."""
        if going.head is None:
            return CommandReply(say("commands.gone", work.turn.language), work.state)
        try:
            made = await self._drafts.edit(work, going.command, going.head, change)
        except ToolError as error:
            if isinstance(error, ToolRejected) and error.code == UNCHANGED:
                return await self._dropped(work, going)  # "no, leave it on Friday": all is to stay as it is
            stays = say("commands.stays", work.turn.language, summary=going.head.summary)
            return presented_again(work, going.command, state, going.head, (str(error), stays))
        if isinstance(made, NeedUserInput):
            state = state.model_copy(update={"change": dict(change)})
            return asking(work, going.command, state, made, going.head, now=self._services.clock.now())
        return presented(work, going.command, state, *made)

    async def _confirmed(self, commanded: CommandTurn, work: Work, going: _Going) -> CommandReply | Declined:
        last = commanded.opening.last_answer
        if going.head is None or last is None or asks_something_else(last):
            return Declined()
        if not await self._drafts.seen(work.turn.owner.id, last.metadata.get("previews", ()), going.head):
            again = say("commands.again", work.turn.language)
            return presented_again(work, going.command, going.state, going.head, (again,))
        quoting(work, going.head)
        try:
            preview = await self._confirmer.confirm(work.turn.owner, going.head.id)
        except Conflict as conflict:
            text = say("agent.confirm_gone", work.turn.language, reason=conflict.detail)
            fresh = conflict.extra.get("preview")
            if not fresh:
                return CommandReply(text, work.state)
            out = PreviewOut.model_validate(fresh)
            result = result_of(going.command, going.state.model_copy(update={"preview_id": out.id}), "preview", out)
            return CommandReply(text, work.state, "preview", "preview", result, previews=(out,))
        return settled_reply(work, going.command, going.state, preview)

    async def _dropped(self, work: Work, going: _Going) -> CommandReply:
        if going.head is None:
            result = result_of(going.command, going.state, "cancelled", None)
            return CommandReply(say("commands.dropped", work.turn.language), work.state, command_result=result)
        quoting(work, going.head)
        preview = await self._confirmer.cancel(work.turn.owner, going.head.id)
        return settled_reply(work, going.command, going.state, preview)


def _another_length(before: Sequence[str], said: str, language: Language) -> bool:
    """Whether it puts a length in the place of the one just said, which is none of the event: "put it off half an
    hour", "no, an hour"."""
    meant = marked(level(said), language)
    return bool(before) and meant.rights and with_length(before[-1], meant.of(said), language) is not None


def _another_number(before: Sequence[str], said: str, language: Language) -> bool:
    """Whether it puts a number or an address in the place of the one just said: "no, octavio@example.org"."""
    meant = marked(level(said), language)
    return bool(before) and meant.rights and with_written(before[-1], meant.of(said)) is not None


def _of_another(head: Preview, said: str, language: Language) -> bool:
    """Whether it wants the change of another thing than that which the draft is of: "not the haircut, the vet"."""
    title = changed_title(head)
    return bool(title and another_thing(said, title, language))


def _presented_last(window: Sequence[StoredMessage]) -> StoredMessage | None:
    """The last answer that presented a preview, unless too much was said since: what was not understood in between
    does not take it away."""
    answers = [message for message in window if message.role == "assistant"][-MOST_ANSWERS:]
    return next((one for one in reversed(answers) if one.metadata.get("previews")), None)


def _edits(command: Command, preview: Preview) -> bool:
    return not isinstance(command, InstantCommand) and preview.tool in command.edits


def _spoken(turn: Turn, state: CommandState) -> Turn:
    """The turn in the draft's language, unless its words are surely in another one: "quita a paty" beside a Portuguese
    draft, a "yes", a time, are answered in Portuguese."""
    found = scores(turn.question)
    if state.language is None or found[turn.language] - found[state.language] >= _OTHER_LANGUAGE:
        return turn
    return replace(turn, route=replace(turn.route, language=state.language))
