"""By which words do people ask for an attribute? "My home" is where they live."""

from collections.abc import Mapping

from orchestrator.language.statements.shape import TABLES

_CALLED: Mapping[str, str] = {
    "lives_in": "home house live lived place town city casa morada vivo moro cidade hogar ciudad vivienda",
    "works_at": "work job employer company trabalho emprego empresa trabajo empleo",
    "job": "work job profession trabalho profissao emprego trabajo profesion",
    "allergic_to": "allergy allergies allergic alergia alergias alergico alergica",
    "diet": "diet food eat dieta comida alimentacao alimentacion",
    "likes": "likes taste tastes preferences gostos gosto gustos preferencias",
    "birthday": "birthday born age aniversario nascimento cumpleanos nacimiento edad",
    "status": "married marriage relationship casado casada casamento estado civil matrimonio",
    "name": "name called nome nombre",
}


def called(attribute: str | None) -> str:
    """The words for an attribute ("self lives_in"), blank-separated; "" for one that has none."""
    _, _, told = (attribute or "").partition(" ")
    words = [_CALLED[part] for part in told.split() if part in _CALLED]
    return " ".join([*words, *(noun for table in TABLES.values() for noun in sorted(table.nouns.get(told, ())))])
