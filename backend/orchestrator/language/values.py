# ruff: noqa: E501  (one form of a language a line)
"""What kind of value does a question ask for, and which sentence of a text holds one? In English, Portuguese, Spanish, French.

"How much is the deposit" wants a sum, "how much notice" a number, "how long" a length of time, "until when" a date or a
length, "can we keep a cat" what is allowed. A sentence that holds no such value doesn't answer, however many of the
question's words it has.
"""

from enum import StrEnum

from orchestrator.kit import patterns
from orchestrator.language.concepts import MARK
from orchestrator.language.text.normalize import normalize, stems

READ_CHARACTERS = 4_000


class Value(StrEnum):
    """What an answer must hold."""

    SUM = "sum"
    AMOUNT = "amount"
    LENGTH = "length"
    DATE = "date"
    PERMISSION = "permission"
    RESULT = "result"
    HEAT = "heat"
    CODE = "code"
    TIME = "time"
    NUMBER = "number"
    SIZE = "size"
    PHONE = "phone"
    MEASURE = "measure"
    EMAIL = "email"


_ASKED = (
    (
        Value.PERMISSION,
        patterns.compile(
            r"^(?:\W|and |so |but )*(?:can|may|could|must|should) (?:i|we|one|my \w+|our \w+|the \w+|tenants?|guests?|they|he|she)\b"
            r"|\b(?:am|are|is) (?:i|we|it|one|\w+|my \w+) (?:still )?(?:allowed|permitted|ok|okay|forbidden|prohibited)\b|\bdo (?:i|we) need (?:\w+ )?(?:permission|consent)\b|^(?:does|do|did) .{0,60}\b(?:allow|permit|forbid|prohibit)\b|\b(?:permite|permitem|proibe|proibem|permiten|prohibe|prohiben)\b"
            r"|^(?:\W|e |mas )*(?:posso|podemos|pode-se|poderiamos|poderia|da para|podem|pode ter)\b|\b(?:e|esta|sao) (?:permitid|proibid|autorizad)[oa]s?\b|\bprecis[oa](?:mos)? de (?:autorizacao|permissao)\b"
            r"|^(?:\W|y |pero )*(?:puedo|podemos|se puede|se pueden|podria|podriamos|pueden)\b|\b(?:esta|estan) (?:permitid|prohibid|autorizad)[oa]s?\b|\b(?:me|nos|te) dejan\b|\bhace falta (?:permiso|autorizacion)\b"
            r"|^(?:\W|et |mais |est-ce que |est-ce qu')*(?:puis-je|peut-on|pouvons-nous|je peux|on peut|(?:ai-je|j'ai|a-t-on|on a)(?: pas)? (?:le )?droit)\b|\b(?:est|sont|c'est)(?:-(?:ce|il|elle|ils|elles))? (?:permis|autoris|interdit|rembours|pris(?:e|es)? en charge)\w*"
        ),
    ),
    (
        Value.SUM,
        patterns.compile(
            r"\bhow much (?:is|are|was|were|does|do|did|will|would|have|has|had|money|can|for|more|less|\w+ (?:cost|pay)|i\b|we\b|he\b|she\b|they\b)"
            r"|\b(?:what|which)(?:'s| is| was| are| were)?\b.{0,30}\b(?:price|cost|fee|fees|rent|deposit|salary|budget|total|fare|bill|fine|raise)\b"
            r"|\bwhat (?:did|does|do|will|would|has|have|am|are) [^?]{1,40} (?:charged?|charging|cost|pay|paid|paying|bill(?:ed)?|set (?:me|us) back)\b"
            r"|\bquanto (?:e que |eu |nos )?(?:me |nos |te |lhe )?(?:e|foi|era|sao|custa|custam|custou|custaram|custava|pago|paga|pagamos|pagou|paguei|pagam|fica|ficou|sai|saiu|vale|valem|gastei|gastamos|gasta|cobra|cobram|cobrou|recebo|ganho|devo|deve|devemos|sobe|sobem|aumenta|aumentam|vao aumentar|vou ganhar)\b"
            r"|\bcuanto (?:me |nos |te |le |se )?(?:es|fue|era|son|cuesta|cuestan|costo|costaron|costaba|pago|paga|pagamos|pague|pagan|sale|salio|vale|valen|gaste|gastamos|gasta|cobra|cobran|cobro|recibo|gano|debo|debe|debemos|sube|suben|subio|subieron|aumenta|aumentan|van a subir|va a subir|voy a ganar)\b"
            r"|\b(?:qual|cual|que)\b.{0,30}\b(?:preco|custo|valor|renda|aluguel|caucao|salario|orcamento|total|precio|coste|costo|alquiler|fianza|sueldo|presupuesto|aumento|subida)\b"
            r"|\bcombien (?:ca |cela |est-ce que |je |on |il |elle |me |nous |te |lui )*(?:coute|coutent|coutait|vaut|valent|paie|paye|payons|dois|doit|devons|touche|gagne|s'eleve|rapporte)\w*|\b(?:coute|coutent|coutait|coutera|paie|paye|dois|doit|touche|loyer|prix|prime|cotisation|caution|facture)\b.{0,40}\bcombien(?:$|[ ?!.]*$| (?:pour|par|le|la|les|en|au|ça|ca)\b)"
            r"|\b(?:a|de|jusqu'a) combien(?:$|[ ?!.]*$| (?:s'eleve|se monte|est|sont|mes|mon|ma|le|la|les|vont|va|ca)\b)|\bquel(?:le)?s? (?:est |sont )?(?:le |la |les |mon |ma |mes )?(?:montant (?:de |du )?)?(?:prix|cout|montant|loyer|tarif|salaire|budget|cotisation|caution|prime|total)\b"
        ),
    ),
    (
        Value.RESULT,
        patterns.compile(
            r"\bhow (?:long|fast) did (?:i|we|you|he|she|they|\w+) (?:take|need|run|do|finish)\b"
            r"|\b(?:cuanto (?:tiempo )?(?:tard(?:e|o|aste|amos|aron)|hice|hizo)|quanto (?:tempo )?(?:demor(?:ei|ou|amos|aram)|lev(?:ei|ou|amos|aram)|fiz|fez))\b"
            r"|\bwho (?:won|lost|beat|came (?:first|last|second)|was (?:faster|slower|first|last))\b|\b(?:what was the|final) (?:score|result)\b"
            r"|\b(?:quem|quien) (?:e que |foi que )?(?:ganhou|venceu|perdeu|foi mais rapid[oa]|chegou primeiro|gano|vencio|perdio|fue mas rapid[oa]|llego primero)\b|\b(?:qual foi o resultado|como ficou o jogo|como quedo el partido|cual fue el resultado)\b"
        ),
    ),
    (
        Value.LENGTH,
        patterns.compile(
            r"\bhow long\b|\bhow many (?:more )?(?:days|weeks|months|years|hours|minutes)\b|\bhow much (?:time|longer)\b"
            r"|\bquanto tempo\b|\bquant[oa]s (?:dias|semanas|meses|anos|horas|minutos)\b|\bcuanto tiempo\b|\bcuant[oa]s (?:dias|semanas|meses|anos|horas|minutos)\b|\b(?:cuanto dura|quanto dura)\b"
            r"|\bcombien de temps\b|\bcombien (?:de |d')(?:jours|nuits|semaines|mois|ans|annees|heures|minutes)\b|\bquelle (?:est la )?duree\b|\btoutes les combien\b"
        ),
    ),
    (
        Value.DATE,
        patterns.compile(
            r"\bwhen\b|\b(?:until|till|by) when\b|\b(?:what|which) (?:day|date|years?|months?)\b|\b(?:em |en )?que (?:anos?|mes|meses)\b|\bquelles? annees?\b|\bquel mois\b|\bdeadline\b|\bexpir(?:e|es|y)\b"
            r"|\bquando\b|\b(?:que|qual) (?:o |e o |e a |a )?(?:dia|data|prazo)\b|\bcuando\b|\b(?:que|cual) (?:es )?(?:el |la )?(?:dia|fecha|plazo)\b"
            r"|\bquand\b|\bquel(?:le)? (?:est (?:le |la |l'))?(?:jour|date|echeance|delai)\b"
        ),
    ),
    (
        Value.HEAT,
        patterns.compile(
            r"\b(?:what|which) (?:temp|temps|temperature|heat|gas mark)\b|\bhow hot\b|\bhow many degrees\b"
            r"|\b(?:a |em )?(?:que|qual a|qual e a) temperatura\b|\bquantos graus\b|\b(?:cual es la )temperatura\b|\bcuantos grados\b"
            r"|\b(?:a )?quelle temperature\b|\bcombien de degres\b"
        ),
    ),
    (
        Value.CODE,
        patterns.compile(
            r"\b(?:codes?|pin|passcode|combination|combinacao|combinacion|combinaison|codigos?|segredo|digicode)\b"
        ),
    ),
    (
        Value.AMOUNT,
        patterns.compile(
            r"\bhow much \w+|\bquant[oa] \w+|\bcuant[oa] \w+|\bcombien (?:de |d')\w+|\bquelle (?:quantite|dose)\b"
        ),
    ),
)
_WANTED = (
    (
        Value.TIME,
        patterns.compile(
            r"\b(?:what|which) time\b|\b(?:a |ate |desde |as )?que horas?\b|\b(?:a|hasta|desde) que hora\b|\b(?:a |jusqu'a )?quelle heure\b"
        ),
    ),
    (
        Value.LENGTH,
        patterns.compile(r"\b(?:cuanto|quanto) (?:tiempo |tempo )?(?:tard|demor|lev|dur)\w+|\bcombien de temps\b"),
    ),
    (
        Value.PHONE,
        patterns.compile(r"\b(?:phone|telephone|mobile|telefone|telemovel|celular|telefono|movil|portable)\b"),
    ),
    (Value.EMAIL, patterns.compile(r"\be-?mail\b|\bcorreo\b|\bcourriel\b")),
    (
        Value.CODE,
        patterns.compile(
            r"\b(?:passwords?|passphrase|senhas?|palavra-passe|contrasenas?|claves?|mot de passe|(?:reservation|booking|policy|reference) number)\b"
        ),
    ),
    (
        Value.SIZE,
        patterns.compile(
            r"\b(?:what|which) (?:\w+ )?sizes?\b|\b(?:que|qual|cual) (?:e )?(?:o |a |la |el )?(?:\w+ )?(?:tamanho|talla|talle|medida)\b|\b(?:que|qual|cual) (?:e )?(?:o |el )?numero (?:de |del |do )?(?:calz|calc|zapat|sapat|tenis|pie|pe|camis|chauss)\w*"
            r"|\bcuanto (?:calza|calzo)\w*|\bquanto (?:calca|calco)\w*|\bquelle (?:taille|pointure)\b|\bchauss\w+ (?:du |en )?combien\b"
        ),
    ),
    (
        Value.MEASURE,
        patterns.compile(
            r"\bhow (?:big|large|tall|wide|high|deep|heavy|far|fast)\b|\b(?:cuanto|quanto) (?:mid|med|pes)\w+|\bquant[oa]s (?:quilos|kilos|metros|gramas|litros|quilometros|km|kg)\b|\bcuant[oa]s (?:kilos|metros|gramos|litros|kilometros|km|kg)\b|\bcombien (?:pese|mesure)\w*|\bcombien de (?:kilos?|kg|metres|grammes|litres|kilometres|km)\b"
        ),
    ),
    (
        Value.NUMBER,
        patterns.compile(r"\bhow many\b|\b(?:what|which) number\b|\bquant[oa]s\b|\bcuant[oa]s\b|\bcombien de\b"),
    ),
)
"""What is asked for beside these: a record answers it as well as a text, so it turns no record away."""
_FIGURE = r"(?:\d[\d.,' ]*)"
_WORDS = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|sixty|ninety|hundred|half"
    r"|um|uma|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|doze|quinze|vinte|trinta|sessenta|noventa|cem|meio|meia"
    r"|un|una|uno|dos|cuatro|siete|ocho|nueve|diez|doce|veinte|treinta|sesenta|noventa|cien|medio|media|an?"
    r"|une|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|quarante|soixante|cent|demie?)"
)
_MONTHS = (
    r"(?:january|february|march|april|june|july|august|september|october|november|december|jan|feb|apr|aug|sept?|oct|nov|dec"
    r"|janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro"
    r"|enero|febrero|marzo|mayo|junio|julio|septiembre|octubre|noviembre|diciembre"
    r"|janvier|fevrier|avril|juin|juillet|aout|septembre|octobre|decembre)"
)
_DAYS = (
    r"(?:(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|segunda|terca|quarta|quinta|sexta|sabado|domingo)s?"
    r"|tomorrow|christmas|easter|amanha|natal|lunes|martes|miercoles|jueves|viernes|manana|navidad"
    r"|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|noel|paques)"
)
_UNIT = (
    r"(?:(?:calendar |working |business |full )?(?:minutes?|hours?|days?|nights?|weeks?|fortnights?|months?|years?)"
    r"|minutos?|horas?|dias?|noites?|noches?|semanas?|mes(?:es)?|anos?"
    r"|heures?|jours?|nuits?|semaines?|mois|ans|annees?)"
)
_LENGTH = rf"\b(?:{_FIGURE}|{_WORDS} ?(?:\(\d+\) ?)?)[ -]?{_UNIT}\b"
_DATE = rf"\b(?:{_MONTHS}|{_DAYS})\b|\b\d{{1,2}}[/.-]\d{{1,2}}(?:[/.-]\d{{2,4}})?\b|\b(?:19|20)\d\d\b|\bmay (?:the )?\d|\b\d(?:st|nd|rd|th)? (?:of )?may\b"
_HELD = {
    Value.SUM: patterns.compile(
        rf"[€$£]\s?\d|\d\s?[€$£%]|\b\d{{1,3}}[.,]\d{{3}}\b|\b(?:eur|usd|gbp|brl|r\$|chf)\s?\d|\b(?:{_FIGURE}|{_WORDS}) ?"
        r"(?:euros?|eur|usd|gbp|brl|chf|dollars?|pounds?|cents?|reais|real|pesos?|dolares|libras?|thousand|mil|million|k|per ?cent|por cento|por ciento|pour cent|quid|bucks|balles|pavos|varos|mangos|lucas|contos?|paus)\b"
        r"|\b(?:goes up|went up|raised|rises?|costs?|charges?|sobe|subiu|aumenta|aumentou|passa|custa|cobra|sube|subio|aumento|cuesta|passe|monte|augmente|coute|prend) (?:to |a |para |pra |en |de )?\d{2,}(?:$|[^:h\d])"
    ),
    Value.AMOUNT: patterns.compile(rf"\b\d|\b{_WORDS} (?:\w+ )?(?:{_UNIT}|\w+s)\b"),
    Value.HEAT: patterns.compile(
        r"\b\d{2,3} ?(?:degrees|graus|grados|degres|celsius|fahrenheit|[°ºcf]\b|[°º])|\bgas mark \d"
    ),
    Value.CODE: patterns.compile(r"\b(?:[a-z]{1,4}-?)?\d{3,}\b|\b\w+-\w+-?\d+\b|\b\d+-\d+\b|\b[a-z]+\d[a-z\d]*\b"),
    Value.TIME: patterns.compile(
        r"\b\d{1,2} ?[:.h] ?\d\d\b|\b\d{1,2} ?(?:am|pm|a\.m|p\.m|h|o'clock|horas?|heures?|da (?:manha|tarde|noite)|de la (?:manana|tarde|noche))\b"
        r"|\b(?:at|till|until|from|by|as|a las|a la|las|tipo|ate as|desde as) \d{1,2}\b|\b(?:noon|midnight|meio-dia|mediodia|midi)\b"
    ),
    Value.NUMBER: patterns.compile(rf"\b\d|\b{_WORDS}\b"),
    Value.SIZE: patterns.compile(r"\d|\b(?:xs|s|m|l|xl|xxl)\b"),
    Value.MEASURE: patterns.compile(
        r"\d ?(?:m|cm|mm|km|kg|g|l|ml|kilos?|grams?|grammes?|gramas?|gramos?|metres?|meters?|metros?|litres?|liters?|litros?|miles?|feet|foot|ft|inch(?:es)?|pounds?|lbs?|stones?)\b|\d ?(?:by|x|por|×) ?\d|\d:\d\d"
    ),
    Value.EMAIL: patterns.compile(r"\S@\S"),
    Value.PHONE: patterns.compile(r"\+\d[\d ().-]{6,}\d|\b\d{2,4}(?:[ .-]\d{2,4}){2,}\b|\b\d{7,}\b"),
    Value.LENGTH: patterns.compile(rf"{_LENGTH}|\b\d{{1,2}}:\d\d:\d\d\b"),
    Value.DATE: patterns.compile(f"{_DATE}|{_LENGTH}"),
    Value.RESULT: patterns.compile(
        r"\b\d{1,2}:\d\d:\d\d\b|(?:^|[ (:])\d{1,2} ?[-–] ?\d{1,2}(?:$|[ ).,;!])|\b(?:won|lost|beat|winners?|defeated|ganh\w+|venc\w+|perd\w+|gan(?:o|e|aron|amos|ador\w*))\b"
    ),
    Value.PERMISSION: patterns.compile(
        r"\b(?:allow(?:s|ed)?|permit(?:s|ted)?|permission|consent|forbid(?:s|den)?|prohibit(?:s|ed)?|must(?:n't| not)?|cannot|can't|can not|not accepted|allergic|intolerant|vegan|vegetarian|authori[sz]ed|authori[sz]ation|banned|welcome)\b|[a-z] may (?:not |only |also )?(?:be )?[a-z]{3,}"
        r"|\b(?:permit\w+|permiss\w+|autoriz\w+|proib\w+|consentimento|alergic[oa]s?|intolerantes?|vegan[oa]s?|aceit\w+|interdit[oa]s?|nao pode\w*|pode(?:m)?)\b"
        r"|\b(?:permis\w+|prohib\w+|consentimiento|admit\w+|vetad[oa]s?|no pued\w+|puede(?:n)?)\b"
        r"|\b(?:autoris\w+|interdit\w*|pris(?:e|es)? en charge|rembours\w+|le droit|admis\w*|accept\w+|ne peu(?:t|vent)|peu(?:t|vent))\b"
    ),
}
_SAYS: dict[Value, frozenset[str]] = {
    Value.SUM: frozenset({f"{MARK}price", f"{MARK}payment", f"{MARK}fee", f"{MARK}owe"}),
    Value.AMOUNT: frozenset(),
    Value.LENGTH: frozenset({f"{MARK}term"}),
    Value.DATE: frozenset({f"{MARK}term", f"{MARK}deadline"}),
    Value.PERMISSION: frozenset({f"{MARK}permit"}),
    Value.RESULT: frozenset(),
    Value.HEAT: frozenset({f"{MARK}temperature"}),
    Value.CODE: frozenset({f"{MARK}code", f"{MARK}password"}),
    Value.TIME: frozenset(),
    Value.NUMBER: frozenset(),
    Value.SIZE: frozenset({f"{MARK}size"}),
    Value.PHONE: frozenset(),
    Value.MEASURE: frozenset(),
    Value.EMAIL: frozenset(),
}
"""The concepts that a value of the kind is told by, in whatever word."""
HARD = frozenset(Value) - {Value.PERMISSION, Value.RESULT}
"""Kinds without whose value a sentence is no answer, however many of the words it holds."""
_LIGHT = frozenset(
    "year years month months day days ano anos mes meses annee annees mois can may could must should have has get give gives keep leave take need want allowed ok okay"
    " posso pode podem podemos poderia ter dar dou damos sair deixar ficar levar preciso precisamos quero"
    " won lost beat faster slower result score ganhou venceu perdeu resultado gano vencio perdio rapido rapida"
    " puedo puede pueden podemos podria tener dar doy damos salir dejar quedar llevar necesito necesitamos quiero hay"
    " peux peut peuvent pouvons puis-je peut-on dois doit faut prendre donner avoir droit veux veut".split()
)
_SENTENCE = patterns.compile(r"[^.!?\n]+(?:[.,:/]\S[^.!?\n]*)*[.!?]*")


