"""Does a text tell what people keep to themselves: health, money, intimacy? Of others it is kept only after asking."""
# ruff: noqa: E501

from orchestrator.kit import patterns
from orchestrator.language.text.normalize import normalize

_HEALTH = (
    r"allerg\w+|alergi\w+|alergic\w+|disease|illness|sick|ill|cancer|cancro|tumou?r|diabet\w+|asthma\w*|asma\w*|hiv|aids"
    r"|depress\w+|deprim\w+|anxiety|ansiedad\w*|bipolar|autis\w+|adhd|epilep\w+|pregnan\w+|gravid\w+|embarazad\w+|abort\w+"
    r"|miscarriage|surgery|cirurgia|cirugia|operad[oa]|medicat\w+|medicac\w+|medicamento\w*|prozac|insulin\w*|antidepress\w+"
    r"|therap\w+|terap\w+|psiquiatr\w+|psychiatr\w+|diagnos\w+|addict\w+|alcoholi\w+|viciad[oa]|adict[oa]|overdose"
    r"|disabilit\w+|deficien(?:cia|te)|discapaci\w+|doente|doenca|enferm[oa]|enfermedad|infertil\w+|menopaus\w+|dementia"
    r"|demencia|alzheimer\w*|parkinson\w*|covid|rehab"
)
_MONEY = (
    r"salary|salaries|wages?|earns?|income|debts?|bankrupt\w*|mortgage|loan|savings|net worth|owes|salario\w*|ordenado|ganha"
    r"|rendimento\w*|dividas?|falid[oa]|falencia|hipoteca|emprestimo|poupancas|sueldo|nomina|ingresos|deudas?|quiebra|prestamo"
    r"|ahorros|debe dinero"
)
_INTIMACY = (
    r"gay|lesbian\w*|bisexual\w*|transgender|trans|homosexual\w*|heterosexual\w*|affair|cheat(?:s|ed|ing)|sex\w*|sexual\w*"
    r"|lover|mistress|virgin\w*|porn\w*|lesbica|amante|traicao|traiu|infiel|infidel\w*|aventura|orgasm\w*|contracept\w+"
)
_SENSITIVE = patterns.compile(rf"\b(?:{_HEALTH}|{_MONEY}|{_INTIMACY})\b")


def is_sensitive(text: str) -> bool:
    """Whether any word of it speaks of health, money or intimacy."""
    return _SENSITIVE.search(normalize(text)) is not None
