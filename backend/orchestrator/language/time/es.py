"""Which Spanish words speak of time?"""

from orchestrator.language.time.semantics import Feast, Part, Spec
from orchestrator.language.time.words import Lexicon

LEXICON = Lexicon(
    language="es",
    clock_24=True,
    last_is_of_last_week=True,
    fillers=frozenset({"menudo", "favor"}),
    counted=frozenset(
        [
            "%",
            "pesos",
            "euros",
            "dolares",
            "personas",
            "invitados",
            "por",
            "monedas",
            "alumnos",
            "estudiantes",
            "paginas",
            "puntos",
            "km",
            "kg",
            "grados",
            "veces",
        ]
    ),
)
_add = LEXICON.add

_add("the", "el|la|los|las|un|una|lo")
_add("definite", "el|la|del|al|en el|en la")
_add("of", "de|del|de la|de los|de las|en|en el|en la|a|al|a la|por")
_add("on", "el|en|la|los|en el|en la|para el|para la|para|al|este|de|del|para los|a la|los días|todo el|toda la")
_add("in", "en|en el|en la|en los|en las|durante|durante el|de|para|a")
_add("ofthe", "del")
_add("inpart", "de la|por la|en la|a la|del|al|de|por|en el|durante la|a|en")
_add("inthe", "en el|en la|durante el|durante la")
_add("during", "durante|durante la|durante el")
_add(
    "at",
    "a las|a la|sobre las|hacia las|a eso de las|las|la|a|"
    "al|tipo|sobre la|@|alrededor de las|como a las|a eso de la|cerca de las",
)
_add("about", "alrededor de|alrededor de las|aproximadamente|cerca de|unos|unas|más o menos|sobre|hacia|como")
_add("from", "de|del|desde|desde el|desde la|desde las|a partir de|a partir del|a partir de las|de las|de la")
_add("starting", "a partir de|a partir del|empezando|comenzando|comenzando el|empezando el|a contar de|que comienza el")
_add("starting", "comenzando en|que empieza el|comienza el|a comenzar el")
_add("to", "a|al|a las|a la|hasta|hasta el|hasta la|hasta las|-|–|—")
_add("and", "y|con")
_add("between", "entre|entre el|entre la|entre las|entre los")
_add("since", "a partir de|a partir del|a partir de las")
_add("eversince", "desde|desde el|desde la|desde las")
_add(
    "after",
    "después de|despues de|después del|despues del|después de las|despues de las|tras|posterior a|después de la",
)
_add("after", "luego de|luego del|posterior de|pasado|pasadas|más tarde de|más tarde que|a partir de|más de")
_add("aftersay", "después de|despues de|después del|despues del|tras|luego de|a partir de|desde")
_add("before", "antes de|antes del|antes de las|antes de la|previo a")
_add("until", "hasta|hasta el|hasta la|hasta las")
_add("by", "para las|no después de|no más tarde de|a más tardar|a más tardar el")
_add("for", "por|durante|de")
_add("within", "dentro de|en menos de|en el plazo de|en un plazo de")
_add("in", "dentro de|en|de aquí a|de aqui a|dentro de unos|de hoy en")
_add(
    "this", "este|esta|ese|esa|en este|en esta|de este|de esta|el mismo|la misma|el presente|el actual|la actual|actual"
)
_add(
    "this",
    "aquel|aquella|en ese|en esa|de ese|de esa|del presente|ese mismo|presente|de la misma|del mismo|mismo|misma",
)
_add("next", "próximo|próxima|proximo|proxima|próximos|próximas|proximos|proximas|siguiente|siguientes|el próximo")
_add(
    "next",
    "la próxima|los próximos|las próximas|el proximo|la proxima|del próximo|de la próxima|del proximo|de próximo",
)
_add(
    "next",
    "en los próximos|en las próximas|en el próximo|en la próxima|"
    "el siguiente|la siguiente|los siguientes|las siguientes",
)
_add("coming", "que viene")
_add(
    "last",
    "último|última|ultimo|ultima|últimos|últimas|ultimos|ultimas|pasado|pasada|pasados|pasadas|anterior|anteriores",
)
_add(
    "last",
    "el último|la última|los últimos|las últimas|en los últimos|"
    "en las últimas|el pasado|la pasada|los pasados|previo|previa",
)
_add(
    "nextpost",
    "que viene|que vienen|próximo|próxima|proximo|proxima|siguiente|siguientes|próximos|próximas|entrante|venidero",
)
_add("nextpost", "que entra|proximos|proximas")
_add(
    "lastpost",
    "pasado|pasada|pasados|pasadas|anterior|anteriores|último|última|ultimo|ultima|últimos|últimas|previos|previas",
)
_add("thispost", "de esta semana|de la semana|esta semana|en curso|actual|de la semana en curso")
_add("beforelast", "antepasada|antepasado")
_add("ago", "atrás|atras|antes")
_add("agopre", "hace|hace unos|hace unas|hacía|ha")
_add(
    "hence",
    "desde ahora|a partir de ahora|a partir de hoy|después|despues|más tarde|mas tarde|desde hoy|después de hoy|luego",
)
_add("half", "medio|media")
_add("quarterof", "un cuarto de|cuarto de")
_add("few", "algunos|algunas|unos|unas|pocos|pocas|unos pocos|unas pocas|unos cuantos")
_add("morethan", "más de|mas de|al menos|por lo menos|más que")
_add("lessthan", "menos de|como mucho|no más de")
_add("aboveyear", "año mayor que|año mayor a|año es mayor que|año sea mayor que|año posterior a")
_add("belowyear", "año menor que|año menor a|año es menor que|año sea menor que|año anterior a")
_add("sametime", "a esta hora|a estas horas|a la misma hora|misma hora|esta misma hora|a esta misma hora")
_add("zero", "cero")
_add("oclock", "horas|hora|hrs|en punto|horas en punto")
_add("past", "pasadas las|después de las|pasado|pasados de|pasadas de las")
_add("till", "para las|para la|antes de las|para|antes de la")
_add("minutes", "minutos|minuto|min")
_add("minus", "menos")
_add(
    "begin",
    "inicio|inicios|principio|principios|comienzo|"
    "comienzos|a inicios|a principios|a comienzos|al principio|al comienzo",
)
_add("begin", "a primera hora|primera hora|a primeras horas")
_add("late", "a última hora|última hora")
_add("begin", "al inicio|temprano|más temprano|primeros")
_add("mid", "mediados|a mediados|en medio|a mitad|mitad|en la mitad")
_add("end", "fin|final|finales|fines|a finales|a fines|al final|al fin|el fin|el final")
_add("late", "más tarde|mas tarde")
_add("rest", "resto|el resto|lo que queda")
_add("TODATE", "año hasta la fecha|en lo que va de año|lo que va de año", "year")
_add("ENDDAY", "fin del día|final del día|al final del día|fin de día")
_add("early", "temprano|más temprano|temprano en|tarde|bien")
_add("halfword", "mitad")
_add("yearsword", "años|los años|en los años|década de los")
_add("EVE", "víspera|vísperas", "day")
_add("dayword", "día|dia|el día|el dia|del día|del dia|días|los días|al día")
_add("week", "semana|la semana")
_add("year", "año|el año|ano")
for _mark in ("-", "/"):
    _add(_mark, _mark)
