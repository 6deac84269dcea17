/** Reviews of the plumbing goods, by the reference of the product. */
import type { ReviewsByReference } from "#supabase/seed/data/types.ts";

export const plomberieReviews: ReviewsByReference = {
  "AQU-TUB-32": [
    [5, "Bien rigide, l'emboîture colle sans jeu. J'ai sorti l'eau de quatre climatiseurs avec."],
    [4, "Bon tube. Une barre avait l'emboîture ovale, ça s'est rattrapé à l'eau chaude."],
  ],
  "AQU-TUB-100": [
    [
      5,
      "Vrai 3 mm, il ne plie pas quand on marche dessus. Enterré à Rimkieta, tout va bien.",
      "Épaisseur honnête",
    ],
    [4, "Bonne qualité, les barres de 4 m dépassent de mon tricycle, il faut prévoir."],
    [4, "Pas de fuite aux raccords après l'essai à l'eau."],
  ],
  "AQU-TPR-25": [
    [5, "Branché depuis le compteur sur 60 m, la pression est la même au bout."],
    [
      3,
      "Le tube est bon mais prenez la vraie colle pression, avec la colle ordinaire un manchon a lâché.",
      "Question de colle",
    ],
  ],
  "AQU-PPR-20": [
    [5, "Soudé toute une villa avec, zéro fuite à la mise en eau."],
    [4, "Paroi régulière. Il faut avoir la machine, bien sûr."],
  ],
  "AQU-COU-32": [
    [4, "Rien à dire, ça s'emboîte juste."],
    [5, "J'en prends toujours vingt d'avance. Aucun fendu dans le sachet."],
  ],
  "AQU-LOT-25": [
    [5, "Le lot est bien pensé, il ne m'a manqué qu'un té pour toute la cour.", "Bien composé"],
    [4, "Pratique quand on habite loin, à Diapaga on ne trouve pas tout. La colle est comprise en plus."],
    [4, "Bonnes pièces, j'aurais préféré deux vannes à la place des unions."],
  ],
  "AQU-VAN-50": [
    [4, "Se démonte vraiment sans couper. La poignée est un peu dure les premiers jours."],
    [5, "Trois ans que j'installe cette vanne sous les châteaux d'eau, jamais de goutte."],
  ],
  "AQU-SIP-150": [
    [5, "Plus d'odeur dans la douche. La cloche se nettoie en une minute.", "Fini les odeurs"],
    [3, "La grille est belle mais les vis fournies ont rouillé, j'ai mis des inox."],
  ],
  "AQU-ROP-12": [
    [5, "Les enfants l'ouvrent et le ferment cent fois par jour, il ne goutte pas."],
    [
      5,
      "Laiton lourd, pas du plastique peint. Le trou du cadenas est une bonne idée.",
      "On peut le fermer à clé",
    ],
    [4, "Solide. Mettez du téflon, le filetage est un peu fin."],
  ],
  "AQU-ROA-34": [
    [4, "Je peux réparer une douche sans couper toute la cour, enfin."],
    [5, "La rosace a rattrapé mon erreur d'épaisseur."],
  ],
  "AQU-ROF-1": [
    [5, "Le château ne déborde plus la nuit, ma facture d'eau a baissé d'un tiers.", "Facture en baisse"],
    [4, "Réglage du niveau facile en pliant la tige."],
    [
      2,
      "Le joint était mal placé dès le départ, il coulait. Remis à l'endroit par mon plombier, maintenant c'est bon.",
    ],
  ],
  "AQU-MIL-35": [
    [5, "Tout est dans la boîte, même les flexibles. Posé en une demi-heure."],
    [4, "Joli et souple. Le chrome tient avec notre eau calcaire si on l'essuie."],
    [3, "Bon mitigeur, mais les flexibles de 40 sont trop courts pour mon meuble."],
  ],
  "AQU-MIE-CC": [
    [5, "La grande marmite du tô passe enfin dessous.", "Haut comme il faut"],
    [4, "Le bec tourne bien, le levier est doux."],
  ],
  "AQU-MBD-15": [
    [4, "L'inverseur reste en place, pas comme l'ancien. Rosaces un peu légères."],
    [5, "Montage sans casser le mur, les excentriques ont rattrapé l'écart."],
  ],
  "AQU-PIM-1": [
    [
      5,
      "Forage de 45 m à Loumbila, le polytank de 2 000 se remplit en une heure dix. Exactement ce qui est écrit.",
      "Conforme à la fiche",
    ],
    [5, "La protection manque d'eau a arrêté la pompe deux fois en avril. Sans elle, le moteur était cuit."],
    [4, "Bonne pompe. Les 30 m de câble ne suffisent pas pour un forage profond, achetez la rallonge avec."],
    [4, "Silencieuse, elle démarre même quand le courant est à 200 V."],
  ],
  "AQU-PIM-15": [
    [5, "On puise à 68 m, l'eau arrive fort en haut du château."],
    [
      3,
      "Bonne pompe, mais mon forage donne trop peu pour elle. Faites mesurer le débit avant d'acheter, moi je ne l'avais pas fait.",
      "Mesurez d'abord",
    ],
  ],
  "AQU-PVC-550": [
    [5, "Cave vidée en deux heures après la grosse pluie d'août."],
    [4, "Le flotteur demande un peu de place autour pour bouger."],
  ],
  "AQU-SUR-05": [
    [4, "La machine à laver ne se met plus en erreur de pression. Un petit bourdonnement la nuit."],
    [5, "Douche de l'étage transformée. Le réglage d'usine convient."],
    [3, "Efficace, sauf qu'il faut regonfler le ballon tous les six mois et personne ne le dit."],
  ],
  "AQU-RES-1000": [
    [5, "Cinq mois plein sud et pas de vert dedans, le noir protège bien.", "Eau claire"],
    [5, "Les coupures d'eau à Nagrin, on ne les sent plus."],
    [4, "Bon réservoir, le couvercle ferme fort. Vérifiez la dalle, la mienne penchait."],
    [3, "Cuve sérieuse, mais le piquage du bas est un peu haut, il reste toujours dix litres au fond."],
  ],
  "AQU-RES-2000": [
    [5, "Pour mon poulailler de 800 sujets, deux jours de réserve."],
    [4, "Épais, ne gonfle pas quand il est plein. Le robinet de vidange est un peu petit."],
  ],
  "AQU-RES-500H": [
    [4, "Je vends l'eau avec, attaché sur le tricycle. Il ne roule pas."],
    [5, "Entré sous l'escalier au centimètre près."],
  ],
  "AQU-LAC-55": [
    [5, "Blanc éclatant, la colonne cache bien les tuyaux."],
    [4, "Bel ensemble. Emballage solide, arrivé entier à Banfora."],
  ],
  "AQU-LMA-36": [
    [4, "Parfait pour le coin de mon salon de coiffure, la porte s'ouvre entièrement."],
    [3, "Petit, donc ça éclabousse. Il faut un robinet au bec court.", "Choisir le bon robinet"],
  ],
  "AQU-EVI-120": [
    [5, "L'inox est épais, les marmites ne le bosselent pas."],
    [4, "Très bien, le siphon double est compris. Le plan de travail doit être découpé juste."],
  ],
  "AQU-WCP-H": [
    [5, "Complet comme promis, mon plombier n'a rien acheté d'autre.", "Tout compris"],
    [5, "La petite chasse suffit le plus souvent, le château tient plus longtemps."],
    [4, "Bon WC. L'abattant aurait pu être plus lourd."],
    [
      2,
      "Un éclat sur le pied de la cuvette à l'ouverture du carton. Échangé au bout d'une semaine, un peu long.",
    ],
  ],
  "AQU-WCT-60": [
    [4, "Installé dans l'école du quartier, facile à rincer au seau."],
    [5, "Robuste, les repose-pieds ne glissent pas mouillés."],
  ],
  "AQU-MEC-36": [
    [
      5,
      "Le WC coulait jour et nuit, réparé en vingt minutes sans plombier. Les images de la notice suffisent.",
      "Facile",
    ],
    [4, "S'adapte bien, j'ai dû raccourcir la tige."],
  ],
  "AQU-COD-20": [
    [5, "À la maison on parle d'hôtel. La barre s'est réglée sous un plafond bas."],
    [4, "Belle pluie à condition d'avoir un bar de pression. J'ai ajouté un surpresseur."],
    [3, "Jolie, mais la pomme goutte encore cinq minutes après la fermeture.", "Goutte un peu"],
  ],
  "AQU-DOU-5": [
    [4, "Le jet massage réveille. Flexible solide."],
    [5, "Changée en deux minutes, sans clé."],
    [4, "Même avec peu de pression elle rince bien."],
    [3, "Le support mural tourne avec le poids du flexible. La douchette, rien à dire."],
  ],
  "AQU-MIN-H": [
    [5, "Avec une vasque ronde, ma salle d'eau fait la jalousie des visiteurs."],
    [4, "Beau noir, les gouttes sèches se voient un peu. Un coup de chiffon."],
  ],
  "AQU-CHE-55": [
    [5, "L'eau tiède à six heures du matin en janvier, j'attendais ça depuis longtemps."],
    [4, "Bien, à condition d'avoir tiré un câble de 6 comme indiqué."],
  ],
};
