"""What kind of paper is this, and which kind does a phrase name? English, French, Portuguese and Spanish, read together.

A paper's kind is told by its title, its first lines and signs in its text; the words stand folded.
"""
# ruff: noqa: E501

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from orchestrator.kit import patterns
from orchestrator.language.text.normalize import normalize

READ_CHARACTERS = 20_000
"""What a paper is stands at its beginning."""
HEAD_CHARACTERS = 400
TITLE_WEIGHT, HEAD_WEIGHT, SIGN_WEIGHT = 3, 2, 2
ENOUGH = 3
NEARLY = 0.6
"""A second kind that fits nearly as well is told too ("receita de óculos")."""
MOST_KINDS = 2


@dataclass(frozen=True)
class PaperKind:
    """`asked`: how people call it; `signs`: what such a paper says and others hardly do, `hints`: what several kinds
    say. `names`: (one, many) by language."""

    name: str
    asked: patterns.Pattern
    signs: patterns.Pattern | None
    hints: patterns.Pattern | None
    names: Mapping[str, tuple[str, str]]


def _words(text: str) -> patterns.Pattern:
    return patterns.compile(rf"\b(?:{text})\b")


def _kind(name: str, asked: str, signs: str, hints: str, names: str) -> PaperKind:
    en, pt, es, fr = (tuple(one.split("/")) for one in names.split(","))
    return PaperKind(
        name,
        _words(asked),
        _words(signs) if signs else None,
        _words(hints) if hints else None,
        {"en": (en[0], en[1]), "pt": (pt[0], pt[1]), "es": (es[0], es[1]), "fr": (fr[0], fr[1])},
    )