_add("dash", "-|–")

_add("every", "todo|toda|todos|todas|cada|todos los|todas las|diariamente|semanalmente|mensualmente|cualquier")
_add("more", "más de|mas de|menos de|al menos|por lo menos|casi|excepto|salvo|como mínimo|más tarde|mas tarde")
_add("odd", "santo|santa|negro|independencia")

_add("OFFDAY", "hoy|el día de hoy|hoy día|hoy mismo", 0)
_add("THISDAY", "el día", 0)
_add("OFFDAY", "mañana|manana|el día siguiente|el dia siguiente|al día siguiente|día siguiente|el día de mañana", 1)
_add("OFFDAY", "ayer|el día anterior|el dia anterior|el día antes", -1)
_add("OFFDAY", "pasado mañana|pasado manana", 2)
_add("OFFDAY", "anteayer|antier|antes de ayer|ante ayer|antes ayer", -2)
_add(
    "NOW",
    "ahora|ahora mismo|ahorita|en este momento|en este instante|inmediatamente|cuanto antes|lo antes posible",
    "second",
)
_DOWS = (
    "lunes|lun.",
    "martes|mar.",
    "miércoles|miercoles|mié.|mie.|miér.|mierc.",
    "jueves|jue.",
    "viernes|vie.",
    "sábado|sabado|sábados|sabados|sáb.|sab.",
    "domingo|domingos|dom.",
)
LEXICON.each("DOW", _DOWS)
LEXICON.each("STRONGDOW", tuple(row.replace("|mar.", "").replace("|dom.", "") for row in _DOWS))
_MONTHS = (
    "enero|ene.",
    "febrero|feb.",
    "marzo|mar.|mzo.",
    "abril|abr.",
    "mayo|may.",
    "junio|jun.",
    "julio|jul.",
    "agosto|ago.",
    "septiembre|setiembre|sep.|sept.|set.",
    "octubre|oct.",
    "noviembre|nov.",
    "diciembre|dic.",
)
LEXICON.each("MONTH", _MONTHS, 1)
for _number, _row in enumerate(_MONTHS, 1):
    _add("STRONGMONTH", "|".join(_row.split("|")[: 2 if _number == 9 else 1]), _number)

