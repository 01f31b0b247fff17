"""Which tags do words give by themselves, without any model? A few that are true wherever the word stands."""

from collections.abc import Mapping, Sequence

from orchestrator.language.normalize import tokens
from orchestrator.language.relations import FAMILY, relation_label

RELATION_TAG = "relation:"
FAMILY_TAG = "family"
_WORDS: Mapping[str, str] = {
    "health": (
        "dentist dentista doctor medico medica clinic clinica hospital checkup prescription prescriptions receita"
        " receitas vaccine vacina vacuna therapy terapia physiotherapy fisioterapia optician oftalmologista oculista"
    ),
    "meal": (
        "lunch almoco almuerzo dinner jantar cena breakfast desayuno brunch supper picnic piquenique barbecue churrasco"
    ),
    "travel": (
        "flight voo vuelo airport aeroporto aeropuerto trip viagem viaje train trem comboio tren ferry hotel hostel"
        " passport passaporte pasaporte"
    ),
    "work": (
        "meeting reuniao reunion standup interview entrevista deadline sprint workshop client cliente payslip contract"
        " contrato"
    ),
    "birthday": "birthday aniversario cumpleanos",
    "sport": (
        "gym academia gimnasio football futebol futbol padel tennis tenis yoga pilates running corrida swimming natacao"
        " natacion match partida"
    ),
    "school": "school escola escuela class aula clase exam prova teacher professor professora profesor profesora",
    "finance": "bank banco invoice fatura factura tax imposto impuesto mortgage hipoteca insurance seguro irs",
    "culture": "concert concerto concierto cinema cine theatre theater teatro museum museu museo exposicao opera",
    "family": "family familia",
}
_TAGS: Mapping[str, tuple[str, ...]] = {
    word: tuple(tag for tag, words in _WORDS.items() if word in words.split())
    for words in _WORDS.values()
    for word in words.split()
}


def by_rules(text: str, tags: Sequence[str]) -> list[str]:
    """The tags that the words of `text`, and what a contact's `tags` say it is to the user, give."""
    found = [tag for word in tokens(text) for tag in _TAGS.get(word, ())]
    labels = [relation_label(tag.removeprefix(RELATION_TAG)) for tag in tags if tag.startswith(RELATION_TAG)]
    if any(label in FAMILY for label in labels):
        found.append(FAMILY_TAG)
    return list(dict.fromkeys(found))
