"""Which dictionary form does an irregular one belong to, where no stemmer sees it? "Went" is a form of "go".

Verbs and plurals in daily use, folded as `fold.tokens` gives them. A form that is as common in another meaning is left
out ("vino", which is wine).
"""

from collections.abc import Sequence

_TABLE = {
    "en": (
        "go went gone|take took taken|make made|see saw seen|say said|tell told|come came|find found|think thought"
        "|buy bought|bring brought|teach taught|catch caught|feel felt|keep kept|lose lost|meet met"
        "|pay paid|run ran|sell sold|send sent|sit sat|sleep slept|speak spoke spoken|spend spent|stand stood"
        "|swim swam swum|win won|write wrote written|wear wore worn|begin began begun|break broke broken"
        "|build built|choose chose chosen|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten"
        "|fall fell fallen|fly flew flown|forget forgot forgotten|grow grew grown|hear heard|hold held"
        "|know knew known|lead led|lend lent|light lit|mean meant|ride rode ridden|ring rang rung|rise rose risen"
        "|shake shook shaken|show shown|shoot shot|sing sang sung|sink sank sunk|steal stole stolen|stick stuck"
        "|strike struck|throw threw thrown|understand understood|wake woke woken|become became|bite bit bitten"
        "|blow blew blown|deal dealt|dig dug|feed fed|fight fought|forgive forgave forgiven|freeze froze frozen"
        "|hang hung|hide hid hidden|lay laid|lie lain|learn learnt|seek sought|sew sewn|swear swore sworn"
        "|sweep swept|tear tore torn|bend bent|bleed bled|breed bred|burn burnt|creep crept|dream dreamt"
        "|kneel knelt|shine shone|slide slid|spill spilt|spoil spoilt|weave wove woven|weep wept|man men"
        "|woman women|person people|foot feet|tooth teeth|mouse mice|goose geese|wife wives|life lives"
        "|knife knives|leaf leaves|shelf shelves|loaf loaves|thief thieves|half halves"
    ),
    "pt": (
        "ir fui fomos foram vou vais vamos vao|fazer fiz fez fizemos fizeram faco feito"
        "|dizer disse dissemos disseram digo dito|trazer trouxe trouxemos trouxeram trago"
        "|ver viu vimos viram vejo visto|vir veio vieram venho|por pos puseram ponho|dar dei deu demos deram dou"
        "|querer quis quiseram|saber soube souberam sei|poder pude puderam posso|perder perco|pedir peco"
        "|ouvir ouco|dormir durmo|ler leio leu leram|escrever escrito|abrir aberto|ganhar ganho|gastar gasto"
        "|pagar pago|sair saiu sairam"
    ),
    "es": (
        "ir fui fue fuimos fueron voy vas vamos van|hacer hice hizo hicimos hicieron hago hecho"
        "|decir dije dijo dijimos dijeron digo dicho|traer traje trajo trajeron traigo|ver vimos vieron visto"
        "|venir vine vinieron vengo|poner puso pusimos pusieron pongo puesto|dar dieron doy"
        "|querer quise quiso quisieron|saber supe supo supieron|poder pude pudo pudieron puedo"
        "|dormir durmio durmieron duermo|pedir pidio pidieron pido|perder pierdo|conducir conduje condujo"
        "|volver vuelto vuelvo|escribir escrito|romper roto|abrir abierto|andar anduvo|jugar juego juega"
        "|contar cuento cuenta|empezar empiezo empieza|morir murio muerto|oir oigo"
    ),
}


def _read(rows: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for row in rows.split("|"):
        base, *forms = row.split()
        found |= dict.fromkeys(forms, base)
    return found


_BASES = {language: _read(rows) for language, rows in _TABLE.items()}


def bases_of(word: str, languages: Sequence[str]) -> tuple[str, ...]:
    """The dictionary forms of a folded word in these languages; empty where a stemmer does, or where it is one."""
    return tuple(dict.fromkeys(_BASES[language][word] for language in languages if word in _BASES[language]))
