"""Which known places are of the kind that words name: "the gym", "academia", "el gimnasio"?"""

from orchestrator.db.tx import Tx
from orchestrator.domain.world.places.likeness import name_key
from orchestrator.domain.world.places.service import KnownPlace, known
from orchestrator.language.concepts import concepts_of
from orchestrator.language.text.normalize import tokens


async def of_kind(tx: Tx, phrase: str) -> list[KnownPlace]:
    """Those whose category or name says in any language what each word of the phrase says; none for words that name no
    kind of thing."""
    wanted = [concepts_of(word) for word in tokens(name_key(phrase))]
    if not wanted or not all(wanted):
        return []
    return [one for one in await known(tx) if all(not _told(one).isdisjoint(each) for each in wanted)]


def _told(place: KnownPlace) -> frozenset[str]:
    words = tokens(" ".join((place.category or "", place.name, *place.aliases)))
    return frozenset(concept for word in words for concept in concepts_of(word))