KINDS: tuple[PaperKind, ...] = (
    _kind(
        "glasses",
        r"glasses|eyeglasses|spectacles|glasses spec\w*|eye prescriptions?|oculos|grau dos oculos|gafas|anteojos|lentes|lunettes|ordonnance de lunettes",
        r"sph|cyl|sphere|cylinder|esferico|cilindrico|esfera|cilindro|dioptrias?|dioptres?|dnp|pupillary distance|dioptries?|sphere",
        r"od|oe|oi|os|axis|eixo|eje|optom\w+|oftalmo\w+|ophthalm\w+|longe|perto|lejos|cerca",
        "glasses prescription/glasses prescriptions,receita de óculos/receitas de óculos,receta de gafas/recetas de gafas,ordonnance de lunettes/ordonnances de lunettes",
    ),
    _kind(
        "vaccination",
        r"vaccin\w+ (?:records?|cards?|certificates?)|vaccinations?|cart\w+ de vacina\w*|boletim de vacinas"
        r"|(?:cartillas?|carnes?|carnets?) de vacuna\w+|carnets? de (?:vaccination|sante)|vaccins?",
        r"vaccin\w+|vacina\w*|vacuna\w*|immunizations?|vaccin\w+",
        r"dose|dosis|lote|batch|booster|reforco|refuerzo",
        "vaccination record/vaccination records,carteira de vacinação/carteiras de vacinação,"
        "cartilla de vacunación/cartillas de vacunación,carnet de vaccination/carnets de vaccination",
    ),
    _kind(
        "lab_result",
        r"lab(?:oratory)? (?:results?|reports?|tests?|work)|blood (?:tests?|work|results?)|(?:medical )?test results?"
        r"|exames?(?: de sangue| medicos?| clinicos?)?|analises(?: clinicas| de sangue)?|hemogramas?|laudos?"
        r"|resultados? d[oae]s? (?:exames?|analises?|laboratorio)|resultados? de laboratorio"
        r"|analiticas?|analisis(?: clinicos?| de sangre)?|examenes(?: medicos)?|analyses?(?: de sang| medicales?)?|prises? de sang|bilans? sanguins?",
        r"hemoglobin[ae]?|hematocrit[eo]?|leuk?cocytes|leucocitos|hemacias|eritrocitos|platelets|plaquetas|glucose"
        r"|glicose|glicemia|glucosa|cholesterol|colesterol|triglycerides|triglicer\w+|creatinin[ae]?|hemograma"
        r"|reference (?:range|interval|values?)|valores? de referencia|intervalos? de referencia|tsh|ldl|hdl|hemoglobine|plaquettes|cholesterol|valeurs? de reference",
        r"specimen|sample|amostra|muestra|laborator\w+|mg/dl|g/dl|collected|coletad[oa]|colheita|resultados?|results?",
        "lab result/lab results,exame/exames,análisis/análisis,analyse/analyses",
    ),
    _kind(
        "prescription",
        r"prescriptions?|medical prescriptions?|receitas?(?: medicas?)?|prescric(?:ao|oes)|receituarios?"
        r"|recetas?(?: medicas?)?|prescripcion(?:es)?|ordonnances?",
        r"prescription|prescribed|rx|receita medica|receituario|prescricao|receta medica|prescripcion|posologia"
        r"|uso oral|via oral|dispense|refills?|ordonnance|posologie|voie orale",
        r"\d+ ?(?:mg|ml|mcg|g)|tablets?|capsules?|pills?|comprimidos?|capsulas?|gotas|pastillas?|drops"
        r"|times (?:a|per) day|(?:once|twice) (?:a day|daily)|every \d+ hours|vezes (?:ao|por) dia"
        r"|de \d+ em \d+ horas|a cada \d+ horas|veces al dia|cada \d+ horas|dosage|dosagem|dosis|patient|paciente"
        r"|crm|pharmacy|farmacia",
        "prescription/prescriptions,receita/receitas,receta/recetas,ordonnance/ordonnances",
    ),
    _kind(
        "payslip",
        r"payslips?|pay ?stubs?|salary slips?|holerites?|contracheques?|recibos? de (?:vencimento|salario)|nominas?|bulletins? de (?:paie|salaire)|fiches? de paie",
        r"gross pay|net pay|salario (?:bruto|liquido)|vencimentos?|salario base|holerite|contracheque|nomina|payslip|salaire (?:brut|net)|bulletin de paie",
        r"deductions?|descontos?|deducciones|employer|empregador|empresa|inss|irrf|irpf|overtime",
        "payslip/payslips,recibo de vencimento/recibos de vencimento,nómina/nóminas,fiche de paie/fiches de paie",
    ),
    _kind(
        "bank_statement",
        r"(?:bank|account|card) statements?|extratos?(?: bancarios?| de conta)?|extractos?(?: bancarios?| de cuenta)?|releves?(?: bancaires?| de compte)?",
        r"opening balance|closing balance|saldo (?:inicial|final|anterior)|account statement|bank statement"
        r"|extrato bancario|extracto bancario|releve (?:bancaire|de compte)|solde (?:initial|final)",
        r"iban|balance|saldo|debit|credit|debito|credito|transactions?|movimentos|movimientos",
        "bank statement/bank statements,extrato/extratos,extracto/extractos,relevé/relevés",
    ),
    _kind(
        "tax",
        r"tax (?:returns?|forms?|assessments?)|impostos? de renda|declarac(?:ao|oes) (?:de |do )?(?:irs|imposto\w*)"
        r"|declaracion(?:es)? de (?:la renta|impuestos)|declarations? (?:d'impots|de revenus|fiscales?)|avis d'imposition|impots",
        r"tax return|taxable income|imposto de renda|rendimentos tributaveis|declaracion de la renta|base imponible|avis d'imposition|revenu imposable",
        r"tax|deductions?|imposto|impuesto|contribuinte|contribuyente|taxpayer",
        "tax return/tax returns,declaração de impostos/declarações de impostos,"
        "declaración de impuestos/declaraciones de impuestos,déclaration d'impôts/déclarations d'impôts",
    ),
    _kind(
        "insurance",
        r"insurance(?: polic(?:y|ies))?|apolices?(?: de seguro)?|polizas?(?: de seguro)?|seguros?|polices? d'assurance|contrats? d'assurance|assurances?",
        r"insurance policy|policy (?:number|holder)|insured|policyholder|apolice|segurad[oa]|poliza|asegurad[oa]|police d'assurance|assure[es]*|souscripteur",
        r"premium|premio|prima|coverage|cobertura|deductible|franquia|franquicia|claims?|sinistro|siniestro",
        "insurance policy/insurance policies,apólice/apólices,póliza/pólizas,police d'assurance/polices d'assurance",
    ),
    _kind(
        "passport",
        r"passports?|passaportes?|pasaportes?|passeports?",
        r"passport (?:no|number)|passaporte|pasaporte|passport|passeport",
        r"nationality|nacionalidade|nacionalidad|date of (?:birth|issue|expiry)|expir\w+|validade|p<[a-z]{3}",
        "passport/passports,passaporte/passaportes,pasaporte/pasaportes,passeport/passeports",
    ),
    _kind(
        "id_card",
        r"(?:id|identity) (?:cards?|documents?)|documentos? de identida(?:de?|des)|driv(?:ing|er'?s?) licen[cs]es?|carteiras? de (?:identidade|motorista)"
        r"|carta(?:o|oes)? de (?:cidadao|conducao)|cnh|rg|dni|cedulas?|(?:carnet|permiso|licencia) de conducir|cartes? d'identite|permis de conduire|pieces? d'identite",
        r"identity card|driving licen[cs]e|driver'?s? licen[cs]e|carteira (?:nacional de habilitacao|de identidade)"
        r"|cartao de cidadao|documento nacional de identidad|permiso de conducir|carte nationale d'identite|permis de conduire",
        r"date of birth|nascimento|nacimiento|sex|sexo|signature|assinatura|firma",
        "identity document/identity documents,documento de identidade/documentos de identidade,"
        "documento de identidad/documentos de identidad,pièce d'identité/pièces d'identité",
    ),
    _kind(
        "invoice",
        r"invoices?|bills?|faturas?|notas? fisca(?:l|is)|facturas?|factures?",
        r"invoice (?:no|number|date|#)|bill to|amount due|fatura n\w*|nota fiscal|nf-?e|factura n\w*|valor a pagar"
        r"|total a pagar|importe total|vat (?:no|number)|facture n\w*|total ttc|montant du|net a payer",
        r"invoice|fatura|factura|subtotal|total|vat|iva|icms|due date|vencimento|vencimiento|quantity|quantidade"
        r"|cantidad|unit price|preco unitario|precio",
        "invoice/invoices,fatura/faturas,factura/facturas,facture/factures",
    ),
    _kind(
        "receipt",
        r"receipts?|recibos?|comprovantes?|comprobantes?|talao de compra|recus?|tickets? de caisse|quittances?",
        r"receipt (?:no|number)|payment received|received from|recebi(?:emos)? de|recibi de|comprovante de pagamento"
        r"|comprobante de pago|recu de|quittance",
        r"receipt|recibo|cash|card|change|troco|cambio|total|paid|pago|thank you",
        "receipt/receipts,recibo/recibos,recibo/recibos,reçu/reçus",
    ),
    _kind(
        "contract",
        r"contracts?|agreements?|leases?|contratos?|acordos? de \w+|acuerdos? de \w+|contrats?|baux|bail",
        r"this (?:contract|agreement|lease)|hereinafter|the parties|governing law|notice period|landlord|tenant"
        r"|o presente contrato|clausula \w+|contratante|contratad[oa]|locador|locatari[oa]|foro"
        r"|el presente contrato|las partes|as partes|arrendador|arrendatario|le present contrat|les parties|bailleur|locataire",
        r"contract|contrato|agreement|clauses?|clausulas?|terminat\w+|rescisao|rescision|signed|signature|assinatura"
        r"|firma|obligations?|term",
        "contract/contracts,contrato/contratos,contrato/contratos,contrat/contrats",
    ),
    _kind(
        "certificate",
        r"certificates?|diplomas?|certid(?:ao|oes)|certificados?|atestados?|partidas? de nacimiento|certificats?|attestations?|diplomes?|actes? de naissance",
        r"certificate of|hereby certif\w+|certid[ao]+ de|certifica(?:mos)? que|atesto que|certificado de|diploma|certifie que|atteste que|acte de naissance",
        r"certificate|certificado|certidao|awarded|conferid[oa]|otorgad[oa]|registry|cartorio|registro civil",
        "certificate/certificates,certificado/certificados,certificado/certificados,certificat/certificats",
    ),
    _kind(
        "ticket",
        r"tickets?|boarding pass(?:es)?|bilhetes?|passage(?:m|ns)|carto?(?:ao|oes) de embarque|billetes?"
        r"|tarjetas? de embarque|pasajes?|billets?|cartes? d'embarquement",
        r"boarding pass|e-?ticket|cartao de embarque|tarjeta de embarque|billete|bilhete|booking reference|carte d'embarquement|billet electronique",
        r"seat|assento|asiento|gate|portao|puerta|flight|voo|vuelo|train|trem|comboio|tren|departure|partida|salida",
        "ticket/tickets,bilhete/bilhetes,billete/billetes,billet/billets",
    ),
    _kind(
        "cv",
        r"cvs?|resumes?|curricul(?:o|os|ums?|a)(?: vitae)?|cvs?|curriculum vitae",
        r"curriculum vitae|work experience|experiencia profissional|experiencia (?:laboral|profesional)|experience professionnelle",
        r"education|educacao|formacao|educacion|formacion|skills|competencias|habilidades|languages|idiomas",
        "CV/CVs,currículo/currículos,currículum/currículums,CV/CV",
    ),
    _kind(
        "manual",
        r"manuals?|user guides?|manua(?:l|is)(?: de instruco?es)?|manuales|modes? d'emploi|notices?|manuels?",
        r"user manual|instruction manual|owner'?s manual|manual do usuario|manual de instru\w+|manual del usuario|mode d'emploi|manuel d'utilisation",
        r"safety instructions|troubleshooting|installation|instalacao|instalacion|warranty|garantia",
        "manual/manuals,manual/manuais,manual/manuales,mode d'emploi/modes d'emploi",
    ),
    _kind(
        "report",
        r"reports?|relatorios?|informes?|rapports?|comptes? rendus?",
        r"executive summary|annual report|sumario executivo|resumen ejecutivo|relatorio (?:anual|final|de)|informe de|rapport (?:annuel|final)|synthese",
        r"report|relatorio|informe|conclusions?|conclusoes|conclusiones|findings|introduction|introducao",
        "report/reports,relatório/relatórios,informe/informes,rapport/rapports",
    ),
    _kind(
        "letter",
        r"letters?|cartas?|lettres?|courriers?",
        r"dear (?:sir|madam|mr|mrs|ms)|yours (?:sincerely|faithfully|truly)|prezad[oa]s?|exm[oa]|atenciosamente"
        r"|estimad[oa]s?|atentamente|cordialmente|com os melhores cumprimentos|veuillez agreer|madame, monsieur|cordialement",
        r"re|ref|regards|cumprimentos|saludos",
        "letter/letters,carta/cartas,carta/cartas,lettre/lettres",
    ),
)  # fmt: skip
BY_NAME: Mapping[str, PaperKind] = {kind.name: kind for kind in KINDS}


