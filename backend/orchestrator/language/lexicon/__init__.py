"""Word tables, one module a language; a new language is one module here and its name in `LEXICONS`."""

from collections.abc import Mapping
from typing import Final

from orchestrator.language.lexicon import en, es, pt
from orchestrator.language.lexicon.shape import Lexicon
from orchestrator.language.tables import Language

LEXICONS: Final[Mapping[Language, Lexicon]] = {"en": en.LEXICON, "pt": pt.LEXICON, "es": es.LEXICON}
