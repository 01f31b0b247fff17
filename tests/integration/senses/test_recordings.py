"""Are recordings decoded within bounds, cut by their speakers, and matched and confirmed without an embedding?

The decoding and the voice model are of the extra `voice`, which is installed to develop; tones stand for voices.
"""

import io
import json
from collections.abc import Sequence
from typing import Any

import httpx
import numpy as np
import pytest
import soundfile
from fastapi import FastAPI
from numpy.typing import NDArray
from tests.support.meetings import transcript
from tests.support.requirements import extra
from tests.support.waiting import eventually

from orchestrator.domain.senses.voices.containers import decode, installed
from orchestrator.domain.senses.voices.decoding import decoded
from orchestrator.domain.senses.voices.recordings import MOST_OF_SPEAKER_S, pieces_of
from orchestrator.domain.senses.voices.schemas import AudioSegmentIn
from orchestrator.integrations.voice_embedding.campplus import CampplusEmbedder, features
from orchestrator.integrations.voice_embedding.fake import FakeSpeakerEmbedder
from orchestrator.integrations.voice_embedding.port import SAMPLE_RATE
from orchestrator.worker_processes.task import Given

LOW, HIGH = 300.0, 3_000.0


def tone(hertz: float, seconds: float, rate: int = SAMPLE_RATE) -> NDArray[np.float32]:
    found: NDArray[np.float32] = (0.3 * np.sin(2 * np.pi * hertz * np.arange(int(seconds * rate)) / rate)).astype("f4")
    return found


def recording(
    samples: NDArray[np.float32], rate: int = SAMPLE_RATE, form: str = "WAV", kind: str | None = None
) -> bytes:
    file = io.BytesIO()
    soundfile.write(file, samples, rate, format=form, subtype=kind)
    return file.getvalue()


def segment(start: float, end: float, speaker: str) -> AudioSegmentIn:
    return AudioSegmentIn(start_s=start, end_s=end, speaker=speaker)


@pytest.fixture
def hearing(app: FastAPI, client: httpx.AsyncClient) -> httpx.AsyncClient:
    """Of the owner, where voices can be embedded."""
    app.state.runtime.speaker_embedder = FakeSpeakerEmbedder()
    return client


@pytest.mark.parametrize(
    ("segments", "pieces"),
    [
        ([(0, 5, "A"), (5, 9, "B")], {"A": [(0, 5)], "B": [(5, 9)]}),
        ([(0, 5, "A"), (4, 9, "B")], {"A": [(0, 4)], "B": [(5, 9)]}),
        ([(0, 20, "A"), (5, 6, "B")], {"A": [(0, 5)]}),
        ([(0, 1.9, "A"), (3, 9, "B"), (8, 9.5, "A")], {"B": [(3, 8)]}),
        ([(0, 20, "A"), (30, 55, "A"), (60, 64, "A")], {"A": [(0, 5), (30, 55)]}),
        ([(9, 3, "A")], {}),
    ],
)
def test_of_each_speaker_what_nobody_else_says_is_heard(
    segments: Sequence[tuple[float, float, str]], pieces: dict[str, list[tuple[float, float]]]
) -> None:
    found = pieces_of([segment(*one) for one in segments])
    assert found == pieces
    assert all(sum(end - start for start, end in spans) <= MOST_OF_SPEAKER_S for spans in found.values())


@pytest.mark.parametrize(
    ("form", "kind", "rate"),
    [
        ("WAV", None, 8_000), ("WAV", "FLOAT", 48_000), ("FLAC", None, 44_100), ("OGG", "VORBIS", 16_000),
        ("OGG", "OPUS", 48_000), ("MP3", None, 44_100),
    ],
)  # fmt: skip
async def test_every_format_gives_the_same_voice(
    hearing: httpx.AsyncClient, form: str, kind: str | None, rate: int
) -> None:
    both = np.stack([tone(LOW, 5, rate), tone(LOW, 5, rate)], axis=1)  # stereo
    answer = await hearing.post("/voices/embed", content=recording(both, rate, form, kind))
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert (found["model"], found["dim"], len(found["vector"])) == ("campplus", 192, 192)
    assert found["speech_s"] == pytest.approx(5.0, abs=0.2)
    plain = (await hearing.post("/voices/embed", files={"file": ("a.wav", recording(tone(LOW, 5)))})).json()
    assert np.dot(found["vector"], plain["vector"]) > 0.98
    other = (await hearing.post("/voices/embed", content=recording(tone(HIGH, 5)))).json()
    assert np.dot(found["vector"], other["vector"]) < 0.5


