"""What kind of place do words ask for ("the nearest pharmacy", "farmácias aqui perto")? In all four languages."""

from orchestrator.language.text.normalize import tokens

KINDS: dict[str, str] = {
    "restaurant": "restaurant restaurants restaurante restaurantes",
    "cafe": "cafe cafes coffee cafeteria cafeterias cafeteria pastelaria pastelarias",
    "bar": "bar bars pub pubs bares",
    "supermarket": "supermarket supermarkets groceries grocery supermercado supermercados supermarche supermarches",
    "pharmacy": "pharmacy pharmacies chemist drugstore farmacia farmacias pharmacie",
    "hospital": "hospital hospitals hospitais hospitales emergency urgencias hopital hopitaux",
    "doctor": "doctor doctors clinic clinics clinica clinicas medico medicos consultorio clinique medecin",
    "bank": "bank banks banco bancos banque banques",
    "atm": "atm atms cashpoint multibanco cajero cajeros",
    "fuel": "fuel gas petrol gasoline gasolina posto postos gasolinera gasolineras combustivel combustible",
    "parking": "parking estacionamento estacionamentos estacionamiento aparcamiento",
    "hotel": "hotel hotels hoteis hoteles",
    "school": "school schools escola escolas escuela escuelas ecole ecoles",
    "park": "park parks parque parques jardim jardins parc parcs",
    "gym": "gym gyms academia academias ginasio ginasios gimnasio gimnasios gymnase",
    "museum": "museum museums museu museus museo museos musee musees",
    "cinema": "cinema cinemas cine cines",
    "bakery": "bakery bakeries padaria padarias panaderia panaderias boulangerie boulangeries",
    "transport": "metro subway bus station stations onibus autocarro estacao estacoes estacion estaciones gare gares",
    "shop": "shop shops store stores loja lojas tienda tiendas magasin magasins boutique boutiques",
    "police": "police policia delegacia esquadra comisaria",
    "post_office": "post correios correos",
    "hairdresser": "hairdresser hairdressers barber barbers cabeleireiro cabeleireiros barbearia peluqueria coiffeur",
    "library": "library libraries biblioteca bibliotecas bibliotheque bibliotheques",
}
_OF_WORD = {word: kind for kind, words in KINDS.items() for word in words.split()}


def place_kind(text: str) -> str | None:
    """The first kind of place that a text names; None where it names none."""
    return next((kind for word in tokens(text) if (kind := _OF_WORD.get(word)) is not None), None)
