/** Reviews of the garden goods, by the reference of the product. */
import type { ReviewsByReference } from "#supabase/seed/data/types.ts";

export const jardinageReviews: ReviewsByReference = {
  "TEN-TUY-19": [
    [5, "Cinquante mètres sans un pli, le débit est bon jusqu'au fond du jardin.", "Ne se plie pas"],
    [4, "Lourd à traîner mais très résistant."],
    [4, "Pas d'algues dedans, l'ancien transparent était tout vert."],
  ],
  "TEN-TUY-15K": [
    [4, "Le kit est complet, on arrose dix minutes après l'ouverture."],
    [3, "Le tuyau est bon, un des raccords fuyait un peu. Un joint et c'est réglé."],
    [5, "Parfait pour ma cour et laver la moto."],
  ],
  "AQU-TPL-2": [
    [5, "Derrière ma motopompe, 50 m d'un coup, et on roule tout dans la brouette.", "Pratique au champ"],
    [4, "Résiste bien aux cailloux. Le collier n'est pas fourni."],
  ],
  "TEN-ARR-10": [
    [5, "L'anse est bien placée, je porte moins sur le dos."],
    [4, "La pomme se débouche facilement."],
    [4, "Plastique épais, il est tombé plusieurs fois sans se fendre."],
  ],
  "KOU-ARR-12": [
    [5, "Le vrai arrosoir de mon père. La pluie est fine, les semis ne se couchent pas.", "Comme autrefois"],
    [4, "Beau travail de soudure, un peu lourd plein."],
  ],
  "TEN-ARM-15": [
    [5, "Au barrage on fait trois planches de plus le matin avec ces deux-là."],
    [3, "Quinze litres de chaque côté, c'est pour les costauds. Mes filles n'arrivent pas à les porter."],
  ],
  "TEN-ARI-2": [
    [4, "Mignon et utile pour les pots de la terrasse."],
    [5, "Le long bec ne déplace pas la terre des semis."],
  ],
  "KOU-PEL-R": [
    [5, "Douille longue, le manche n'a pas cassé malgré les apprentis.", "Elle tient le coup"],
    [4, "Bonne pelle, la lame ne se tord pas dans la latérite."],
    [4, "On en a pris six pour le chantier, toutes pareilles, bonnes."],
    [3, "La lame est bonne, le manche avait des échardes. Un coup de papier de verre et c'est réglé."],
  ],
  "KOU-PEL-C": [
    [4, "Large, le mortier se gâche vite."],
    [5, "La lame racle bien le sol sans accrocher."],
  ],
  "KOU-DAB-1": [
    [5, "On sent le travail du forgeron. Elle entre seule dans la terre.", "Bien forgée"],
    [5, "Pour le zaï, le poids est juste."],
    [4, "Manche bien choisi. J'ai resserré la lame après une semaine."],
  ],
  "TEN-PIO-25": [
    [4, "Elle casse la cuirasse. Suivez le conseil de mouiller le manche la veille."],
    [
      2,
      "Le manche s'est fendu au troisième jour. Le fer est bon, j'ai mis un manche du village.",
      "Manche faible",
    ],
  ],
  "TEN-BRO-90": [
    [5, "Deux sacs de ciment sur les planches, elle ne penche pas."],
    [4, "Montage en vingt minutes. Gonflez la roue avant le premier voyage."],
    [4, "Caisse bien épaisse, pas de soudure qui lâche."],
    [
      3,
      "Bonne brouette, crevée au bout d'une semaine par une pointe. La prochaine fois je prends la roue pleine.",
    ],
  ],
  "FER-BRO-110": [
    [5, "Zéro crevaison depuis trois mois de béton.", "La roue pleine, oui"],
    [4, "Plus dure à pousser dans le sable, mais increvable."],
  ],
  "TEN-ROU-400": [
    [4, "Va sur ma vieille brouette avec la bague de 16."],
    [5, "Moins cher que trois réparations de chambre à air."],
  ],
  "KOU-SEC-21": [
    [5, "Coupe nette sur mes rosiers et les jeunes manguiers."],
    [4, "La lame se démonte, je l'affûte à la pierre chaque mois.", "Affûtable"],
    [4, "Bien en main, le verrou ne s'ouvre pas dans la poche."],
  ],
  "KOU-CIS-55": [
    [4, "La haie est droite. Les butées évitent les chocs dans les bras."],
    [3, "Coupe bien le tendre, pour les tiges de plus d'un doigt il faut le sécateur."],
  ],
  "TEN-COU-45": [
    [4, "Affûté d'origine, on peut travailler tout de suite."],
    [5, "Léger et souple, il revient bien."],
  ],
  "TEN-PUL-16": [
    [
      5,
      "Un hectare de coton par jour à deux personnes. Les bretelles ne coupent pas l'épaule.",
      "Bon pour le coton",
    ],
    [4, "Quatre buses bien marquées. La pompe se démonte pour graisser."],
    [4, "Les joints de rechange se trouvent, c'est important chez nous."],
    [2, "La soupape a fui au bout de deux semaines. Le joint de rechange coûte 200 F, mais quand même."],
  ],
  "SAH-PUB-16": [
    [5, "Plus de levier à pomper, le soir mon bras est normal."],
    [4, "La batterie tient presque toute la journée. Temps de charge long, la nuit entière."],
    [3, "Bon appareil, mais le bouchon laisse couler quelques gouttes dans le dos quand il est plein."],
  ],
  "TEN-PUL-5": [
    [4, "Poulailler désinfecté en une pompée et demie."],
    [5, "Simple et solide, la soupape rassure."],
  ],
  "TEN-PUL-1": [
    [4, "La buse en laiton ne se bouche pas au savon noir."],
    [5, "Trois pour la couture et un pour les plantes."],
  ],
  "AQU-GAG-500": [
    [
      5,
      "Deux fûts de 200 litres et mes piments ont de l'eau partout pareil. La main-d'œuvre a baissé de moitié.",
      "Moins d'eau, moins de bras",
    ],
    [4, "Bonne qualité de gaine. Nettoyez le filtre chaque semaine sinon ça se bouche."],
  ],
};
