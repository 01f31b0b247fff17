"""Which Portuguese words speak of time, in Brazil and in Portugal?"""

from orchestrator.language.time.semantics import Feast, Part, Spec
from orchestrator.language.time.words import Lexicon

LEXICON = Lexicon(
    language="pt",
    clock_24=True,
    last_is_of_last_week=True,
    fillers=frozenset({"la", "volta", "ponto"}),
    counted=frozenset(
        [
            "%",
            "reais",
            "euros",
            "dolares",
            "pessoas",
            "convidados",
            "por",
            "moedas",
            "alunos",
            "itens",
            "paginas",
            "pontos",
            "km",
            "kg",
            "graus",
            "vezes",
        ]
    ),
)
_add = LEXICON.add

_add("the", "o|a|os|as|um|uma")
_add("definite", "o|a|no|na|do|da|ao|à")
_add("of", "de|do|da|dos|das|d|em|no|na|desse|dessa|deste|desta")
_add("on", "em|no|na|nos|nas|de|pra|para|para o|para a|pro|ao|a")
_add("in", "em|no|na|durante|durante o|durante a|nos|nas|de")
_add("ofthe", "do|no")
_add("inpart", "de|da|do|à|a|pela|na|no|ao|às|durante a|por la|de a")
_add("inthe", "no|na|durante o|durante a|ao longo do")
_add("during", "durante")
_add(
    "at",
    "às|à|pelas|por volta das|por volta de|por volta da|lá pelas|ao|aos|a|as|umas|antes das as|la pelas|@|pela|no|na",
)
_add("about", "cerca de|por volta de|aproximadamente|mais ou menos|perto de|perto das")
_add("from", "de|do|da|das|dos|desde|a partir de|a partir do|a partir das|a partir da|desde o|desde a")
_add("starting", "a partir de|a partir do|a partir da|começando|comecando|começando em|iniciando em|a contar de")
_add("to", "ateh|a|ao|à|às|as|até|ate|até o|até a|até as|até às|ate o|ate as|-|–|—|até ao")
_add("and", "e")
_add("between", "entre|entre o|entre a|entre as|entre os")
_add("since", "a partir de|a partir do|a partir da|a partir das")
_add("eversince", "desde|desde o|desde a|desde as")
_add("after", "depois de|depois do|depois da|depois das|após|apos|passado|a partir das|a seguir a")
_add("aftersay", "depois de|depois do|depois da|após|apos")
_add("before", "antes de|antes do|antes da|antes das")
_add("until", "ateh|até|ate|até o|até a|até as|até às|ate as|ate o|até ao")
_add("by", "até|ate|até o|até as|até às|até ao")
_add("for", "por|durante|com duração de|com duracao de")
_add("within", "dentro de|no prazo de|em menos de")
_add("in", "daqui a|daqui|dentro de|em|de hoje a|daqui à|daqui há|a")
_add(
    "this", "este|esta|esse|essa|neste|nesta|nesse|nessa|deste|desta|desse|dessa|no mesmo|na mesma|o presente|ao atual"
)
_add("this", "aquele|aquela|naquele|naquela|atual|o atual|a atual|na atual|no atual")
_add("next", "próximo|próxima|proximo|proxima|próximos|próximas|proximos|proximas|seguinte|na próxima|no próximo")
_add("next", "na proxima|no proximo|da próxima|do próximo|da proxima|do proximo|nos próximos|nas próximas|nos proximos")
_add("next", "nas proximas|os próximos|as próximas|seguintes")
_add("coming", "a próxima vez na")
_add("last", "último|última|ultimo|ultima|últimos|últimas|ultimos|ultimas|anterior|anteriores|passado|passada|passados")
_add(
    "last", "passadas|na última|no último|nos últimos|nas últimas|na ultima|no ultimo|nos ultimos|nas ultimas|o último"
)
_add(
    "nextpost", "que vem|que vêm|próximo|próxima|proximo|proxima|seguinte|seguintes|próximos|próximas|a seguir|vindouro"
)
_add("nextpost", "que vem ai|que entra")
_add("lastpost", "passado|passada|passados|passadas|anterior|anteriores|último|última|ultimo|ultima|que passou")
_add(
    "thispost",
    "desta semana|dessa semana|da semana|nesta semana|nessa semana|esta semana|essa semana|corrente|atual|agora",
)
_add("beforelast", "retrasada|retrasado")
_add("ago", "atrás|atras|antes")
_add("agopre", "há|ha|faz|fazem")
_add("hence", "a partir de agora|a partir de hoje|depois|mais tarde|a contar de hoje|daqui")
_add("from", "a contar de")
_add("half", "meio|meia")
_add("quarterof", "um quarto de|quarto de")
_add("few", "alguns|algumas|uns|umas|poucos|poucas|uns poucos")
_add("morethan", "mais de|mais do que|pelo menos|ao menos")
_add("lessthan", "menos de|menos do que|no máximo|não mais de")
_add("aboveyear", "ano maior que|ano maior do que|ano é maior que|ano posterior a")
_add("belowyear", "ano menor que|ano menor do que|ano é menor que|ano anterior a")
_add("sametime", "a esta hora|a essa hora|à mesma hora|na mesma hora|mesma hora|no mesmo horário|mesmo horário")
_add("zero", "zero")
_add("oclock", "horas|hora|hrs|hs|em ponto|horas em ponto")
_add("past", "depois das|depois da|passado das|passados das|passadas das|depois de")
_add("till", "para|pra|para as|para a|para às|pras|pra as|antes das|para o|pro|pras as|antes da")
_add("minutes", "minutos|minuto|min|mins")
_add("minus", "menos")
_add("begin", "na primeira hora|primeira hora|logo cedo")
_add("begin", "início|inicio|começo|comeco|no início|no começo|começos|inícios|no inicio|no comeco|princípio|principio")
_add("mid", "meados|em meados|no meio|meio|a meados|metade")
_add("end", "fim|final|no fim|no final|ao final|finais|fins|no finzinho|ao fim")
_add("late", "mais tarde|tarde")
_add("rest", "resto|o resto")
_add("TODATE", "ano até a data|ano até hoje", "year")
_add("ENDDAY", "fim do dia|final do dia|no fim do dia|até o fim do dia")
_add("early", "cedo|bem cedo|no início|no fim|no final|tarde")
_add("halfword", "metade")
_add("yearsword", "anos|os anos|nos anos|década de")
_add("EVE", "véspera|vésperas|na véspera", "day")
_add("dayword", "dia|no dia|o dia|do dia|ao dia|pro dia|para o dia|pra o dia|em dia|dias|os dias|nos dias")
_add("week", "semana|a semana|na semana")
_add("year", "ano|o ano|no ano")
for _mark in ("-", "/"):
    _add(_mark, _mark)
