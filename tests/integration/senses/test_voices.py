"""Does a confirmed voice name a meeting's speaker and train, does the rest train nothing, and does all of it go?

Real Postgres and a real worker; voices by a generator.
"""

from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from tests.support.meetings import item, summary, transcript
from tests.support.meetings_desk import ZONE, Meetings
from tests.support.people import make_user
from tests.support.tools import Desk
from tests.support.voices import Speakers

from orchestrator import catalog
from orchestrator.api.contacts import MERGES
from orchestrator.db.session import Database
from orchestrator.domain.lifecycle.erasure.service import Erasure
from orchestrator.domain.senses.meetings.schemas import MeetingOut
from orchestrator.domain.senses.voices import service
from orchestrator.domain.senses.voices.schemas import (
    VOICE,
    ConfirmIn,
    ContactVoiceOut,
    MatchedOut,
    MatchIn,
    UnconfirmIn,
    UnknownOut,
)
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.todos.service import todos
from orchestrator.errors import InvalidRequest, NotFound
from orchestrator.worker_processes.service import WorkerProcesses

TALK = (("S1", "Who sends the offer to the client?"), ("S2", "I'll send it by Friday."))
OFFER = item("Send the offer by Friday", "I'll send it by Friday", "S2")
NAMED_OFFER = item("Send the offer by Friday", "I'll send it by Friday", "Rui Costa")
TABLES = ("voice_consents", "voice_samples", "voice_clusters", "voice_rejections")


class Voices:
    """One user's voices beside their meetings."""

    def __init__(self, meetings: Meetings) -> None:
        self.meetings = meetings
        self.speakers = Speakers()

    @property
    def database(self) -> Database:
        return self.meetings.database

    @property
    def owner(self) -> UUID:
        return self.meetings.owner

    async def person(self, name: str, *, enabled: bool = True, **fields: Any) -> UUID:
        (found,) = await self.meetings.ingest(contacts, {"external_id": name, "display_name": name, **fields})
        if enabled:
            async with self.database.unit_of_work_of(self.owner) as tx:
                await service.allow(tx, found, enabled=True)
        return found

    async def confirm(self, meeting_id: str, *assignments: dict[str, Any], model: str | None = None) -> MeetingOut:
        given = ConfirmIn.model_validate({"meeting_id": meeting_id, "model": model, "assignments": assignments})
        async with self.database.unit_of_work_of(self.owner) as tx:
            await service.confirm(tx, given)
        return await self.meetings.show(meeting_id)

    async def trained(self, contact: UUID, centre: Any, *meetings: str, speaker: str = "T") -> None:
        """The contact speaks in each of these meetings."""
        for one in meetings:
            await self.confirm(one, said(speaker, contact, self.speakers.clip(centre)))

    async def match(self, embedding: list[float], meeting_id: str = "m", **fields: Any) -> MatchedOut:
        speaker = {"speaker": "S1", "embedding": embedding, "speech_s": 8.0}
        async with self.database.unit_of_work_of(self.owner) as tx:
            asked = MatchIn.model_validate({"meeting_id": meeting_id, "speakers": [speaker], **fields})
            (found,) = (await service.match(tx, asked)).speakers
        return found

    async def unconfirm(self, meeting_id: str, speaker: str = "T") -> None:
        async with self.database.unit_of_work_of(self.owner) as tx:
            await service.unconfirm(tx, UnconfirmIn(meeting_id=meeting_id, speaker=speaker))

    async def voice(self, contact: UUID) -> ContactVoiceOut:
        async with self.database.unit_of_work_of(self.owner) as tx:
            return await service.show(tx, contact)

    async def unknown(self) -> list[UnknownOut]:
        async with self.database.unit_of_work_of(self.owner) as tx:
            return await service.unknown(tx)

    async def centroids(self, contact: UUID) -> list[str]:
        async with self.database.unit_of_work() as session:
            found = await session.scalars(
                text("select vector::text from voice_clusters where contact_id = :one order by 1"), {"one": contact}
            )
            return list(found)

    async def rows(self, contact: UUID | None = None) -> dict[str, int]:
        """How many rows of the user, or of one contact, each table has."""
        where = "user_id = :me" if contact is None else f"user_id = :me and contact_id = '{contact}'"
        return {
            table: found
            for table in TABLES
            if (found := await self.meetings.scalar(f"select count(*) from {table} where {where}"))
        }


