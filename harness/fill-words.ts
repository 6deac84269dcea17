/** The words that a filled shop is made of. The first of a list are the most frequent in the shop. */

/** The families of categories, the largest first: the first has a fifth of the products, the last about two percent. */
export const FAMILIES = [
  ...[
    "Quincaillerie",
    "Visserie",
    "Plomberie",
    "Électricité",
    "Outils électriques",
    "Outils à main",
    "Peinture",
  ],
  ...["Matériaux", "Jardinage", "Sanitaire", "Carrelage", "Menuiserie", "Serrurerie", "Éclairage", "Soudure"],
  ...[
    "Protection",
    "Échelles",
    "Toiture",
    "Pompes",
    "Solaire",
    "Climatisation",
    "Collage",
    "Mesure",
    "Levage",
  ],
];

/** The first words of a product's name. The first ones are the most frequent. */
export const TYPES = [
  ...["Vis à bois", "Boulon", "Raccord", "Câble électrique", "Interrupteur", "Tube PVC", "Cheville", "Écrou"],
  ...[
    "Perceuse",
    "Marteau",
    "Tournevis",
    "Clé plate",
    "Robinet",
    "Coude",
    "Disque à tronçonner",
    "Foret béton",
  ],
  ...[
    "Pinceau",
    "Peinture acrylique",
    "Ampoule LED",
    "Prise de courant",
    "Disjoncteur",
    "Serrure",
    "Cadenas",
  ],
  ...[
    "Charnière",
    "Ciment",
    "Fer à béton",
    "Tôle ondulée",
    "Carreau de sol",
    "Lavabo",
    "Mitigeur",
    "Pompe immergée",
  ],
  ...[
    "Panneau solaire",
    "Batterie",
    "Meuleuse",
    "Scie sauteuse",
    "Poste à souder",
    "Électrode",
    "Gants de travail",
  ],
  ...[
    "Casque de chantier",
    "Échelle",
    "Brouette",
    "Pelle",
    "Tuyau d'arrosage",
    "Sécateur",
    "Colle PVC",
    "Mètre ruban",
  ],
  ...[
    "Niveau à bulle",
    "Palan",
    "Climatiseur",
    "Ventilateur",
    "Groupe électrogène",
    "Bétonnière",
    "Tondeuse",
  ],
];

export const MATERIALS = [
  ...[
    "acier zingué",
    "inox",
    "laiton",
    "PVC",
    "cuivre",
    "aluminium",
    "bois",
    "fonte",
    "galvanisé",
    "caoutchouc",
  ],
  ...["professionnel", "renforcé", "étanche", "compact", "longue durée", "économique"],
];

const BRANDS = [
  ...[
    "Aquanova",
    "Sahel Pro",
    "Voltex",
    "Ferronix",
    "Makena",
    "Boulgou",
    "Tekno",
    "Karité",
    "Nazinga",
    "Faso Outils",
  ],
  ...["Harmattan", "Mouhoun", "Sanguié", "Kompienga", "Bazèga", "Soum"],
];

export const COLORS = ["Blanc", "Gris", "Noir", "Bleu", "Rouge", "Vert", "Jaune", "Chromé"];

const FIRST_SYLLABLES = "Bo Ka Lu Mi Na Po Ra Sa Ti Zo De Fa Go Ja Ke Lo Mu Ne Pa Ri So Ta Vo Wa Ye".split(
  " ",
);
const LAST_SYLLABLES =
  "bal dor fix gan jet kam lux mak nor pex rol sol tek vim zan bert dal fer gol mond".split(" ");

/** The names of so many brands, at most 516. */
export function listBrandNames(count: number): string[] {
  const made = FIRST_SYLLABLES.flatMap((first) => LAST_SYLLABLES.map((last) => `${first}${last}`));
  return [...BRANDS, ...made].slice(0, count);
}
