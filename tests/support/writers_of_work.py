"""What the slices of work and senses write, over a handful of things that all of them want: missions, skills,
workspaces, servers of tools, devices, agents, what is learnt, proposals, voices, photos, import questions, talks."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import uuid4

import httpx
from tests.support.skill_files import skill_zip
from tests.support.steward import Person, Steward
from tests.support.vcards import card

from orchestrator.domain.memory.facts.review import proposing
from orchestrator.domain.memory.facts.schemas import FactFields
from orchestrator.domain.work.proposed_events.proposing import propose

HOME, PARK = (38.7223, -9.1393), (38.7500, -9.1600)
MIDNIGHT = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
NOWHERE = "https://127.0.0.1:9/"
VOICE = [1.0, *[0.0] * 191]


class WritersOfWork:
    """Of one person, at a Steward with a photo library; each method is one kind of writing."""

    def __init__(self, steward: Steward, person: Person) -> None:
        self._steward = steward
        self._person = person
        self._turn: Iterator[int] = count()
        self._photos: list[str] = []
        self._seen = ""

    async def begin(self) -> None:
        """There are stays to propose events of, and photos that somebody is on."""
        await self._person.post("/places", {"name": "Home", "lat": HOME[0], "lon": HOME[1], "home_like": True})
        await self._person.post("/places", {"name": "Park", "lat": PARK[0], "lon": PARK[1], "radius_m": 90})
        began = MIDNIGHT - timedelta(days=1)
        for at, first, last in ((HOME, 6, 9), (PARK, 10, 12), (HOME, 13, 14), (PARK, 15, 17), (HOME, 18, 19)):
            samples = [
                {
                    "captured_at": (began + timedelta(hours=first, minutes=minute)).isoformat(),
                    "lat": at[0],
                    "lon": at[1],
                    "accuracy_m": 15,
                }
                for minute in range(0, (last - first) * 60, 5)
            ]
            await self._person.post("/mobile/location", {"device": "phone", "samples": samples})
        assert self._steward.immich is not None
        self._seen = str(seen := self._steward.immich.person("Ana"))
        self._photos = [str(self._steward.immich.asset(began, people=[seen])) for _ in range(3)]
        for one in (self.mission, self.skill, self.workspace, self.agent, self.proposal):
            assert (await one()).status_code < 300

    def _next(self) -> int:
        return next(self._turn)

    async def _post(self, path: str, body: Any = None) -> httpx.Response:
        return await self._person.send("POST", path, json=body)

    async def _one(self, path: str, **params: Any) -> dict[str, Any]:
        """One that is there now."""
        items = (await self._person.get(path, limit=6, **params))["items"]
        return dict(items[self._next() % len(items)]) if items else {"id": str(uuid4()), "name": "none", "plan": None}

    async def _some(self, path: str, **params: Any) -> str:
        return str((await self._one(path, **params))["id"])

    async def mission(self) -> httpx.Response:
        """Begun, planned again, approved, stopped, erased, whichever its turn is."""
        made = await self._post("/missions", {"goal": "Review my week", "deliverable": f"Report {self._next() % 3}"})
        mission = await self._one("/missions")
        path, plan = f"/missions/{mission['id']}", mission.get("plan") or {}
        match self._next() % 5:
            case 0:
                return await self._post(f"{path}/plan", {"feedback": "shorter"})
            case 1:
                await self._post(f"{path}/approve", {"plan_hash": plan.get("hash", "0" * 64)})
                return await self._post(f"{path}/pause")
            case 2:
                return await self._post(f"{path}/cancel")
            case 3:
                return await self._person.send("DELETE", path)
        return made

    async def skill(self) -> httpx.Response:
        """Sent, approved, revoked, removed."""
        name, headers = f"skill-{'abc'[self._next() % 3]}", {"content-type": "application/zip"}
        data = skill_zip(name, body=f"Write {self._next() % 4}.")
        made = await self._person.send("POST", "/skills", content=data, headers=headers)
        there = await self._person.send("GET", f"/skills/{name}")
        if there.status_code == 200:
            await self._post(f"/skills/{name}/approve", {"digest": there.json()["digest"]})
            await self._post(f"/skills/{name}/revoke")
            if self._next() % 3 == 0:
                return await self._person.send("DELETE", f"/skills/{name}")
        return made

    async def workspace(self) -> httpx.Response:
        """A folder, its files, a snapshot of it."""
        made = await self._post("/workspaces", {"name": f"Tax {self._next() % 3}"})
        path = f"/workspaces/{await self._some('/workspaces')}"
        await self._person.send("PUT", f"{path}/files/a.txt", content=f"{self._next()}".encode())
        await self._post(f"{path}/snapshots")
        await self._person.send("DELETE", f"{path}/files/a.txt")
        return await self._person.send("DELETE", path) if self._next() % 3 == 0 else made

    async def tool_server(self) -> httpx.Response:
        """One that nobody answers for."""
        await self._post("/mcp-servers", {"name": f"Notes {self._next() % 3}", "transport": "http", "url": NOWHERE})
        return await self._person.send("DELETE", f"/mcp-servers/{await self._some('/mcp-servers')}")

    async def device(self) -> httpx.Response:
        """Phones and topics that pushes go to."""
        token = f"ExponentPushToken[writer-{self._next() % 3}]"
        await self._post("/mobile/devices", {"expo_push_token": token, "platform": "ios", "timezone": "Europe/Lisbon"})
        await self._post("/push/devices", {"kind": "ntfy", "url": "https://ntfy.sh", "topic": f"w{self._next() % 3}"})
        return await self._person.send("DELETE", f"/push/devices/{await self._some('/push/devices')}")

    async def agent(self) -> httpx.Response:
        made = await self._post("/agents", {"name": f"Helper {self._next() % 3}", "purpose": "helps"})
        agent = await self._some("/agents")
        await self._person.send("PATCH", f"/agents/{agent}", json={"purpose": f"helps {self._next()}"})
        return await self._person.send("DELETE", f"/agents/{agent}") if self._next() % 3 == 0 else made

    async def learnt(self) -> httpx.Response:
        """A lesson through its gates, an episode, an interaction."""
        number = self._next() % 3
        await self._post("/episodes", {"external_id": f"ep{number}", "title": "Trip", "summary": f"Went {number}"})
        told = {"session_id": "s", "agent": "main", "model": "m", "prompt": "p", "response": "r"}
        await self._post("/interactions", {**told, "external_id": f"in{number}", "was_corrected": False})
        await self._post("/knowledge", {"external_id": f"kn{number}", "error": "late", "fix": f"leave {number}"})
        lesson = await self._some("/knowledge")
        for gate in ("review", "approve", "promote"):
            last = await self._post(f"/knowledge/{lesson}/{gate}")
        return await self._person.send("DELETE", f"/knowledge/{lesson}") if number == 0 else last

    async def proposal(self) -> httpx.Response:
        """Filed by an agent, answered by the user."""
        text = f"Ana likes tulips {self._next() % 4}"
        async with self._steward.database.unit_of_work_of(self._person.id) as tx:
            await proposing.propose(tx, FactFields(text=text, subjects=["Ana"]), agent="mcp:writer")
        waiting = await self._some("/proposals")
        act = ("ratify", "dismiss")[self._next() % 2]
        answer = await self._post(f"/proposals/{waiting}/{act}", {} if act == "ratify" else None)
        fact = await self._some("/facts")
        await self._post(f"/facts/{fact}/{('confirm', 'retire')[self._next() % 2]}")
        await self._post(f"/facts/{fact}/change", {"text": f"Ana likes roses {self._next() % 4}"})
        return answer

    async def proposed_event(self) -> httpx.Response:
        """Proposed by where one stayed, accepted, taken back, dismissed."""
        async with self._steward.database.unit_of_work_of(self._person.id) as tx:
            await propose(tx, now=MIDNIGHT + timedelta(hours=8), fallback="UTC")
        path = f"/proposed-events/{await self._some('/proposed-events')}"
        await self._post(f"{path}/accept", {})
        answer = await self._post(f"{path}/undo")
        return await self._post(f"{path}/dismiss") if self._next() % 3 == 0 else answer

    async def voice(self) -> httpx.Response:
        """Who speaks in a meeting is said and taken back; a voice is kept, and forgotten."""
        contact = await self._some("/contacts")
        said = [{"start_s": 0.0, "end_s": 4.0, "speaker": "S1", "text": f"Hello {self._next()}"}]
        await self._post("/ingest/meetings/transcript", {"meeting_id": "voices", "title": "Voices", "segments": said})
        await self._person.send("PUT", f"/contacts/{contact}/voice", json={"enabled": True})
        who = {"speaker": "S1", "contact_id": contact, "embedding": VOICE, "speech_s": 30.0}
        await self._post("/meetings/speakers/confirm", {"meeting_id": "voices", "model": "m", "assignments": [who]})
        await self._post("/meetings/speakers/unconfirm", {"meeting_id": "voices", "speaker": "S1"})
        return await self._person.send("DELETE", f"/contacts/{contact}/voice")

    async def photo(self) -> httpx.Response:
        """Linked to an event, and no more; who is on it is somebody."""
        event, photo = await self._some("/events"), self._photos[self._next() % len(self._photos)]
        await self._post(f"/events/{event}/photos", {"asset_id": photo})
        contact = await self._some("/contacts")
        await self._person.send("PUT", f"/contacts/{contact}/photo-person", json={"person_id": self._seen})
        return await self._person.send("DELETE", f"/events/{event}/photos/{photo}")

    async def import_that_waits(self) -> httpx.Response:
        """The same people from another address book, and what is answered to that."""
        cards = "".join(card(f"w{at}", name) for at, name in enumerate(("Ana Souza", "Bruno Lima")))
        headers = {"content-type": "text/vcard"}
        source = {"source": f"vcard:phone{self._next() % 2}"}
        await self._person.send("POST", "/ingest/vcard", content=cards.encode(), headers=headers, params=source)
        await self._post("/contacts/duplicates")
        return await self._post("/contacts/duplicates/answer", {"same": bool(self._next() % 2)})

    async def relation(self) -> httpx.Response:
        """People of people, and where they are."""
        one, other = await self._some("/contacts"), await self._some("/contacts")
        await self._post(f"/contacts/{one}/relationships", {"contact_id": other, "label": "friend"})
        await self._post(f"/contacts/{one}/places", {"place_id": await self._some("/places"), "label": "Works"})
        return await self._person.send("DELETE", f"/contacts/{one}/relationships/{other}")

    async def talk(self) -> httpx.Response:
        """A turn; its thread renamed, or gone with its run."""
        told = await self._person.try_ask("what is on my list?")
        thread = await self._some("/threads")
        if self._next() % 2:
            await self._person.send("DELETE", f"/runs/{await self._some('/runs')}")
            return await self._person.send("DELETE", f"/threads/{thread}")
        await self._person.send("PATCH", f"/threads/{thread}", json={"title": f"Talk {self._next()}"})
        return told


WRITERS_OF_WORK = (
    "mission",
    "skill",
    "workspace",
    "tool_server",
    "device",
    "agent",
    "learnt",
    "proposal",
    "proposed_event",
    "voice",
    "photo",
    "import_that_waits",
    "relation",
    "talk",
)