def said(speaker: str, contact: UUID | None, embedding: list[float] | None, **fields: Any) -> dict[str, Any]:
    """An assignment."""
    return {"speaker": speaker, "contact_id": contact, "embedding": embedding, "speech_s": 8.0, **fields}


@pytest.fixture
async def voices(database: Database, processes: WorkerProcesses) -> Voices:
    owner = await make_user(database, email="ana@example.org", name="Ana Reis", zone=ZONE)
    return Voices(Meetings(database, processes, owner))


async def test_a_confirmed_voice_is_matched_and_one_without_consent_is_not_learnt(voices: Voices) -> None:
    rui, bea = voices.speakers.speaker(), voices.speakers.speaker()
    known, unasked = await voices.person("Rui Costa"), await voices.person("Bea", enabled=False)
    await voices.trained(known, rui, "m1", "m2", "m3")
    await voices.trained(unasked, bea, "m1", "m2", "m3", speaker="B")
    found = await voices.match(voices.speakers.clip(rui))
    assert (found.decision, found.contact_id, found.candidates[0].contact_id) == ("auto", known, known)
    assert (await voices.match(voices.speakers.clip(bea))).decision == "unknown"
    assert (await voices.match(voices.speakers.clip(rui), model="my own model")).candidates == []
    meeting = await voices.meetings.show("m1")
    assert [(one.speaker, one.name, one.confirmed) for one in meeting.speakers] == [
        ("T", "Rui Costa", True),
        ("B", "Bea", True),
    ]
    assert meeting.state == "pending"  # its transcript is yet to come
    (cluster,) = (await voices.voice(known)).clusters
    assert (cluster.samples, cluster.speech_s, cluster.model) == (3, 24.0, "campplus")
    assert (await voices.voice(unasked)).clusters == []
    assert "voice_samples" not in await voices.rows(unasked)
    async with voices.database.unit_of_work_of(voices.owner) as tx:
        await service.allow(tx, known, enabled=False)
    assert (await voices.match(voices.speakers.clip(rui))).decision == "unknown"


async def test_what_is_matched_moves_nothing_and_what_is_taken_back_leaves_no_trace(voices: Voices) -> None:
    rui, other = voices.speakers.speaker(), voices.speakers.speaker()
    known = await voices.person("Rui Costa")
    await voices.trained(known, rui, "m1", "m2", "m3")
    before = await voices.centroids(known)
    near = voices.speakers.between(rui, other, 0.66)
    for _ in range(20):
        await voices.match(voices.speakers.clip(near, noise=0.1))
    assert await voices.centroids(known) == before
    await voices.trained(known, near, "m4", "m5", speaker="X")
    assert await voices.centroids(known) != before
    await voices.unconfirm("m4", "X")
    await voices.confirm("m5", said("X", None, None, rejected_contact_id=known))
    assert await voices.centroids(known) == before
    assert [one.name for one in (await voices.meetings.show("m4")).speakers] == [None]
    with pytest.raises(NotFound):
        await voices.unconfirm("no such meeting")


async def test_a_correction_is_evidence_that_is_not_asked_again(voices: Voices) -> None:
    ana, bea = voices.speakers.speaker(), voices.speakers.speaker()
    first, second = await voices.person("Ana B"), await voices.person("Bea")
    await voices.trained(first, ana, "m1", "m2", "m3")
    clip = voices.speakers.clip(ana)
    assert (await voices.match(clip, "m9")).contact_id == first
    await voices.confirm("m9", said("S1", second, clip, rejected_contact_id=first))
    assert (await voices.match(clip, "m9")).contact_id != first
    assert (await voices.match(voices.speakers.clip(ana), "m10")).contact_id != first  # a voice like it, too soon
    assert await voices.rows(first) == {
        "voice_consents": 1, "voice_samples": 3, "voice_clusters": 1, "voice_rejections": 1
    }  # fmt: skip
    await voices.meetings.execute("update voice_rejections set created_at = created_at - interval '31 days'")
    await voices.unconfirm("m9", "S1")
    assert (await voices.match(voices.speakers.clip(ana), "m10")).contact_id == first
    await voices.trained(second, bea, "m4")
    await voices.confirm("m9", said("S1", first, clip))  # the user thinks again
    assert "voice_rejections" not in await voices.rows(first)


