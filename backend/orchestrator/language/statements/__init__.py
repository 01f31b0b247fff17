"""What does a sentence state of whom? "I live in Porto" is one value of one attribute; two of these contradict."""

from orchestrator.language.statements.likeness import kind_of, of_one_thing
from orchestrator.language.statements.reading import NO, YES, Claim, agree, claim_of, contradict, of_user

__all__ = ["NO", "YES", "Claim", "agree", "claim_of", "contradict", "kind_of", "of_one_thing", "of_user"]
