"""Which words stand for the one who speaks? In three languages, folded."""

SELF_WORDS = frozenset({"me", "i", "myself", "user", "eu", "mim", "yo", "mi"})
"""What a call names the user by, where it wants a person."""
FIRST_PERSON = frozenset(
    "i me my mine myself we us our ours eu mim meu minha meus minhas comigo nosso nossa nossos nossas yo mi mis mio mia"
    " conmigo nuestro nuestra nuestros nuestras".split()
)
"""Words by which somebody speaks of themselves or of what is theirs."""
