"""How is a hit told to whoever asked: its text, whose it is, when it was said, and which days its words mean?"""

from collections.abc import Mapping
from typing import Any

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.origin import Origin
from orchestrator.domain.foundation.search.query.answer_filter import Judged
from orchestrator.domain.foundation.search.schemas import SPOKEN, Hit, Said
from orchestrator.domain.foundation.slices.manifest import PartPlace
from orchestrator.kit.text import shorten
from orchestrator.kit.zones import to_wall
from orchestrator.language.time.told import told_dates

TEXT_CHARACTERS = 1_500
"""Of one hit's text: about two screens of chat; the whole entity is read by its own tool."""
QUESTION_CHARACTERS = 300


def shown(
    ctx: ToolContext, one: Judged, question: Said | None, place: PartPlace | None = None, told_to: Said | None = None
) -> Mapping[str, Any]:
    """A hit as JSON. `at` and `dates` are local wall time in the turn's zone; `dates` tells what relative words of a
    message mean ("yesterday"), `until` exclusive; `replies_to` is the question before it; `answers` whether it may be
    told as an answer; `of_others`: it speaks of somebody else than was asked about; `part_id` of a part of a document
    or meeting; `page` or `section` where in its document it stands; `told_to` of the user's own words who had spoken to
    them."""
    hit = one.hit
    text = shorten(hit.text, TEXT_CHARACTERS)
    data: dict[str, Any] = {
        "kind": hit.kind,
        "id": str(hit.id),
        "title": hit.title if _titled(hit) else "",
        "text": text,
        "at": to_wall(hit.at, ctx.zone).replace(microsecond=0).isoformat() if hit.at else None,
        "origin": hit.origin,
        "speaker": hit.speaker,
        "answers": one.answers,
        "relevance": round(one.relevance, 2),
    }
    if one.of_others:
        data["of_others"] = True
    if told_to is not None:
        data["told_to"] = told_to.speaker
    if place is not None:
        told = {"page": place.page, "section": place.section}
        data |= {name: value for name, value in told.items() if value}
    if len(hit.text) > len(text):
        data["snippet"] = hit.snippet
    if hit.part_id is not None:
        data["part_id"] = str(hit.part_id)
    if hit.kind in SPOKEN and hit.at is not None:
        dates = told_dates(text, at=to_wall(hit.at, ctx.zone), locale=ctx.locale)
        if dates:
            data["dates"] = [
                {"text": each.text, "since": each.since.isoformat(), "until": each.until.isoformat()} for each in dates
            ]
    if question is not None:
        data["replies_to"] = {
            "speaker": question.speaker,
            "text": shorten(question.text[-QUESTION_CHARACTERS:], QUESTION_CHARACTERS),
        }
    return data


def _titled(hit: Hit) -> bool:
    """A message's title is that of its conversation, which others may have called so: beside the user's own words,
    which taint nothing, it is not told."""
    return hit.kind != "message" or hit.origin == Origin.THIRD_PARTY
