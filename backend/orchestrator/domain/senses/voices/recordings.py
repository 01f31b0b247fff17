"""Embeddings of recordings: one voice's clip, or the diarised segments of a whole meeting, speaker by speaker.

The audio is not kept. Which segments are a speaker's is the recorder's word; what two say at once is left out.
"""

import math
from collections.abc import Sequence
from uuid import UUID

from orchestrator.domain.senses.voices.containers import DECODE_CONTAINER, NOT_INSTALLED, container_of, installed
from orchestrator.domain.senses.voices.decoding import DECODE, decoded
from orchestrator.domain.senses.voices.schemas import MAX_SPEAKERS, AudioSegmentIn, EmbeddedOut, SpeakerIn
from orchestrator.errors import InvalidRequest, UnsupportedMedia
from orchestrator.integrations.voice_embedding.port import SpeakerEmbedder, SpokenEmbedding
from orchestrator.worker_processes.task import Run, Task

LONGEST_CLIP_S = 600.0
LONGEST_MEETING_S = 4 * 3_600.0
HEARD_S = 120.0
"""Of a clip, from its beginning."""
LEAST_PIECE_S = 2.0
MOST_OF_SPEAKER_S = 30.0

TWO_VOICES = (
    "two people speak in it: send what one of them says, or the whole recording of a meeting with its segments to"
    " /meetings/{meeting_id}/speakers/audio"
)

Span = tuple[float, float]


async def embed_clip(run: Run, embedder: SpeakerEmbedder, owner_id: UUID, data: bytes) -> EmbeddedOut:
    """The embedding of one voice. Raises InvalidRequest, UnsupportedMedia, and what `run` and the embedder raise."""
    (found,) = await _embedded(
        run, embedder, owner_id, data, [[(0.0, HEARD_S)]], longest_s=LONGEST_CLIP_S, told_apart=True
    )
    if found is None:
        raise InvalidRequest.of_field("file", "no speech is heard in it", loc=("body", "file"))
    if found.mixed:
        raise InvalidRequest.of_field("file", TWO_VOICES, loc=("body", "file"))
    return EmbeddedOut(model=embedder.name, dim=len(found.vector), vector=found.vector, speech_s=found.speech_s)


async def embed_speakers(
    run: Run, embedder: SpeakerEmbedder, owner_id: UUID, data: bytes, segments: Sequence[AudioSegmentIn]
) -> list[SpeakerIn]:
    """An embedding for each speaker who says enough alone. Raises as `embed_clip`."""
    chosen = pieces_of(segments)
    if len(chosen) > MAX_SPEAKERS:
        raise InvalidRequest.of_field("segments", f"at most {MAX_SPEAKERS} speakers")
    found = await _embedded(run, embedder, owner_id, data, list(chosen.values()), longest_s=LONGEST_MEETING_S)
    return [
        SpeakerIn(speaker=label, embedding=one.vector, speech_s=one.speech_s)
        for label, one in zip(chosen, found, strict=True)
        if one is not None
    ]


def pieces_of(segments: Sequence[AudioSegmentIn]) -> dict[str, list[Span]]:
    """By speaker the longest stretches in which nobody else speaks, half a minute at most, in the order of time."""
    ordered = sorted(segments, key=lambda one: one.start_s)
    found: dict[str, list[Span]] = {one.speaker: [] for one in ordered}
    for one, before, after in zip(ordered, _ends_before(ordered), _starts_after(ordered), strict=True):
        start, end = max(one.start_s, before), min(one.end_s, after)
        if end - start >= LEAST_PIECE_S:
            found[one.speaker].append((start, end))
    return {label: kept for label, spans in found.items() if (kept := _longest(spans))}


def _ends_before(ordered: Sequence[AudioSegmentIn]) -> list[float]:
    """Of each segment until when others speak who began before: the latest end, else that of the next speaker."""
    latest, second = ("", 0.0), ("", 0.0)
    found = []
    for one in ordered:
        found.append(second[1] if latest[0] == one.speaker else latest[1])
        said = (one.speaker, one.end_s)
        if latest[0] == one.speaker:
            latest = max(latest, said)
        elif one.end_s > latest[1]:
            latest, second = said, latest
        elif one.end_s > second[1]:
            second = said
    return found


def _starts_after(ordered: Sequence[AudioSegmentIn]) -> list[float]:
    """Of each segment when somebody else begins after it; infinite where nobody does."""
    found = [math.inf] * len(ordered)
    for at in range(len(ordered) - 2, -1, -1):
        following = ordered[at + 1]
        found[at] = found[at + 1] if following.speaker == ordered[at].speaker else following.start_s
    return found


def _longest(spans: Sequence[Span]) -> list[Span]:
    left, kept = MOST_OF_SPEAKER_S, []
    for start, end in sorted(spans, key=lambda one: one[0] - one[1]):
        if left < LEAST_PIECE_S:
            break
        kept.append((start, min(end, start + left)))
        left -= kept[-1][1] - start
    return sorted(kept)


async def _embedded(
    run: Run,
    embedder: SpeakerEmbedder,
    owner_id: UUID,
    data: bytes,
    clips: Sequence[Sequence[Span]],
    *,
    longest_s: float,
    told_apart: bool = False,
) -> list[SpokenEmbedding | None]:
    argument = {"spans": [list(spans) for spans in clips], "longest_s": longest_s}
    samples = decoded(await run(_decoder(data), argument, data, owner_id=owner_id))
    if isinstance(samples, str):
        raise UnsupportedMedia(f"The recording can't be used: {samples}.")
    return [await embedder.embed(one, told_apart=told_apart) for one in samples]


def _decoder(data: bytes) -> Task:
    """Which worker reads it. Raises UnsupportedMedia where that needs an extra which is not there."""
    if container_of(data) is None:
        return DECODE
    if not installed():
        raise UnsupportedMedia(f"The recording can't be used: {NOT_INSTALLED}.")
    return DECODE_CONTAINER
