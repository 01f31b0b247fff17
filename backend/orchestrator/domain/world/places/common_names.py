"""Which of the user's places does a common name mean: "home", "my office", "work", "el gimnasio"?"""

from collections.abc import Sequence

from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.places.known import KnownPlace
from orchestrator.domain.world.places.likeness import name_key
from orchestrator.domain.world.places.service import described, known
from orchestrator.language.concepts import MARK, concepts_of
from orchestrator.language.places.owned_places import own_kind
from orchestrator.language.text.normalize import tokens

OFFICE = f"{MARK}office"


async def commonly_named(tx: Tx, phrase: str) -> Sequence[KnownPlace]:
    """Those that it may mean: where they live; of a kind those whose category or name says that kind in any language;
    of "work" the offices. None for words that name no kind of place."""
    kind = own_kind(phrase)
    if kind == "home":
        return await _home(tx)
    found = await of_kind(tx, phrase)
    return found if found or kind != "work" else await _holding(tx, [frozenset((OFFICE,))])


async def of_kind(tx: Tx, phrase: str) -> list[KnownPlace]:
    """Those whose category or name says in any language what each word of the phrase says; none for words that name no
    kind of thing."""
    words = tokens(name_key(phrase))
    as_one = concepts_of("".join(words))  # "salle de sport"
    wanted = [frozenset(as_one)] if as_one else [frozenset(concepts_of(word)) for word in words]
    return await _holding(tx, wanted) if wanted and all(wanted) else []


async def _holding(tx: Tx, wanted: Sequence[frozenset[str]]) -> list[KnownPlace]:
    return [one for one in await known(tx) if all(not _told(one).isdisjoint(each) for each in wanted)]


async def _home(tx: Tx) -> Sequence[KnownPlace]:
    """`me.home_place_id`, else those that are marked as like home."""
    home = (await accounts.me(tx)).home_place_id
    rows = await described(tx, [home]) if home is not None else []
    return rows or [one for one in await known(tx) if one.home_like]


def _told(place: KnownPlace) -> frozenset[str]:
    words = tokens(" ".join((place.category or "", place.name, *place.aliases)))
    return frozenset(concept for word in words for concept in concepts_of(word))
