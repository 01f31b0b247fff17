"""What do contacts register? Words mean one by whom they name ("Ana", "my sister"), as everywhere."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import time
from typing import Any

from orchestrator.agent.tools.spec import ToolContext, ToolSpec, WriteTool
from orchestrator.agent.types.vocabulary import (
    ASKED,
    CHANGED,
    RULE_LIKELY,
    RULE_SURE,
    SEARCH_INTENT,
    FollowUp,
    Intent,
    RoutingRule,
    ToolGroup,
    Vocabulary,
)
from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.foundation.asking.matching import EXACT
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.slices.manifest import Registered, Slice
from orchestrator.domain.foundation.slices.means import JobMeans
from orchestrator.domain.foundation.slices.referrer import Referrer
from orchestrator.domain.foundation.slices.withdrawable import Found
from orchestrator.domain.foundation.withdrawal.entities import withdrawable
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.contacts.graph import tool as graph_tool
from orchestrator.domain.world.contacts.graph.command import ContactCommand
from orchestrator.domain.world.contacts.groups import contact_groups
from orchestrator.domain.world.contacts.merging import merged_places
from orchestrator.domain.world.contacts.merging.service import Merges
from orchestrator.domain.world.contacts.model import (
    Contact,
    ContactDuplicate,
    ContactGroup,
    ContactMerge,
    ContactPlace,
    Relationship,
)
from orchestrator.domain.world.contacts.schemas import DUPLICATES, DUPLICATES_ALL, Duplicates
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.contacts.tools import create_tool, duplicates, relate_tools
from orchestrator.domain.world.contacts.tools.merge_tools import merge_tool
from orchestrator.domain.world.contacts.tools.unmerge_tool import unmerge_tool
from orchestrator.language.speech_acts.intents import Topic
from orchestrator.language.text.normalize import content_words
from orchestrator.scheduling.async_jobs import Item, enqueue_many
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.scheduled_jobs import Daily, External, Scheduled, ScheduledJob


def contact_jobs(merges: Merges, merge_tool: WriteTool) -> tuple[JobHandler[Any], ...]:
    """The handlers of `contacts.duplicates` and `contacts.duplicates_daily`."""

    async def look(context: JobContext, payload: Duplicates) -> None:
        del payload
        assert context.owner_id is not None
        await duplicates.propose(context.tx, merges, merge_tool, context.clock)

    async def look_at_all(context: JobContext, payload: Scheduled) -> None:
        del payload
        owners = await accounts.all_user_ids(context.session)
        items = [Item(Duplicates(), owner_id=one, dedupe_key="look") for one in owners]
        await enqueue_many(context.session, DUPLICATES, items)

    return (JobHandler(DUPLICATES, look), JobHandler(DUPLICATES_ALL, look_at_all))


_AT = time(3, 40)
SCHEDULED = (
    ScheduledJob(DUPLICATES_ALL, Daily(_AT), source="the clock"),
    ScheduledJob(DUPLICATES, External(), source="contacts.duplicates_daily, and an import"),
)


GUESSED = 0.75
"""A spelling that comes near, where the resolver itself would take it: the user is asked."""
_GUESSES = frozenset({"fuzzy"})


def _titled(_ctx: ToolContext, row: Contact) -> tuple[str, str, str]:
    first = next((str(one["value"]) for one in (*row.emails, *row.phones) if one.get("value")), "")
    apart = ", ".join(filter(None, [row.organization, first]))
    return row.display_name, apart, lines([row.display_name, *row.aliases, *row.nicknames])


_BY_NAME = withdrawable(contacts, _titled)


async def _find(ctx: ToolContext, words: str) -> Found:
    """Whom the words mean; else those who have the words in their names, removed contacts among them."""
    if not content_words(words):
        return []
    (one,) = await ctx.resolver.resolve_contacts(ctx.tx, [words], locale=ctx.locale)
    score = GUESSED if one.why in _GUESSES else EXACT
    found = [(score, thing) for ref in one.entities if (thing := await _BY_NAME.get(ctx, ref.id)) is not None]
    known = {thing.id for _, thing in found}
    return found + [pair for pair in await _BY_NAME.find(ctx, words) if pair[1].id not in known]


def _tools(registered: Registered) -> Sequence[ToolSpec]:
    """Those that merge do it with all slices that keep ids of contacts."""
    merges = Merges(registered.referrers)
    return (
        *create_tool.TOOLS,
        *relate_tools.TOOLS,
        merge_tool(merges),
        unmerge_tool(merges),
        *graph_tool.TOOLS,
    )


def _jobs(_: JobMeans, registered: Registered) -> Sequence[JobHandler[Any]]:
    merges = Merges(registered.referrers)
    return contact_jobs(merges, merge_tool(merges))


_VOCABULARY = Vocabulary(
    groups=(
        ToolGroup(
            "contacts",
            intents=frozenset({SEARCH_INTENT, "contact_management", "place_query"}),
            words=(
                "contact person people family friend phone email birthday contato contacto pessoa família "
                "amigo telefone aniversário contacto persona familia amigo teléfono correo cumpleaños"
            ),
        ),
    ),
    intents=(Intent("contact_management", 40, looks_up=True, changes=True),),
    rules=(
        RoutingRule(190, ASKED, frozenset({Topic.CONTACT}), SEARCH_INTENT, RULE_SURE, "asks about a person's details"),
        RoutingRule(220, ASKED, frozenset({Topic.RELATIVE}), SEARCH_INTENT, RULE_LIKELY, "a relative is named"),
        RoutingRule(
            220,
            CHANGED,
            frozenset({Topic.CONTACT}),
            "contact_management",
            RULE_SURE,
            "a change to contacts",
            change=True,
        ),
    ),
    records=frozenset({Topic.CONTACT}),
    named=frozenset({Topic.RELATIVE, Topic.CONTACT}),
    follow_ups=(FollowUp("contact", 30, person=True, concerns=True),),
    needless_ids=frozenset({"contact_id"}),
)

SLICE = Slice(
    "contacts",
    vocabulary=_VOCABULARY,
    tools_over=_tools,
    commands=(ContactCommand(),),
    jobs_with=_jobs,
    scheduled=SCHEDULED,
    erasable=(contacts.erasable(), contact_groups.erasable()),
    withdrawable=(replace(_BY_NAME, find=_find),),
    place_referrers=(Referrer(merged_places.KIND, merged_places.repoint, merged_places.restore),),
    portable=(
        Portable(Contact.__tablename__, same=(ENTITY_SAME,), check=contacts.read_again),
        Portable(ContactGroup.__tablename__, same=(ENTITY_SAME, ("name_key",))),
        Portable(Relationship.__tablename__),
        Portable(ContactPlace.__tablename__, same=(("contact_id", "place_id", "label"),)),
        Portable(ContactMerge.__tablename__, same=(("merged_id",),)),
        Portable(ContactDuplicate.__tablename__, key=("user_id", "first_id", "second_id"), newer=None),
    ),
)