def asked_value(question: str) -> Value | None:
    """The kind of value that a question asks for; None where it asks for something else."""
    folded = normalize(question[:READ_CHARACTERS]).replace("’", "'")
    return next((value for value, pattern in _ASKED if pattern.search(folded)), None)


def wanted_value(question: str) -> Value | None:
    """The same, with the kinds that a record tells as well: a time of day, a number, a size, a telephone."""
    folded = normalize(question[:READ_CHARACTERS]).replace("’", "'")
    found = next((value for value, pattern in _WANTED if pattern.search(folded)), None)
    asked = asked_value(question)
    return found if found is not None and asked in {None, Value.AMOUNT, Value.DATE} else asked


def holds(value: Value, text: str) -> bool:
    """Whether a sentence holds a value of the kind."""
    return _HELD[value].search(normalize(text[:READ_CHARACTERS]).replace("’", "'")) is not None


def called(value: Value, text: str) -> bool:
    """Whether a sentence says by its word what its value is: "Term: five years", "the price is 12 euros"."""
    return any(not _SAYS[value].isdisjoint(forms) for forms in stems(text[:READ_CHARACTERS]))


def explained(value: Value, word: str) -> bool:
    """Whether a word of the question only asks for the value ("cost" where a sum is told), or is a verb that says
    nothing by itself ("have", "give", "leave")."""
    return normalize(word) in _LIGHT or any(not _SAYS[value].isdisjoint(forms) for forms in stems(word))


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text, stripped; "137.45" and "Sr. Sá" are not cut."""
    return [one for found in _SENTENCE.finditer(text[:READ_CHARACTERS]) if (one := found[0].strip())]
