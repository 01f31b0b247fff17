"""What must stand before a text so that this embedding model takes it for a question, or for something to be found?

From the models' cards; a model that is not listed takes texts as they are.
"""

from typing import NamedTuple


class Prefixes(NamedTuple):
    """Written before what is looked for, and before what shall be found."""

    query: str
    document: str


_RETRIEVE = "Represent this sentence for searching relevant passages: "
_BY_NAME = (
    ("nomic-embed", Prefixes("search_query: ", "search_document: ")),
    ("e5-", Prefixes("query: ", "passage: ")),
    ("snowflake-arctic-embed2", Prefixes("query: ", "")),
    ("snowflake-arctic-embed", Prefixes(_RETRIEVE, "")),
    ("mxbai-embed", Prefixes(_RETRIEVE, "")),
    ("embeddinggemma", Prefixes("task: search result | query: ", "title: none | text: ")),
)


def prefixes_of(model: str) -> Prefixes:
    """The prefixes of a model by its name at the server."""
    name = model.casefold()
    return next((prefixes for part, prefixes in _BY_NAME if part in name), Prefixes("", ""))