for _words, _unit in (
    ("segundo|segundos|seg", "second"),
    ("minuto|minutos|min|mins", "minute"),
    ("hora|horas|h|hr|hrs", "hour"),
    ("día|días|dia|dias", "day"),
    ("día hábil|días hábiles|día laborable|días laborables|día laboral|días laborales|dias habiles", "business day"),
    ("semana|semanas", "week"),
    ("semana laboral|semana laborable", "working week"),
    ("fin de semana|fines de semana|finde|findes", "weekend"),
    ("quincena|quincenas", "fortnight"),
    ("mes|meses", "month"),
    ("trimestre|trimestres", "quarter"),
    ("semestre|semestres", "semester"),
    ("año|años|ano natural|año calendario|año natural|anos", "year"),
    ("década|décadas|decada|decadas", "decade"),
    ("siglo|siglos", "century"),
):
    _add("UNIT", _words, _unit)

for _words, _day in (
    ("navidad|día de navidad", (12, 25)),
    ("nochebuena|noche buena", (12, 24)),
    ("nochevieja|noche vieja|fin de año", (12, 31)),
    ("año nuevo|día de año nuevo", (1, 1)),
    ("día de reyes|reyes magos", (1, 6)),
    ("san valentín|san valentin|día de san valentín", (2, 14)),
    ("día del trabajo|día del trabajador", (5, 1)),
    ("san patricio|día de san patricio", (3, 17)),
    ("halloween", (10, 31)),
    ("todos los santos|día de todos los santos", (11, 1)),
    ("día de los muertos|día de muertos|día de los difuntos", (11, 2)),
    ("día de los inocentes", (12, 28)),
    ("día de la mujer|día internacional de la mujer", (3, 8)),
    ("día de la hispanidad|día del pilar", (10, 12)),
    ("noche de san juan|san juan", (6, 24)),
    ("inmaculada|día de la inmaculada|inmaculada concepción", (12, 8)),
):
    _add("HOLIDAY", _words, Spec(month=_day[0], day=_day[1]))