_add("dash", "-|–")

_add("every", "todo|toda|todos|todas|cada|todos os|todas as|diariamente|semanalmente|mensalmente|qualquer")
_add("more", "mais de|menos de|pelo menos|no mínimo|quase|exceto|menos|ao menos|no máximo|depois|mais tarde")
_add("odd", "santo|santa|negra")

_add("OFFDAY", "hoje|o dia de hoje|nesse dia|neste dia|ainda hoje|hoje em dia", 0)
_add("OFFDAY", "amanhã|amanha|o dia seguinte|no dia seguinte|dia seguinte", 1)
_add("OFFDAY", "ontem|o dia anterior|no dia anterior", -1)
_add("OFFDAY", "depois de amanhã|depois de amanha|depois d amanhã", 2)
_add("OFFDAY", "anteontem|antes de ontem|ante ontem|trasanteontem", -2)
_add("NOW", "agora|agora mesmo|imediatamente|neste momento|nesse momento|neste instante|nesse instante", "second")
_add("NOW", "no momento|o mais rápido possível|o quanto antes|o mais breve possível", "second")
_DOWS = (
    "segunda|segunda - feira|segunda feira|segundas|segundas - feiras|seg.|2 a feira|2 a - feira",
    "terça|terca|terça - feira|terca - feira|terça feira|terca feira|terças|ter.|3 a feira|3 a - feira",
    "quarta|quarta - feira|quarta feira|quartas|qua.|4 a feira|4 a - feira",
    "quinta|quinta - feira|quinta feira|quintas|qui.|5 a feira|5 a - feira",
    "sexta|sexta - feira|sexta feira|sextas|sex.|6 a feira|6 a - feira",
    "sábado|sabado|sábados|sabados|sáb.|sab.",
    "domingo|domingos|dom.",
)
LEXICON.each("DOW", _DOWS)
LEXICON.each(
    "STRONGDOW",
    (
        "segunda - feira|segunda feira",
        "terça - feira|terca - feira|terça feira|terca feira|terça",
        "quarta - feira|quarta feira",
        "quinta - feira|quinta feira",
        "sexta - feira|sexta feira|sexta",
        "sábado|sabado",
        "domingo",
    ),
)
_MONTHS = (
    "janeiro|jan.",
    "fevereiro|fev.",
    "março|marco|mar.",
    "abril|abr.",
    "maio|mai.",
    "junho|jun.",
    "julho|jul.",
    "agosto|ago.",
    "setembro|set.",
    "outubro|out.",
    "novembro|nov.",
    "dezembro|dez.",
)
LEXICON.each("MONTH", _MONTHS, 1)
# What a rank counts: "a sexta edição"; "sexta" alone is a Friday.
_COUNTED = frozenset(
    "basica vez edicao parte avenida serie geracao temporada categoria via idade pessoa classe posicao colocada maior "
    "menor melhor pior opcao camara turma secao etapa fase rodada divisao linha tentativa chamada guerra volta casa "
    "versao questao pergunta pagina emenda sinfonia dimensao potencia".split()
)
for _name in ("segunda", "terca", "quarta", "quinta", "sexta"):
    for _symbol in ("DOW", "STRONGDOW"):
        LEXICON.not_before[_symbol, _name] = _COUNTED
