"""How is a contact taken away by words? By whom they name ("Ana", "my sister"), as everywhere."""

from dataclasses import replace

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.domain.foundation.asking.matching import EXACT
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.withdrawal.entities import withdrawable
from orchestrator.domain.foundation.withdrawal.withdrawable import Found, Withdrawable
from orchestrator.domain.world.contacts.model import Contact
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.language.normalize import content_words

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
    (one,) = await ctx.resolver.resolve_contacts(ctx.session, ctx.owner_id, [words], locale=ctx.locale)
    score = GUESSED if one.why in _GUESSES else EXACT
    found = [(score, thing) for ref in one.entities if (thing := await _BY_NAME.get(ctx, ref.id)) is not None]
    known = {thing.id for _, thing in found}
    return found + [pair for pair in await _BY_NAME.find(ctx, words) if pair[1].id not in known]


WITHDRAWABLE: Withdrawable = replace(_BY_NAME, find=_find)