def contained(samples: NDArray[np.float32], form: str, codec: str, rate: int, channels: int = 2) -> bytes:
    """As a phone (M4A) or a browser (WebM) records."""
    extra("voice-av", "av")
    import av  # type: ignore[import-not-found,import-untyped,unused-ignore]  # noqa: PLC0415

    file = io.BytesIO()
    with av.open(file, "w", format=form) as opened:
        stream = opened.add_stream(codec, rate=rate, layout="stereo" if channels == 2 else "mono")
        size = stream.codec_context.frame_size or 1024
        for at in range(0, len(samples), size):
            block = np.repeat(samples[None, at : at + size], channels, axis=0)
            frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(block), format="fltp", layout=stream.layout.name)
            frame.sample_rate, frame.pts = rate, at
            opened.mux(stream.encode(frame))
        opened.mux(stream.encode(None))
    return file.getvalue()


@pytest.mark.parametrize(("form", "codec", "rate"), [("mp4", "aac", 44_100), ("webm", "libopus", 48_000)])
async def test_what_phones_and_browsers_record_gives_the_same_voice(
    hearing: httpx.AsyncClient, form: str, codec: str, rate: int
) -> None:
    answer = await hearing.post("/voices/embed", content=contained(tone(LOW, 5, rate), form, codec, rate))
    assert answer.status_code == 200, answer.text
    assert answer.json()["speech_s"] == pytest.approx(5.0, abs=0.2)
    plain = (await hearing.post("/voices/embed", content=recording(tone(LOW, 5)))).json()
    assert np.dot(answer.json()["vector"], plain["vector"]) > 0.98
    two = contained(np.concatenate([tone(HIGH, 6, rate), tone(LOW, 6, rate)]), form, codec, rate)
    spans = [[(7.0, 9.0), (9.5, 11.0)], [(1.0, 5.0)], [(40.0, 50.0)]]
    low, high, nothing = decoded(list(decode(Given({"spans": spans, "longest_s": 60}, two))))
    assert [len(low), len(high), len(nothing)] == [56_000, 64_000, 0]
    for samples, hertz in ((low, LOW), (high, HIGH)):
        loudest = np.abs(np.fft.rfft(samples)).argmax() * SAMPLE_RATE / len(samples)
        assert loudest == pytest.approx(hertz, abs=2)
    for broken in (two[: len(two) // 3], two[:40], two[:8] + bytes(500)):
        answer = await hearing.post("/voices/embed", content=broken)
        assert answer.status_code in {200, 415}, answer.text
    too_long = decoded(list(decode(Given({"spans": spans, "longest_s": 5}, two))))
    assert form == "webm" or "longer than" in too_long


async def test_what_needs_a_further_extra_says_so(hearing: httpx.AsyncClient) -> None:
    answer = await hearing.post("/voices/embed", content=b"\0\0\0\x20ftypM4A " + bytes(100))
    told = "no sound in it" if installed() else "EXTRAS='voice voice-av'"
    assert (answer.status_code, told in answer.text) == (415, True), answer.text


async def test_what_is_no_recording_of_a_voice_is_refused(hearing: httpx.AsyncClient) -> None:
    whole = recording(tone(LOW, 5), form="FLAC")
    long = recording(np.zeros(601 * 8_000, dtype=np.float32), 8_000, "FLAC")
    for data, status, told in (
        (b"", 415, "no recording"),
        (b"RIFF" + b"\0" * 100, 415, "no recording"),
        (b"<html>", 415, "no recording"),
        (long, 415, "longer than 10 minutes"),
        (recording(np.zeros(5 * SAMPLE_RATE, dtype=np.float32)), 422, "no speech"),
        (recording(tone(LOW, 1, 1_000), 1_000), 415, "no recording"),
        (recording(np.concatenate([tone(LOW, 4), tone(HIGH, 4)])), 422, "two people speak"),
        (recording(np.concatenate([tone(LOW, 2), tone(HIGH, 2)] * 2)), 422, "two people speak"),
        (b"a" * 27_000_000, 413, "over"),
    ):
        answer = await hearing.post("/voices/embed", content=data)
        assert (answer.status_code, told in answer.text) == (status, True), (len(data), answer.text)
    cut = await hearing.post("/voices/embed", content=whole[: len(whole) // 2])
    assert cut.status_code in {200, 415}, cut.text


async def test_a_recording_is_matched_and_confirmed_without_sending_an_embedding(hearing: httpx.AsyncClient) -> None:
    contact = (await hearing.post("/contacts", json={"display_name": "Rui Costa"})).json()["id"]
    await hearing.put(f"/contacts/{contact}/voice", json={"enabled": True})
    whole = np.concatenate([tone(LOW, 6), tone(HIGH, 11)])
    segments = [{"start_s": 0, "end_s": 6, "speaker": "S1"}, {"start_s": 6, "end_s": 17, "speaker": "S2"}]
    files: dict[str, Any] = {"file": ("m.flac", recording(whole, form="FLAC"))}
    for meeting in ("m1", "m2", "m3"):
        path = f"/meetings/{meeting}/speakers/audio"
        assert (await hearing.post(path, files=files, data={"segments": json.dumps(segments)})).status_code == 404
        said = transcript(("S1", "Let us begin."), ("S2", "Yes."), meeting_id=meeting)
        assert (await hearing.post("/ingest/meetings/transcript", json=said)).status_code == 202
        answer = await hearing.post(path, files=files, data={"segments": json.dumps(segments)})
        assert answer.status_code == 200, answer.text
        first, second = answer.json()["speakers"]
        named = {"meeting_id": meeting, "assignments": [{"speaker": "S1", "contact_id": contact}]}
        assert (await hearing.post("/meetings/speakers/confirm", json=named)).status_code == 200
    assert (first["decision"], first["contact_id"], second["decision"]) == ("suggest", contact, "unknown")
    (cluster,) = (await hearing.get(f"/contacts/{contact}/voice")).json()["clusters"]
    assert (cluster["samples"], cluster["speech_s"]) == (3, pytest.approx(18.0, abs=0.5))
    (unknown,) = (await hearing.get("/voices/unknown")).json()["items"] or [None]
    assert unknown is not None
    again = await hearing.post("/meetings/m1/speakers/audio", files=files, data={"segments": json.dumps(segments)})
    assert again.json()["speakers"][0]["decision"] == "auto"
    assert (await hearing.get("/meetings/m1")).json()["speakers"][0]["name"] == "Rui Costa"
    wrong = await hearing.post("/meetings/m1/speakers/audio", files=files, data={"segments": "[{}]"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "invalid_request")
    silent = json.dumps([{"start_s": 40, "end_s": 50, "speaker": "S3"}, segments[0]])
    told = await hearing.post("/meetings/m1/speakers/audio", files=files, data={"segments": silent})
    heard = [(one["speaker"], one["decision"]) for one in told.json()["speakers"]]
    assert heard == [("S3", "unknown"), ("S1", "auto")]


async def test_without_the_extra_it_is_told(app: FastAPI, client: httpx.AsyncClient) -> None:
    app.state.runtime.speaker_embedder = None
    answer = await client.post("/voices/embed", content=b"RIFF")
    assert (answer.status_code, answer.json()["code"]) == (503, "not_configured")
    assert "EXTRAS=voice" in answer.json()["detail"]


async def test_the_model_is_loaded_when_it_is_asked_and_given_back() -> None:
    embedder = CampplusEmbedder(idle_s=0.05)
    assert not embedder.loaded
    noise = (0.1 * np.random.default_rng(1).normal(size=3 * SAMPLE_RATE)).astype(np.float32)
    assert await embedder.embed(noise) is None  # no speech
    assert embedder.loaded
    rows = features(noise)
    assert rows.shape == (298, 80)
    assert float(np.abs(rows.mean(axis=0)).max()) < 1e-4
    await eventually(lambda: not embedder.loaded)
    await embedder.close()
