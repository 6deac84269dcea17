/** Reviews of the electric tools, by the reference of the product. */
import type { ReviewsByReference } from "#supabase/seed/data/types.ts";

export const outilsElectriquesReviews: ReviewsByReference = {
  "SAH-PER-750": [
    [
      5,
      "J'ai percé tout le mur de ma boutique à Karpala, parpaing et chaînage, elle n'a pas chauffé. Bon achat.",
      "Elle fait le travail",
    ],
    [4, "Puissante pour le prix. Le mandrin à clé est un peu dur au début, après une semaine ça va."],
    [5, "Deuxième que je prends, la première tourne toujours depuis 2023 avec mes apprentis."],
    [
      3,
      "La percussion est bonne mais le câble de 3 m, chez moi, n'arrive pas jusqu'à la prise. J'ai ajouté une rallonge.",
    ],
  ],
  "PRO-PER-1050": [
    [
      5,
      "Je pose des climatiseurs toute la semaine. Trou de 20 dans le béton sans forcer, et l'embrayage m'a déjà sauvé le poignet une fois.",
      "Pour les vrais travaux",
    ],
    [4, "Très bonne machine, un peu lourde quand on travaille au plafond."],
  ],
  "TEN-PER-500": [
    [5, "Légère ! Pour l'aluminium c'est ce qu'il faut, je perce mes profilés sans trembler."],
    [4, "Bien pour le bois et la tôle. Ne demandez pas de percer le béton avec, c'est marqué d'ailleurs."],
    [
      2,
      "Je croyais qu'elle avait la percussion, j'aurais dû lire. Pour accrocher mes rideaux dans le mur elle n'avance pas.",
      "Pas pour le mur",
    ],
  ],
  "PRO-PCO-550": [
    [
      5,
      "Mon atelier de Gounghin a changé de niveau. Les trous sont droits, même dans le fer plat de 8.",
      "Précise",
    ],
    [4, "Stable une fois fixée à l'établi. La notice n'est pas claire pour la courroie, mais on comprend."],
  ],
  "SAH-VIS-20": [
    [5, "Les deux batteries, c'est le grand plus. Pendant le délestage je continue à monter mes meubles."],
    [
      5,
      "Reçue à Bobo en deux jours, bien emballée. Le couple est bien réglable, elle n'arrache pas les vis.",
      "Très bon achat",
    ],
    [4, "Autonomie correcte, environ 150 vis de 40 par batterie chez moi."],
    [4, "La mallette est fragile au niveau des charnières, la machine elle-même est top."],
    [
      1,
      "Une des deux batteries ne chargeait pas. Remplacée sans discuter, mais j'ai fait deux fois la route depuis Kombissiri.",
      "Batterie en panne à l'arrivée",
    ],
  ],
  "TEN-VIS-12": [
    [5, "Petite mais costaud. Je l'ai toujours dans mon sac d'électricien pour les tableaux."],
    [4, "Bonne visseuse de dépannage, dommage qu'il n'y ait qu'une batterie."],
    [3, "Ça visse bien mais le chargeur chauffe beaucoup. Je le débranche dès que c'est vert."],
  ],
  "PRO-CAC-320": [
    [
      5,
      "Les roues du Hiace se desserrent en dix secondes chacune. Fini de sauter sur la croix.",
      "Un bonheur au garage",
    ],
    [4, "Elle tient bien la charge. J'aurais voulu la douille de 24 dans la boîte."],
  ],
  "PRO-MEU-900": [
    [
      5,
      "Celle que tous les soudeurs de mon yaar ont prise après moi. Elle démarre, elle coupe, rien à dire.",
    ],
    [5, "Bon équilibre, l'interrupteur ne se coince pas avec la limaille comme sur mon ancienne."],
    [4, "Le disque offert est moyen, prenez-en d'autres tout de suite. Machine impeccable."],
    [3, "Elle vibre un peu à vide. En coupe ça passe."],
  ],
  "PRO-MEU-2200": [
    [
      5,
      "On coupe les HA 14 par trois. Le démarrage progressif ne fait pas sauter mon groupe de 5 kVA.",
      "Sérieuse",
    ],
    [4, "Lourde, il faut des bras. Mais pour le fer c'est ça même."],
    [4, "La poignée tournante est pratique, on ne se tord plus la main."],
  ],
  "SAH-MEU-650": [
    [4, "Pour enlever la rouille du portail avec la brosse, très bien."],
    [5, "Prix imbattable, je l'ai comparée à Sankariaré, ici c'est moins cher et avec facture."],
    [
      2,
      "Bien pour bricoler, mais en coupe continue elle chauffe au bout de dix minutes et il faut la laisser reposer.",
      "Pas pour le chantier",
    ],
  ],
  "SAH-SCI-1400": [
    [5, "Elle débite le bois rouge de 6 sans s'arrêter. La lame d'origine coupe bien net."],
    [4, "Bonne scie. Le guide parallèle a un petit jeu, je mets une règle à la place."],
  ],
  "PRO-SCI-1800": [
    [
      5,
      "Nos bastaings de 8 passent en une fois, on a gagné deux jours sur la charpente de Kaya.",
      "Gain de temps énorme",
    ],
    [4, "Costaude et bien protégée. Elle pèse, c'est normal."],
  ],
  "PRO-SRO-255": [
    [5, "Les coupes d'onglet des plinthes ferment parfaitement, mes clients ne voient plus le joint."],
    [
      4,
      "Le laser était décalé d'un millimètre, il se règle avec deux vis. Depuis, c'est précis.",
      "Régler le laser au début",
    ],
  ],
  "TEN-MSC-600": [
    [4, "J'ai recoupé douze portes en place après la pose du carrelage. Sans elle il fallait tout démonter."],
    [5, "Petite scie maligne. Le disque diamant coupe la faïence proprement."],
  ],
  "SAH-SSA-650": [
    [5, "Découpe d'évier réussie du premier coup, et pourtant ce n'est pas mon métier."],
    [4, "Coupe bien, elle dévie un peu dans l'épais si on pousse trop vite."],
    [4, "Le changement de lame sans clé, on s'habitue vite."],
    [3, "Correcte pour le contreplaqué. Dans le bois rouge de 6, elle peine et la lame chauffe."],
  ],
  "PRO-SSA-800": [
    [
      5,
      "Vingt-cinq ans de menuiserie et c'est la première sauteuse qui me donne un chant d'équerre dans du 80.",
      "La meilleure de mon atelier",
    ],
    [4, "Chère mais juste. Les dix lames du coffret sont de bonne qualité."],
  ],
  "SAH-PON-350": [
    [5, "Mes portes vernies n'ont plus de rayures. Le bac ramasse presque toute la poussière."],
    [4, "Très maniable. Les disques partent vite, il faut en racheter avec."],
  ],
  "PRO-PBA-900": [
    [
      4,
      "Attention, elle avale le bois ! Il faut la tenir à plat. Sinon, plateau de table refait en une heure.",
    ],
    [
      3,
      "Efficace mais bruyante, et les bandes 75 × 533 ne se trouvent pas partout à Ouahigouya.",
      "Prévoir les bandes",
    ],
  ],
  "TEN-PVI-240": [
    [4, "Avec une feuille à 200 F coupée en trois on ponce tout un volet. Économique."],
    [5, "Légère, on travaille le bras levé sans fatiguer."],
    [3, "Les pinces lâchent la feuille de temps en temps, il faut bien tendre."],
  ],
  "PRO-PRF-850": [
    [
      5,
      "Saignées d'une villa de quatre pièces en trois jours, sans aide. Les burins fournis sont bons.",
      "Indispensable à l'électricien",
    ],
    [5, "Perce le poteau en béton sans que je m'appuie dessus. Ça change de ma vieille perceuse."],
    [4, "Bonne frappe. Penser à graisser le foret, on l'oublie souvent."],
  ],
  "SAH-PRF-1500": [
    [5, "À ce prix avec le mandrin en plus, on ne trouve pas mieux à Ouaga."],
    [4, "Il démolit le carrelage comme du biscuit. Les bras travaillent aussi, il fait ses cinq kilos."],
    [
      3,
      "Bonne puissance mais la mallette est arrivée fendue. Le service client a répondu le jour même.",
      "Machine oui, mallette non",
    ],
  ],
  "PRO-MPI-45": [
    [5, "Loué trois fois avant de l'acheter. Rentabilisé en deux chantiers de puits perdus."],
    [
      4,
      "Il faut vraiment un groupe de 5 kVA, avec 3 il ne démarre pas. Merci pour l'information sur la fiche.",
    ],
  ],
  "FER-PAS-160": [
    [
      5,
      "À Saaba le courant tombe à 180 V le soir et il soude quand même. Mes grilles avancent.",
      "Même quand le courant est faible",
    ],
    [5, "Petit, léger, la baguette de 3,2 fond bien. Les câbles sont en vrai cuivre, j'ai gratté pour voir."],
    [4, "Bon poste. Les deux mètres de câble, c'est court, j'ai fait rallonger à quatre."],
    [5, "Mon fils qui apprend le métier ne colle plus la baguette."],
  ],
  "FER-PAS-250": [
    [5, "On soude huit heures par jour avec. Le ventilateur tourne fort mais la machine reste tiède."],
    [4, "Belle soudure en baguette de 4. Il demande un bon disjoncteur."],
  ],
  "SAH-PAS-120": [
    [4, "Pour réparer mes lits métalliques et ma charrette, largement suffisant."],
    [
      2,
      "Il se met en sécurité après six ou sept baguettes, il faut attendre dix minutes. Pour un atelier c'est trop juste.",
      "Seulement pour bricoler",
    ],
  ],
  "SAH-GEL-3": [
    [
      5,
      "Congélateur, télé, ventilateurs : tout tient pendant les coupures. Il consomme environ six litres la nuit.",
      "Le maquis ne s'arrête plus",
    ],
    [4, "Démarre à la deuxième tirée. Un peu bruyant pour la cour commune."],
    [4, "Bon rapport qualité-prix. Faites la première vidange à vingt heures comme dit le papier."],
  ],
  "PRO-GEL-65": [
    [
      5,
      "Il porte le climatiseur du bureau et les six ordinateurs. La clé, c'est un confort quand le gardien est âgé.",
    ],
    [4, "Costaud. Il faut être deux pour le monter dans la voiture malgré les roues."],
  ],
  "TEN-GEL-950": [
    [4, "Mon kiosque de nuit a trois ampoules et la recharge des téléphones, il fait ça sans problème."],
    [3, "Il fume un peu si on exagère l'huile. Dosez bien à deux pour cent.", "Attention au mélange"],
    [5, "Facile à réparer, la bougie se trouve partout. Je l'emmène au village à chaque fête."],
  ],
  "PRO-COM-50": [
    [5, "Je peins des voitures à Larlé, l'air sort régulier, pas de crachats."],
    [4, "Monte vite à 8 bars. Pensez à purger l'eau le soir, surtout en août."],
  ],
  "TEN-COM-12": [
    [
      5,
      "Crevaison lente sur la route de Fada, il m'a ramené à la maison. Il reste dans la voiture maintenant.",
      "Sauvé sur la route",
    ],
    [4, "Six minutes par pneu comme annoncé. Il fait du bruit, bon, c'est un compresseur."],
    [4, "Les pinces de batterie sont mieux que la prise allume-cigare chez moi."],
    [2, "Le tuyau d'air est trop court, il faut avancer la voiture pour faire les roues arrière."],
  ],
  "PRO-VIC-180": [
    [
      5,
      "Couvert un hangar de 200 m² en une journée, elle visse dans la panne sans forcer sur le poignet.",
      "Faite pour la tôle",
    ],
    [4, "Beaucoup de bruit, c'est le principe du choc. Puissance énorme pour sa taille."],
  ],
  "SAH-GEI-2": [
    [5, "Utilisé au mariage de ma nièce, personne ne savait qu'il y avait un groupe derrière la tente."],
    [4, "Silencieux et propre pour l'ordinateur. Le réservoir est petit, prévoir un bidon."],
  ],
};