_add("FEAST", "domingo de pascua|pascua|domingo de resurrección", Feast(easter=0))
_add("FEAST", "viernes santo", Feast(easter=-2))
_add("FEAST", "jueves santo", Feast(easter=-3))
_add("FEAST", "miércoles de ceniza", Feast(easter=-46))
_add("FEAST", "semana santa|semana mayor", Feast(easter=-7, days=8, sure=False))
_add("FEAST", "domingo de ramos", Feast(easter=-7))
_add("FEAST", "lunes de pascua", Feast(easter=1))
_add("FEAST", "sábado santo|sábado de gloria", Feast(easter=-1))
_add("FEAST", "martes de carnaval|carnaval", Feast(easter=-47))
_add("FEAST", "pentecostés|domingo de pentecostés", Feast(easter=49))
_add("FEAST", "corpus christi", Feast(easter=60, sure=False))
_add("FEAST", "día de acción de gracias|acción de gracias", Feast(month=11, weekday=3, nth=4))
_add("FEAST", "viernes negro|black friday", Feast(month=11, weekday=3, nth=4, plus=1))
_add("FEAST", "ciberlunes|lunes cibernético|cyber monday", Feast(month=11, weekday=3, nth=4, plus=4))
# Each country keeps it on a day of its own.
_add("FEAST", "día de la madre|día de las madres", Feast(month=5, weekday=6, nth=1, sure=False))
_add("FEAST", "día del padre", Feast(month=6, weekday=6, nth=3, sure=False))
_add("SEASON", "primavera", 0)
_add("SEASON", "verano", 1)
_add("SEASON", "otoño", 2)
_add("SEASON", "invierno", 3)

_add("AMPM", "am|a . m .|a m|de la mañana|de la manana|por la mañana|de la madrugada", "am")
_add("AMPM", "pm|p . m .|p m|de la tarde|por la tarde", "pm")
_add("NAMED", "mediodía|mediodia|medio día|medio dia|el mediodía|del mediodía", 720)
_add("NAMED", "medianoche|media noche|la medianoche", 0)
_add("FRACTION", "media", 30)
_add("FRACTION", "cuarto|un cuarto", 15)
LEXICON.part("mañana|manana|mañanas", "morning", 8, 12, "am")
LEXICON.part("madrugada|madrugadas", "dawn", 0, 6, "am")
LEXICON.part("tarde|tardes", "afternoon", 16, 20, "pm")
LEXICON.part("noche|noches", "night", 20, 24, "night")
_add("TONIGHT", "esta noche|hoy por la noche|hoy en la noche|hoy a la noche", Part("night", 20 * 60, 24 * 60, "night"))
LEXICON.meal("desayuno|hora del desayuno|hora de desayunar", "breakfast", "8:30", "am")
LEXICON.meal("brunch", "brunch", "11:00", "am")
LEXICON.meal("almuerzo|comida|hora del almuerzo|hora de comer|hora de la comida", "lunch", "12:30", "pm")
LEXICON.meal("cena|hora de la cena|hora de cenar", "dinner", "19:30", "pm")
LEXICON.occasion(
    "copas|copa|cañas|caña|canas|cervezas|cerveza|tapas|tapeo|bar|concierto|cine|película|pelicula|teatro|"
    "ópera|opera|espectáculo|fiesta|discoteca|karaoke",
    "20:30",
)
LEXICON.zones()
_add("LASTPART", "anoche|ayer noche", Part("night", 20 * 60, 24 * 60, "night"))
for _verbs, _start in (("comer|almorzar", 750), ("cenar", 1170), ("desayunar", 510)):
    _add("MEALVERB", _verbs, Part("meal", _start, _start + 60, "pm", at=_start))
LEXICON.part("primera hora|a primera hora|a primeras horas", "morning", 8, 10, "am")
_add("WEAKNOW", "ya", "second")
# The sea.
for _symbol in ("DOW", "MONTH"):
    LEXICON.not_after[_symbol, "mar"] = frozenset({"el", "al", "del", "la", "alta"})
LEXICON.not_after["OFFDAY", "manana"] = frozenset({"la", "esta"})

# What happens again and again: again.py.
_add("each", "todo|toda|todos los|todas las|cada|en cada")
_add("times", "veces")
_add("REPEATS", "diariamente|a diario", "day")
_add("REPEATS", "semanalmente", "week")
_add("REPEATS", "quincenalmente", "fortnight")
_add("REPEATS", "mensualmente", "month")
_add("REPEATS", "anualmente", "year")
LEXICON.each(
    "PLURALDAYS",
    ("los lunes", "los martes", "los miércoles", "los jueves", "los viernes", "los sábados", "los domingos"),
)
