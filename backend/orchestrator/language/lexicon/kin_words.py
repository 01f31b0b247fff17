"""By which words do people say what somebody is to somebody, in English, Portuguese and Spanish?"""

from collections.abc import Mapping

# Role: the words for a man | for a woman | for either, in English; Portuguese; Spanish. The first one is what a derived
# label says; "-" = there is none.
KIN_WORDS: Mapping[str, tuple[str, str, str]] = {
    "parent": (
        "father dad daddy papa | mother mom mum mommy mummy mama | parent",
        "pai papai | mãe mamãe | pai/mãe",
        "padre papá | madre mamá | padre/madre",
    ),
    "child": ("son | daughter | child kid", "filho | filha | filho(a)", "hijo | hija | hijo(a)"),
    "sibling": (
        "brother bro | sister sis | sibling",
        "irmão mano | irmã mana | irmão(ã)",
        "hermano | hermana | hermano(a)",
    ),
    "half-sibling": (
        "half-brother | half-sister | half-sibling",
        "meio-irmão | meia-irmã | meio-irmão(ã)",
        "medio-hermano hermanastro | media-hermana hermanastra | hermanastro(a)",
    ),
    "stepsibling": ("stepbrother | stepsister | stepsibling", "- | - | -", "- | - | -"),
    "twin": (
        "twin-brother | twin-sister | twin",
        "irmão-gêmeo gêmeo | irmã-gêmea gêmea | gêmeo(a)",
        "mellizo gemelo | melliza gemela | mellizo(a)",
    ),
    "spouse": (
        "husband hubby | wife | spouse",
        "marido esposo | esposa mulher | cônjuge",
        "esposo marido | esposa mujer | cónyuge",
    ),
    "ex-spouse": (
        "ex-husband | ex-wife | ex-spouse",
        "ex-marido | ex-mulher ex-esposa | ex-cônjuge",
        "exmarido ex-marido exesposo ex-esposo | exmujer ex-mujer exesposa ex-esposa | ex-cónyuge",
    ),
    "partner": (
        "- | - | partner",
        "companheiro parceiro | companheira parceira | companheiro(a)",
        "compañero | compañera | pareja",
    ),
    "ex-partner": (
        "ex-boyfriend | ex-girlfriend | ex ex-partner",
        "ex-namorado | ex-namorada | ex",
        "exnovio ex-novio | exnovia ex-novia | expareja ex-pareja",
    ),
    "sweetheart": ("boyfriend | girlfriend | partner", "namorado | namorada | namorado(a)", "novio | novia | novio(a)"),
    "betrothed": ("fiancé | fiancée | betrothed", "noivo | noiva | noivo(a)", "prometido | prometida | prometido(a)"),
    "grandparent": (
        "grandfather grandpa granddad | grandmother grandma granny nana | grandparent",
        "avô vovô | avó vovó | avô/avó",
        "abuelo abuelito | abuela abuelita | abuelo(a)",
    ),
    "grandchild": ("grandson | granddaughter | grandchild", "neto | neta | neto(a)", "nieto | nieta | nieto(a)"),
    "great-grandparent": (
        "great-grandfather | great-grandmother | great-grandparent",
        "bisavô | bisavó | bisavô/bisavó",
        "bisabuelo | bisabuela | bisabuelo(a)",
    ),
    "great-grandchild": (
        "great-grandson | great-granddaughter | great-grandchild",
        "bisneto | bisneta | bisneto(a)",
        "bisnieto | bisnieta | bisnieto(a)",
    ),
    "parents-sibling": ("uncle | aunt auntie aunty | aunt/uncle", "tio | tia | tio(a)", "tío | tía | tío(a)"),
    "siblings-child": (
        "nephew | niece | niece/nephew",
        "sobrinho | sobrinha | sobrinho(a)",
        "sobrino | sobrina | sobrino(a)",
    ),
    "grandparents-sibling": (
        "great-uncle grand-uncle | great-aunt grand-aunt | great-aunt/uncle",
        "tio-avô | tia-avó | tio(a)-avô(ó)",
        "tío-abuelo | tía-abuela | tío(a)-abuelo(a)",
    ),
    "siblings-grandchild": (
        "great-nephew grand-nephew | great-niece grand-niece | great-niece/nephew",
        "sobrinho-neto | sobrinha-neta | sobrinho(a)-neto(a)",
        "sobrino-nieto | sobrina-nieta | sobrino(a)-nieto(a)",
    ),
    "cousin": ("- | - | cousin", "primo | prima | primo(a)", "primo | prima | primo(a)"),
    "parent-in-law": (
        "father-in-law | mother-in-law | parent-in-law",
        "sogro | sogra | sogro(a)",
        "suegro | suegra | suegro(a)",
    ),
    "child-in-law": (
        "son-in-law | daughter-in-law | child-in-law",
        "genro | nora | genro/nora",
        "yerno | nuera | yerno/nuera",
    ),
    "sibling-in-law": (
        "brother-in-law | sister-in-law | sibling-in-law",
        "cunhado | cunhada | cunhado(a)",
        "cuñado | cuñada | cuñado(a)",
    ),
    "stepparent": (
        "stepfather stepdad | stepmother stepmom stepmum | stepparent",
        "padrasto | madrasta | padrasto/madrasta",
        "padrastro | madrastra | padrastro/madrastra",
    ),
    "stepchild": (
        "stepson | stepdaughter | stepchild",
        "enteado | enteada | enteado(a)",
        "hijastro | hijastra | hijastro(a)",
    ),
    "godparent": (
        "godfather | godmother | godparent",
        "padrinho | madrinha | padrinho/madrinha",
        "padrino | madrina | padrino/madrina",
    ),
    "godchild": (
        "godson | goddaughter | godchild",
        "afilhado | afilhada | afilhado(a)",
        "ahijado | ahijada | ahijado(a)",
    ),
    "relative": ("- | - | relative", "- | - | parente", "- | - | pariente familiar"),
    "friend": ("- | - | friend buddy", "amigo | amiga | amigo(a)", "amigo | amiga | amigo(a)"),
    "best-friend": (
        "- | - | best-friend bestie",
        "melhor-amigo | melhor-amiga | melhor-amigo(a)",
        "mejor-amigo | mejor-amiga | mejor-amigo(a)",
    ),
    "acquaintance": (
        "- | - | acquaintance",
        "conhecido | conhecida | conhecido(a)",
        "conocido | conocida | conocido(a)",
    ),
    "roommate": (
        "- | - | roommate flatmate housemate",
        "- | - | colega-de-quarto",
        "compañero-de-piso | compañera-de-piso | compañero(a)-de-piso",
    ),
    "neighbor": ("- | - | neighbor neighbour", "vizinho | vizinha | vizinho(a)", "vecino | vecina | vecino(a)"),
    "colleague": (
        "- | - | colleague coworker co-worker workmate",
        "- | - | colega colega-de-trabalho",
        "compañero-de-trabajo | compañera-de-trabajo | colega",
    ),
    "classmate": (
        "- | - | classmate schoolmate",
        "- | - | colega-de-classe colega-de-turma",
        "compañero-de-clase | compañera-de-clase | compañero(a)-de-clase",
    ),
    "business-partner": ("- | - | business-partner", "sócio | sócia | sócio(a)", "socio | socia | socio(a)"),
    "boss": ("- | - | boss manager supervisor", "patrão | patroa | chefe gerente", "- | jefa | jefe"),
    "employee": (
        "- | - | employee direct-report",
        "funcionário empregado | funcionária empregada | funcionário(a)",
        "empleado | empleada | empleado(a)",
    ),
    "assistant": (
        "- | - | assistant secretary",
        "secretário | secretária | assistente",
        "secretario | secretaria | asistente",
    ),
    "assisted": ("- | - | boss", "- | - | chefe", "- | - | jefe"),
    "client": ("- | - | client customer", "- | - | cliente", "clienta | clienta | cliente"),
    "provider": (
        "- | - | provider supplier contractor",
        "fornecedor | fornecedora | fornecedor(a)",
        "proveedor | proveedora | proveedor(a)",
    ),
    "teacher": (
        "- | - | teacher tutor",
        "professor | professora | professor(a)",
        "profesor maestro | profesora maestra | profesor(a)",
    ),
    "student": ("- | - | student pupil", "aluno | aluna | aluno(a)", "alumno | alumna | alumno(a)"),
    "mentor": ("- | - | mentor", "mentor | mentora | mentor(a)", "mentor | mentora | mentor(a)"),
    "mentee": ("- | - | mentee", "- | - | mentorado(a)", "- | - | mentorizado(a)"),
    "doctor": (
        "- | - | doctor physician pediatrician",
        "médico doutor | médica doutora | médico(a)",
        "médico doctor | médica doctora | médico(a)",
    ),
    "dentist": ("- | - | dentist", "- | - | dentista", "- | - | dentista"),
    "therapist": (
        "- | - | therapist psychologist",
        "psicólogo | psicóloga | terapeuta",
        "psicólogo | psicóloga | terapeuta",
    ),
    "patient": ("- | - | patient", "- | - | paciente", "- | - | paciente"),
    "lawyer": ("- | - | lawyer attorney", "advogado | advogada | advogado(a)", "abogado | abogada | abogado(a)"),
    "accountant": ("- | - | accountant", "contador | contadora | contabilista", "- | contable | contable"),
    "landlord": ("landlord | landlady | landlord", "senhorio | senhoria | senhorio(a)", "casero | casera | casero(a)"),
    "tenant": ("- | - | tenant", "inquilino | inquilina | inquilino(a)", "inquilino | inquilina | inquilino(a)"),
    "trainer": (
        "- | - | trainer coach",
        "treinador | treinadora | treinador(a)",
        "entrenador | entrenadora | entrenador(a)",
    ),
    "trainee": ("- | - | trainee", "- | - | atleta", "- | - | atleta"),
    "guardian": ("- | - | guardian", "tutor | tutora | tutor(a)", "tutor | tutora | tutor(a)"),
    "ward": ("- | - | ward", "tutelado | tutelada | tutelado(a)", "tutelado | tutelada | tutelado(a)"),
}
