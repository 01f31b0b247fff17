"""`steward eval voices`: the product's own decision over a case's contacts and voice (api.md, Evaluation)."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid5

import numpy as np

from orchestrator.domain.senses.voices.calibration import Bounds
from orchestrator.domain.senses.voices.clustering import Sample, clusters_of
from orchestrator.domain.senses.voices.decision import LEAST_SPEECH_S, Enrolled, Heard, Matcher
from orchestrator.domain.senses.voices.tuning import DEFAULT_MODEL, Tuning, tuning_of
from orchestrator.domain.senses.voices.vectors import unit

_NAMES = UUID("6f1c1b1e-51f5-4f57-9f0a-8f0d6a5a1c11")
"""Under which a case's ids, of any form, become UUIDs."""
_THEN = datetime(2026, 1, 1, tzinfo=UTC)


def voices_verdict(case: Mapping[str, Any]) -> dict[str, Any]:
    """Each enrolled item is one confirmed sample of a conversation of its own."""
    model = str(case.get("model") or DEFAULT_MODEL)
    tuning = tuning_of(model)
    names: dict[UUID, Any] = {}
    enrolled = _enrolled(case["enrolled"], model, tuning, names)
    probe = case["probe"]
    vector = unit(probe["embedding"], model)
    if enrolled and enrolled[0].centroids.shape[1] != len(vector):
        msg = "the embeddings of a case have one length"
        raise ValueError(msg)
    heard = Heard(vector, float(probe["speech_s"]))
    found = Matcher(enrolled, (), Bounds(tuning)).decide(heard)
    contact = names[found.contact_id] if found.contact_id is not None else None
    return {"decision": found.outcome, "contact_id": contact, "score": found.score, "margin": found.margin}


def _enrolled(items: Iterable[Mapping[str, Any]], model: str, tuning: Tuning, names: dict[UUID, Any]) -> list[Enrolled]:
    """`names`: is told what each id stands for."""
    by_contact: dict[UUID, list[Sample]] = {}
    for at, one in enumerate(items):
        contact = uuid5(_NAMES, f"{one['contact_id']}")
        names[contact] = one["contact_id"]
        own = uuid5(contact, str(at))
        if float(one["speech_s"]) < LEAST_SPEECH_S:
            continue
        sample = Sample(own, unit(one["embedding"], model), float(one["speech_s"]), _THEN, own)
        by_contact.setdefault(contact, []).append(sample)
    found = []
    for contact, samples in by_contact.items():
        made = clusters_of(samples, tuning)
        centroids = np.stack([each.centroid for each in made])
        found.append(Enrolled(contact, tuple(each.id for each in made), centroids, len(samples), len(samples)))
    return found
