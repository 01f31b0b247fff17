"""Who promises, or is asked, to do what? Only what is said in so many words, in English, Portuguese and Spanish.

`commitments(text, language) -> tuple[Commitment, ...]`: "I'll send the offer by Friday", "a Ana vai marcar a sala",
"action item: Rui to call the bank", "¿puedes revisar el contrato antes del lunes?". `accepts(text, language)`:
whether a reply agrees to what was asked.
`assigned(said)`: what is given to whom over several turns of a talk.

Wishes, plans of all and what the talk itself does next are none.
"""

from orchestrator.language.commitments.assigning import Assigned, Said, assigned
from orchestrator.language.commitments.reading import Commitment, accepts, commitments

__all__ = ["Assigned", "Commitment", "Said", "accepts", "assigned", "commitments"]
