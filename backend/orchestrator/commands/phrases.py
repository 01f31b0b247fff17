"""How do commands themselves say it? Their own sentences, one table a language."""

from collections.abc import Mapping

_EN: Mapping[str, str] = {
    "known": "There are: {commands}.",
    "write": "Write it like this: {usage}",
    "dropped": "All right, I dropped it. Nothing was changed.",
    "malformed": "The model's answer could not be read; the built-in reader read your words instead.",
    "failed": "That did not work: {reason}",
    "stays": "The proposal stays as it was: {summary}",
    "gone": "That proposal does not wait any more.",
    "clarification_gone": "That question was settled already.",
    "nothing": "I could not find in these words what to do.",
    "unchanged": "That changes nothing in it.",
    "again": "It has changed meanwhile. Look at it again:",
}
_PT: Mapping[str, str] = {
    "known": "Existem: {commands}.",
    "write": "Escreva assim: {usage}",
    "dropped": "Está bem, deixei de lado. Nada foi alterado.",
    "malformed": "A resposta do modelo não pôde ser lida; o leitor embutido leu as suas palavras.",
    "failed": "Não deu certo: {reason}",
    "stays": "A proposta fica como estava: {summary}",
    "gone": "Essa proposta já não está à espera.",
    "clarification_gone": "Essa pergunta já foi resolvida.",
    "nothing": "Não encontrei nestas palavras o que fazer.",
    "unchanged": "Isso não muda nada.",
    "again": "Isto mudou entretanto. Veja outra vez:",
}
_ES: Mapping[str, str] = {
    "known": "Existen: {commands}.",
    "write": "Escríbelo así: {usage}",
    "dropped": "De acuerdo, lo dejo. No se ha cambiado nada.",
    "malformed": "La respuesta del modelo no se pudo leer; el lector incorporado leyó tus palabras.",
    "failed": "No funcionó: {reason}",
    "stays": "La propuesta queda como estaba: {summary}",
    "gone": "Esa propuesta ya no espera.",
    "clarification_gone": "Esa pregunta ya se resolvió.",
    "nothing": "No encontré en estas palabras qué hacer.",
    "unchanged": "Eso no cambia nada.",
    "again": "Esto ha cambiado mientras tanto. Míralo otra vez:",
}
_TABLES: Mapping[str, Mapping[str, str]] = {"en": _EN, "pt": _PT, "es": _ES}


def phrase(key: str, language: str, **values: str) -> str:
    """The sentence `key` in `language` (English where there is none)."""
    return _TABLES.get(language[:2], _EN)[key].format(**values)


def usage_in(usage: Mapping[str, str], language: str) -> str:
    """What to write after a command, in the user's language."""
    return usage.get(language[:2], usage["en"])
