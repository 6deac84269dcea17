/** Reviews of the electrical and solar goods, by the reference of the product. */
import type { ReviewsByReference } from "#supabase/seed/data/types.ts";

export const electriciteReviews: ReviewsByReference = {
  "VOL-FIL-15": [
    [5, "Cuivre plein, il se tord sans casser. Ça change des fils cuivrés du marché.", "Du vrai cuivre"],
    [4, "Bonne couronne. J'avais demandé du bleu en note, j'ai bien reçu du bleu."],
  ],
  "VOL-FIL-25": [
    [5, "Pesé devant le livreur : 2,9 kg. Je reprendrai ici."],
    [5, "Glisse bien dans le tube orange, on tire à trois fils sans talc."],
    [4, "Bon fil, le prix a monté depuis l'an passé mais c'est partout."],
  ],
  "VOL-SOU-315": [
    [4, "J'ai fabriqué huit rallonges pour les fêtes, elles restent souples."],
    [
      3,
      "Bon câble mais le touret en carton s'est ouvert dans la voiture, tout s'est emmêlé.",
      "Touret fragile",
    ],
  ],
  "SOL-CAB-6": [
    [5, "Installé sur dix panneaux, aucune chute de tension gênante. Les MC4 offerts sont bons."],
    [4, "Câble sérieux. Vingt-cinq mètres de chaque, ça va vite sur un grand toit."],
  ],
  "VOL-BRA-16": [
    [4, "Coupé à la bonne longueur, 38 m tout juste."],
    [5, "L'agent l'a accepté sans discuter pour le branchement."],
  ],
  "VOL-DIS-16": [
    [5, "Il déclenche quand il faut, j'ai essayé avec un court-circuit volontaire."],
    [4, "Bornes larges, on y met deux fils de 2,5 sans lutter."],
    [4, "Bon disjoncteur au prix d'un bricolage. Merci."],
  ],
  "VOL-DIF-40": [
    [
      5,
      "Mon frigo donnait des châtaignes depuis des mois, le différentiel l'a coupé dès le premier jour. J'ai compris.",
      "Il protège vraiment",
    ],
    [4, "Le bouton T fonctionne, à essayer tous les mois comme ils disent."],
  ],
  "SOL-DCC-63": [
    [5, "On le trouve rarement au marché en vrai continu. Bien reçu, bien marqué."],
    [4, "Fait ce qu'on attend entre batterie et onduleur."],
  ],
  "VOL-PRI-16": [
    [4, "Les bornes sans vis font gagner du temps, trente prises dans la journée."],
    [5, "Mon petit de deux ans ne peut plus y mettre un clou.", "Sécurité enfant"],
    [3, "Bonne prise, le blanc est un peu jaune à côté de mes interrupteurs d'une autre série."],
  ],
  "VOL-INT-VV": [
    [5, "Va-et-vient d'escalier fait en suivant le dessin derrière le boîtier."],
    [4, "Le clic est franc. Correct pour le prix."],
  ],
  "VOL-MUL-6": [
    [
      5,
      "Foudre tombée tout près en septembre : la multiprise est morte, mon ordinateur non.",
      "Elle a sauvé mon PC",
    ],
    [4, "Interrupteurs séparés très utiles. Les voyants éclairent fort la nuit."],
    [4, "Bien pour le cybercafé, j'en ai pris cinq."],
  ],
  "VOL-ENR-40": [
    [
      5,
      "Sur le chantier la coupure thermique a sauté une fois parce qu'on n'avait pas déroulé. Donc elle marche.",
    ],
    [4, "Solide mais lourd, la manivelle grince."],
  ],
  "LUM-AMP-9": [
    [5, "Douze dans la maison depuis six mois, aucune de grillée malgré les variations."],
    [4, "Lumière bien blanche. Le crédit du Cash Power dure plus longtemps.", "Moins de courant"],
    [5, "Prix correct pour une ampoule qui ne clignote pas."],
    [2, "Une sur les quatre n'a pas tenu deux semaines. On me l'a changée mais il a fallu se déplacer."],
  ],
  "LUM-AMR-12": [
    [
      5,
      "Le courant coupe, elle reste allumée. Mes élèves à la maison peuvent finir leurs devoirs.",
      "Pour les enfants qui étudient",
    ],
    [5, "Avec le crochet on la prend pour aller à la douche dehors, très malin."],
    [4, "Quatre heures au début, plutôt trois maintenant."],
    [4, "Bonne idée bien réalisée."],
  ],
  "LUM-AML-7": [
    [5, "Partagées entre trois voisines, ça revient à 650 l'ampoule. La teinte est douce."],
    [4, "Bon lot, je les croyais un peu plus fortes."],
    [4, "Toutes fonctionnent. L'étui en carton évite la casse."],
  ],
  "LUM-REG-18": [
    [4, "Ma boutique est éclairée comme en plein jour avec deux réglettes."],
    [5, "Plus de starter à changer, enfin."],
    [3, "Les clips de fixation sont minces, un s'est cassé au montage."],
  ],
  "LUM-PAN-24": [
    [5, "Faux plafond du salon, six panneaux, rendu très propre."],
    [
      4,
      "Mesurez bien la découpe : 28,5 et pas 30. Je me suis fait avoir sur le premier.",
      "Attention à la découpe",
    ],
  ],
  "LUM-PRJ-50": [
    [5, "Toute la cour est claire, les vols de poules sont finis."],
    [4, "Étanche, il a passé l'hivernage sans eau dedans. Câble trop court à mon goût."],
    [4, "Bonne lumière, il attire les insectes comme tous."],
    [2, "Il a lâché au quatrième mois. Échangé, mais j'ai attendu dix jours.", "Échangé quand même"],
  ],
  "LUM-PRS-200": [
    [5, "Au village, il éclaire la cour familiale jusqu'à l'appel du matin.", "Toute la nuit"],
    [4, "La télécommande marche à huit mètres, pas plus. La lampe est bonne."],
    [
      3,
      "Ce n'est pas un vrai 200 W, la fiche le dit d'ailleurs honnêtement. Pour une petite cour c'est suffisant.",
    ],
    [5, "J'apprécie que la vraie puissance soit écrite. Posé à Tenkodogo en une heure."],
  ],
  "LUM-PRT-60": [
    [4, "On finit les dalles à 20 h maintenant. Le pied est stable."],
    [5, "Loué pour les veillées, il me rapporte."],
  ],
  "SOL-PAN-450": [
    [
      5,
      "Six panneaux sur mon toit à Bobo, ils donnent 12 à 13 kWh par jour en novembre.",
      "La production est là",
    ],
    [5, "Verre bien propre, cadre droit, étiquette conforme. Mon technicien a mesuré 48,9 V à vide."],
    [4, "Bons panneaux. Emballés avec des coins en carton, aucun cassé sur huit."],
    [4, "Nettoyez-les, vraiment. J'ai perdu presque un quart avec la poussière."],
  ],
  "SOL-PAN-200": [
    [4, "Il charge ma batterie de 100 Ah en une journée et demie de beau temps."],
    [5, "Léger, je l'ai monté sans aide sur la tôle."],
    [4, "Convient pour télé et trois lampes. Pas plus."],
    [2, "Un connecteur était desserré dès le départ, j'ai perdu une semaine à chercher la panne."],
  ],
  "SOL-PAN-330": [
    [4, "Un peu moins moderne mais le prix au watt est intéressant pour ma pompe."],
    [3, "Deux cadres sur six étaient légèrement rayés. Ils produisent, donc je garde.", "Quelques rayures"],
  ],
  "SOL-BAG-200": [
    [
      5,
      "Deux ans que mes deux premières tiennent, j'en ajoute deux. Date de fabrication récente sur l'étiquette.",
    ],
    [4, "Lourde ! Il faut deux personnes. Elle tient bien la nuit."],
    [
      2,
      "Elle est descendue vite la première semaine. Le technicien a dit que mon régulateur était mal réglé pour le gel. Depuis le réglage ça va mieux.",
      "À bien régler",
    ],
  ],
  "SOL-BAG-100": [
    [4, "Bonne petite batterie pour trois lampes, la télé et la recharge."],
    [5, "Reçue chargée à 12,8 V. Sérieux."],
  ],
  "SOL-BAL-12": [
    [5, "Je l'ai portée d'une main sur le toit, mes deux gel faisaient 60 kilos."],
    [4, "Cher à l'achat mais elle se charge en trois heures, c'est le jour et la nuit."],
  ],
  "SOL-OND-5": [
    [
      5,
      "Pendant les délestages, seuls les voisins savent que le courant est coupé. Mon ordinateur ne s'éteint même pas.",
      "On ne sent plus les coupures",
    ],
    [5, "Installé avec dix panneaux et une batterie lithium à Ouaga 2000. Les menus sont clairs."],
    [4, "Excellent appareil. Le ventilateur s'entend, ne le mettez pas dans la chambre."],
    [4, "Le suivi sur téléphone est pratique quand on voyage, il perd parfois le Wi-Fi."],
  ],
  "SOL-OND-3": [
    [5, "Frigo, télé, quatre brasseurs : il ne bronche pas avec 2 kW de panneaux."],
    [4, "Bon choix pour une petite famille. Écran en français, merci."],
    [
      3,
      "Il coupe quand on lance le mixeur et le fer ensemble. C'est la limite, il faut prendre le 5 kVA pour ça.",
    ],
  ],
  "VOL-CNV-1000": [
    [4, "Alimente ma sono de mariage sur la batterie du pick-up, sans bourdonnement."],
    [5, "Le chargeur du portable ne chauffe plus comme avec mon ancien convertisseur.", "Vrai sinus"],
  ],
  "VOL-OIN-1000": [
    [4, "Douze minutes avec deux postes, on a le temps d'enregistrer."],
    [5, "La régulation marche bien, il ne passe plus sur batterie à chaque baisse."],
    [3, "Correct, mais l'alarme est très forte et on ne peut pas la couper facilement."],
  ],
  "LUM-BRA-140": [
    [5, "Cinq posés dans la maison, zéro bruit, zéro balancement.", "Silencieux"],
    [5, "Enfin un moteur en cuivre. Le vieux avait brûlé en une saison."],
    [4, "Bon souffle. La tige est un peu courte pour un plafond haut."],
    [4, "Le variateur a cinq vraies vitesses."],
    [3, "Bon moteur. Une pale était tordue, il balançait jusqu'à ce que je la redresse."],
  ],
  "LUM-BRL-130": [
    [4, "Très joli au salon, la télécommande règle tout depuis le fauteuil."],
    [3, "Beau, mais le montage m'a pris l'après-midi et la notice est en anglais.", "Montage long"],
  ],
  "LUM-VEN-18": [
    [5, "Il rafraîchit toute la salle de couture, nous sommes huit machines."],
    [4, "Puissant. À fond il fait du bruit, en deuxième vitesse c'est bien."],
  ],
  "VOL-TAB-12": [
    [4, "Tableau propre, les borniers sont bien placés."],
    [5, "Mon électricien a fini la maison de trois pièces en une matinée."],
  ],
  "VOL-TAB-24E": [
    [
      5,
      "Déjà câblé, on raccorde et on ferme. Le schéma dans la porte est une très bonne chose.",
      "Un vrai gain de temps",
    ],
    [4, "Travail soigné. J'aurais aimé un deuxième 32 A pour la cuisinière."],
  ],
  "VOL-COF-8": [
    [4, "Dehors sous la pluie depuis juillet, sec à l'intérieur."],
    [5, "Parfait pour ma pompe au fond du champ."],
  ],
  "VOL-PRT-63": [
    [5, "Posé en tête de tableau. L'affichage montre qu'on monte à 258 V la nuit, je comprends mes pannes."],
    [4, "Réglages faciles. J'ai mis trois minutes de retard pour le climatiseur."],
  ],
  "LUM-BRS-120": [
    [
      5,
      "Chez ma mère au village il tourne toute la nuit sur la batterie du kit.",
      "Le village dort au frais",
    ],
    [5, "Consomme presque rien et souffle vraiment."],
    [3, "Bon ventilateur, mais la télécommande ne passe pas d'une pièce à l'autre."],
  ],
  "SOL-PAN-550": [
    [4, "Grand panneau, il en faut moins sur le toit. Deux hommes pour le lever."],
    [5, "Sur sable clair je mesure 7 % de plus que mes anciens, le dos travaille."],
  ],
};