# "Ter" is also "to have", "mar" the sea.
LEXICON.not_before["DOW", "ter"] = frozenset(
    ["", *"um uma de que o a os as mais muito tempo ido sido feito filhos razao medo fome sono uns algo".split()]
)
LEXICON.not_after["MONTH", "mar"] = frozenset({"o", "ao", "do", "no", "pelo", "alto"})
LEXICON.not_before["MONTH", "dez"] = frozenset({"para", "pra", "pras", "horas", "minutos", "dias", "e"})
LEXICON.not_before["MONTH", "set"] = frozenset({"up", "de"})
for _number, _row in enumerate(_MONTHS, 1):
    _add("STRONGMONTH", _row.split("|")[0], _number)

for _words, _unit in (
    ("segundo|segundos|seg|segs", "second"),
    ("minuto|minutos|min|mins", "minute"),
    ("hora|horas|h|hr|hrs|horinha|horinhas", "hour"),
    ("dia|dias", "day"),
    ("dia útil|dias úteis|dia util|dias uteis", "business day"),
    ("semana|semanas", "week"),
    ("fim de semana|fins de semana|final de semana|finais de semana|fds|fim - de - semana", "weekend"),
    ("quinzena|quinzenas", "fortnight"),
    ("mês|meses|mes", "month"),
    ("trimestre|trimestres", "quarter"),
    ("semestre|semestres", "semester"),
    ("ano|anos|ano civil", "year"),
    ("década|décadas|decada|decadas", "decade"),
    ("século|séculos|seculo|seculos", "century"),
):
    _add("UNIT", _words, _unit)

for _words, _day in (
    ("natal|dia de natal", (12, 25)),
    ("véspera de natal|vespera de natal", (12, 24)),
    ("réveillon|reveillon|ano novo|dia de ano novo", (1, 1)),
    ("véspera de ano novo|vespera de ano novo", (12, 31)),
    ("dia dos namorados", (6, 12)),
    ("dia do trabalho|dia do trabalhador", (5, 1)),
    ("dia da independência|dia da independencia", (9, 7)),
    ("dia de todos os santos|todos os santos", (11, 1)),
    ("finados|dia de finados", (11, 2)),
    ("proclamação da república|dia da proclamação da república", (11, 15)),
    ("tiradentes|dia de tiradentes", (4, 21)),
    ("nossa senhora aparecida|dia das crianças", (10, 12)),
    ("consciência negra|dia da consciência negra", (11, 20)),
    ("são joão|dia de são joão|noite de são joão", (6, 24)),
    ("dia da mulher|dia internacional da mulher", (3, 8)),
    ("dia da mentira", (4, 1)),
    ("dia de portugal", (6, 10)),
    ("imaculada conceição", (12, 8)),
    ("dia de reis", (1, 6)),
):
    _add("HOLIDAY", _words, Spec(month=_day[0], day=_day[1]))
