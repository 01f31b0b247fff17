"""What does a sentence state of whom? "I live in Porto" is one value of one attribute; two of these contradict."""

from orchestrator.language.statements.reading import Claim, agree, claim_of, contradict, of_user

__all__ = ["Claim", "agree", "claim_of", "contradict", "of_user"]