def kinds_of(title: str, filename: str, text: str) -> tuple[str, ...]:
    """What a paper seems to be, the likeliest first; none where nothing says it."""
    named = normalize(patterns.compile(r"[_.-]+").sub(" ", f"{title} {filename}"))
    body = normalize(text[:READ_CHARACTERS])
    head = body[:HEAD_CHARACTERS]
    scores: list[tuple[int, str]] = []
    for kind in KINDS:
        score = TITLE_WEIGHT * bool(kind.asked.search(named)) + HEAD_WEIGHT * bool(kind.asked.search(head))
        score += SIGN_WEIGHT * len(set(kind.signs.findall(body))) if kind.signs is not None else 0
        score += len(set(kind.hints.findall(body))) if kind.hints is not None and score else 0
        if score >= ENOUGH:
            scores.append((score, kind.name))
    scores.sort(key=lambda one: -one[0])
    return tuple(name for score, name in scores[:MOST_KINDS] if score >= NEARLY * scores[0][0])


def asked_kind(text: str) -> str | None:
    """The kind that a phrase names ("nota fiscal"), the most special first; None where it names none."""
    folded = normalize(text)
    return next((kind.name for kind in KINDS if kind.asked.search(folded)), None)


def kind_label(kind: str | None, number: int, language: str) -> str:
    """ "2 prescriptions" without the number, in the reader's language; "documents" for any kind."""
    names = BY_NAME[kind].names if kind is not None and kind in BY_NAME else _DOCUMENT
    return names.get(language, names["en"])[number != 1]


_DOCUMENT = {
    "en": ("document", "documents"),
    "pt": ("documento", "documentos"),
    "es": ("documento", "documentos"),
    "fr": ("document", "documents"),
}


def words_of_kind(kind: str | None) -> Sequence[str]:
    """The names of a kind in all languages: they say nothing more once the kind is known."""
    names = BY_NAME[kind].names if kind is not None and kind in BY_NAME else _DOCUMENT
    return [word for pair in names.values() for word in pair]