_add("FEAST", "páscoa|pascoa|domingo de páscoa|domingo de pascoa", Feast(easter=0))
_add("FEAST", "sexta - feira santa|sexta feira santa|sexta santa", Feast(easter=-2))
_add("FEAST", "carnaval|terça de carnaval", Feast(easter=-47))
_add("FEAST", "quarta de cinzas|quarta - feira de cinzas", Feast(easter=-46))
_add("FEAST", "corpus christi", Feast(easter=60))
_add("FEAST", "semana santa", Feast(easter=-7, days=8, sure=False))
_add("FEAST", "domingo de ramos", Feast(easter=-7))
_add("FEAST", "quinta - feira santa|quinta santa", Feast(easter=-3))
_add("FEAST", "sábado de aleluia|sábado santo", Feast(easter=-1))
_add("FEAST", "segunda de carnaval|segunda - feira de carnaval", Feast(easter=-48))
_add("FEAST", "pentecostes|domingo de pentecostes", Feast(easter=49))
_add("FEAST", "corpo de deus", Feast(easter=60))
_add("FEAST", "dia de ação de graças|ação de graças", Feast(month=11, weekday=3, nth=4))
_add("FEAST", "black friday|sexta - feira negra", Feast(month=11, weekday=3, nth=4, plus=1))
# On other days in Portugal.
_add("FEAST", "dia das mães|dia da mãe", Feast(month=5, weekday=6, nth=2, sure=False))
_add("FEAST", "dia dos pais|dia do pai", Feast(month=8, weekday=6, nth=2, sure=False))
_add("SEASON", "primavera", 0)
_add("SEASON", "verão|verao", 1)
_add("SEASON", "outono", 2)
_add("SEASON", "inverno", 3)

_add("AMPM", "am|a . m .|da manhã|da manha|da madrugada|de manhã|de manha|de madrugada", "am")
_add("AMPM", "pm|p . m .|da tarde|de tarde", "pm")
_add("NAMED", "meio dia|meio - dia", 720)
_add("NAMED", "meia noite|meia - noite", 0)
_add("FRACTION", "meia", 30)
_add("FRACTION", "um quarto|quarto", 15)
LEXICON.part("manhã|manha|manhãs|a manhã", "morning", 8, 12, "am")
LEXICON.part("manhãzinha|manhazinha|manhã cedo|manhã bem cedo|cedo", "morning", 6, 9, "am")
LEXICON.part("madrugada|madrugadas", "dawn", 0, 6, "am")
LEXICON.part("tarde|tardes", "afternoon", 12, 18, "pm")
LEXICON.part("fim da tarde|fim de tarde|tardinha|final da tarde|finalzinho da tarde", "evening", 17, 20, "pm")
LEXICON.part("noite|noites", "night", 18, 24, "night")
_add("TONIGHT", "hoje de noite|hoje à noite|hoje a noite|logo à noite|logo a noite", Part("night", 1080, 1440, "night"))
LEXICON.meal("café da manhã|cafe da manha|pequeno almoço|pequeno almoco|pequeno - almoço", "breakfast", "8:30", "am")
LEXICON.meal("brunch", "brunch", "11:00", "am")
LEXICON.meal("almoço|almoco|hora do almoço|hora do almoco|hora de almoço", "lunch", "12:30", "pm")
LEXICON.meal("jantar|janta|hora do jantar|hora da janta", "dinner", "19:30", "pm")
LEXICON.occasion(
    "copos|copo|cervejas|cerveja|cervejinha|petiscos|bar|concerto|show|cinema|filme|teatro|ópera|opera|"
    "espetáculo|espectáculo|festa|discoteca|balada|fados",
    "20:30",
)
LEXICON.zones()
for _verbs, _start in (("almoçar|almocar", 750), ("jantar", 1170)):
    _add("MEALVERB", _verbs, Part("meal", _start, _start + 60, "pm", at=_start))
LEXICON.part("primeira hora|logo cedo|bem cedo", "morning", 8, 10, "am")
_add("WEAKNOW", "já|ja", "second")

# What happens again and again: again.py.
_add("each", "todo|toda|todos os|todas as|todos|todas|cada|a cada|em todo|em toda|em cada")
_add("times", "vezes")
_add("REPEATS", "diariamente", "day")
_add("REPEATS", "semanalmente", "week")
_add("REPEATS", "quinzenalmente", "fortnight")
_add("REPEATS", "mensalmente", "month")
_add("REPEATS", "anualmente", "year")
LEXICON.each(
    "PLURALDAYS",
    (
        "às segundas|nas segundas|às segundas - feiras",
        "às terças|nas terças|às terças - feiras",
        "às quartas|nas quartas|às quartas - feiras",
        "às quintas|nas quintas|às quintas - feiras",
        "às sextas|nas sextas|às sextas - feiras",
        "aos sábados|nos sábados",
        "aos domingos|nos domingos",
    ),
)