async def test_an_unknown_voice_is_named_once_it_was_heard_often(voices: Voices) -> None:
    rui, stranger = voices.speakers.speaker(), voices.speakers.speaker()
    known = await voices.person("Rui Costa")
    for number in range(3):
        assert await voices.unknown() == []
        await voices.confirm(f"m{number}", said("S7", None, voices.speakers.clip(rui, noise=0.3), speech_s=11.0))
    await voices.confirm("m0", said("S8", None, voices.speakers.clip(stranger)))
    (heard,) = await voices.unknown()
    assert (heard.meetings, heard.speech_s) == (3, 33.0)
    assert (await voices.match(voices.speakers.clip(rui))).decision == "unknown"
    async with voices.database.unit_of_work_of(voices.owner) as tx:
        named = await service.name_unknown(tx, heard.id, known)
    assert [one.samples for one in named.clusters] == [3]
    assert await voices.unknown() == []
    assert (await voices.match(voices.speakers.clip(rui))).decision == "auto"
    assert [one.name for one in (await voices.meetings.show("m0")).speakers] == ["Rui Costa"]
    async with voices.database.unit_of_work_of(voices.owner) as tx:
        with pytest.raises(NotFound):
            await service.name_unknown(tx, heard.id, known)


async def test_a_name_reaches_attendees_owners_and_todos_by_one_more_summary(voices: Voices) -> None:
    meetings = voices.meetings
    shown = await meetings.summarised(transcript(*TALK), summary("The offer.", OFFER))
    assert [(one.speaker, one.name) for one in shown.speakers] == [("S1", None), ("S2", None)]
    assert (shown.attendees, shown.action_items[0].assignee) == ([], "S2")
    me = await voices.person("Ana Reis", emails=["ana@example.org"])
    rui = await voices.person("Rui Costa", emails=["rui@x.example"])
    model = meetings.says(summary("The offer.", NAMED_OFFER))
    clip = voices.speakers.clip(voices.speakers.speaker())
    for _ in range(2):  # said again it changes nothing
        await voices.confirm("kick-off", said("S2", rui, clip))
    await meetings.worked()
    model.assert_finished()
    shown = await meetings.show()
    assert [(one.name, one.email, one.contact_id) for one in shown.attendees] == [("Rui Costa", "rui@x.example", rui)]
    assert [(one.assignee, one.email) for one in shown.action_items] == [("Rui Costa", "rui@x.example")]
    assert ("Rui Costa: I'll send it by Friday." in model.requests[0].messages[1].content, shown.state) == (
        True,
        "done",
    )
    told = (await Desk(voices.database, voices.owner).read("get_meeting_speakers", query="kick-off")).data
    assert [(one["speakers"], one["unnamed"]) for one in told["meetings"]] == [(["Rui Costa"], 1)]
    assert [one["seconds"] for one in told["meetings"]] == [[4.5]]
    hits = await meetings.found("send it by Friday", kinds=("meeting",))
    assert "Rui Costa" in {hit.speaker for hit in hits}
    # the same words, now by the user: their todo
    meetings.says(summary("The offer.", item("Send the offer by Friday", "I'll send it by Friday", "Ana Reis")))
    await voices.confirm("kick-off", said("S2", me, clip))
    await meetings.worked()
    (mine,) = (await meetings.show()).action_items
    assert mine.todo_id is not None
    # and nobody's again
    meetings.says(summary("The offer.", OFFER))
    await voices.unconfirm("kick-off", "S2")
    await meetings.worked()
    shown = await meetings.show()
    assert (shown.attendees, shown.action_items[0].todo_id) == ([], None)
    async with voices.database.unit_of_work_of(voices.owner) as tx:
        assert (await todos.get(tx, mine.todo_id)).hidden_at is not None


async def test_a_confirmation_before_the_transcript_is_kept_for_it(voices: Voices) -> None:
    rui = await voices.person("Rui Costa")
    await voices.confirm("kick-off", said("s2", rui, voices.speakers.clip(voices.speakers.speaker())))
    shown = await voices.meetings.summarised(transcript(*TALK), summary("The offer.", NAMED_OFFER))
    assert [one.contact_id for one in shown.attendees] == [rui]
    assert [(one.speaker, one.contact_id) for one in shown.speakers] == [("s2", rui), ("S1", None)]
    assert (await voices.meetings.scalar("select reruns_wanted from meetings")) == 0


async def test_without_a_model_too_a_label_is_read_as_the_name(voices: Voices) -> None:
    rui = await voices.person("Rui Costa")
    await voices.confirm("kick-off", said("S2", rui, None))
    await voices.meetings.send(transcript(*TALK))
    await voices.meetings.worked(configured=False)
    shown = await voices.meetings.show()
    assert "Rui Costa: “I'll send it by Friday.”" in (shown.summary or "")
    assert [one.assignee for one in shown.action_items] == ["Rui Costa"]


async def test_voices_go_with_a_merge_and_come_back_as_they_were(voices: Voices) -> None:
    centre = voices.speakers.speaker()
    rui, ruca = await voices.person("Rui Costa", enabled=False), await voices.person("Ruca")
    await voices.trained(ruca, centre, "m1", "m2", "m3")
    before, rows = await voices.centroids(ruca), await voices.rows()
    async with voices.database.unit_of_work_of(voices.owner) as tx:
        await MERGES.merge(tx, rui, [ruca], zone=ZONE)
    assert await voices.rows(ruca) == {}
    assert (await voices.voice(rui)).enabled
    assert (await voices.match(voices.speakers.clip(centre))).contact_id == rui
    assert (await voices.meetings.show("m1")).speakers[0].contact_id == rui
    await voices.trained(rui, centre, "m4")
    async with voices.database.unit_of_work_of(voices.owner) as tx:
        await MERGES.unmerge(tx, rui, ruca, zone=ZONE)
    await voices.unconfirm("m4")
    assert (await voices.centroids(ruca), await voices.rows()) == (before, rows)
    assert (await voices.rows(rui), (await voices.meetings.show("m1")).speakers[0].contact_id) == ({}, ruca)


async def test_erasing_a_voice_a_contact_or_a_meeting_takes_all_of_it(voices: Voices) -> None:
    meetings = voices.meetings
    first, second = voices.speakers.speaker(), voices.speakers.speaker()
    rui, bea = await voices.person("Rui Costa"), await voices.person("Bea")
    await voices.trained(rui, first, "m1", "m2", "m3")
    await voices.trained(bea, second, "m1", "m2", speaker="B")
    await voices.confirm("m4", said("T", None, voices.speakers.clip(first), rejected_contact_id=rui))
    meeting = await meetings.scalar("select id from meetings where external_id = 'm1'")
    receipt = await meetings.erase("meeting", meeting, dry_run=True)
    assert receipt.deleted["voice_sample"] == 2
    await meetings.erase("meeting", meeting)
    assert [one.samples for one in (await voices.voice(rui)).clusters] == [2]
    with pytest.raises(NotFound, match="erased"):
        await voices.confirm("m1", said("T", rui, None))
    async with voices.database.unit_of_work_of(voices.owner) as tx:
        receipt = await Erasure(catalog.ERASABLES).erase(tx, VOICE, rui)
    assert receipt.deleted == {"voice_sample": 2}
    assert await voices.rows(rui) == {}
    assert (await voices.match(voices.speakers.clip(first))).decision == "unknown"
    assert (await meetings.show("m2")).speakers[0].name == "Rui Costa"  # that he spoke is no biometric
    receipt = await meetings.erase("contact", bea)
    assert receipt.deleted["voice_sample"] == 1
    assert await voices.rows(bea) == {}
    assert [(one.name, one.confirmed) for one in (await meetings.show("m2")).speakers if one.speaker == "B"] == [
        (None, False)
    ]


@pytest.mark.parametrize(
    ("assignment", "told"),
    [
        ({"speaker": "T", "embedding": [0.1] * 64}, "gives 192 numbers, not 64"),
        ({"speaker": "T", "contact_id": UUID(int=1)}, "there is no such contact"),
        ({"speaker": "T", "rejected_contact_id": UUID(int=1)}, "there is no such contact"),
    ],
)
async def test_what_can_not_be_is_refused_and_nothing_is_kept(
    voices: Voices, assignment: dict[str, Any], told: str
) -> None:
    with pytest.raises(InvalidRequest) as refused:
        await voices.confirm("m1", said("S1", None, voices.speakers.clip(voices.speakers.speaker())), assignment)
    assert told in str(refused.value.errors)
    assert await voices.rows() == {}
    twice = (said("S1", None, None), said("S1", None, None))
    with pytest.raises(InvalidRequest):
        await voices.confirm("m1", *twice)
    await voices.confirm("m1", said("S1", None, [0.1] * 64), model="my own model")
    with pytest.raises(InvalidRequest):
        await voices.confirm("m2", said("S1", None, [0.1] * 65), model="my own model")
