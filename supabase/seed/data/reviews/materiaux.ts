/** Reviews of the building materials, by the reference of the product. */
import type { ReviewsByReference } from "#supabase/seed/data/types.ts";

export const materiauxReviews: ReviewsByReference = {
  "BAT-CIM-45": [
    [
      5,
      "Ciment frais, pas un sac dur sur les quarante. Le maçon a fait la dalle le lendemain.",
      "Sacs bien frais",
    ],
    [5, "Le même prix que devant le dépôt, mais livré au chantier à Tampouy. Je ne me fatigue plus."],
    [4, "Bonne qualité. Deux sacs percés au déchargement, ils ont été notés sur le bon."],
    [4, "Décoffrage des poteaux à deux jours sans problème."],
  ],
  "BAT-CIM-35": [
    [5, "Pour le crépi il est plus doux à travailler que le 45, mon maçon ne veut plus que ça."],
    [4, "Correct, prise tranquille même à 40 degrés."],
    [
      3,
      "Le ciment est bon mais la livraison est arrivée à 18 h, il faisait nuit pour ranger cinquante sacs.",
      "Livraison tardive",
    ],
  ],
  "BAT-CIM-BL25": [
    [5, "Bien blanc, mes claustras ressemblent à celles du magazine."],
    [4, "Beau rendu pour le granito. Cher, mais on n'en met pas beaucoup."],
  ],
  "BAT-CIM-PR5": [
    [5, "J'ai bouché l'eau qui entrait dans le puits en cinq minutes, incroyable.", "Rapide, vraiment"],
    [
      3,
      "Il durcit trop vite si on n'a pas l'habitude, j'ai perdu la première gâchée. Faire de très petites quantités.",
    ],
  ],
  "BAT-MCO-25": [
    [4, "Les carreaux ne glissent pas sur le mur. Un sac m'a fait un peu moins de cinq mètres carrés."],
    [5, "Collé ma cuisine il y a un an, rien n'a bougé."],
  ],
  "FER-HA-10": [
    [5, "J'ai pesé la barre : 7,4 kg. Enfin du fer qui ne triche pas.", "Vrai HA 10"],
    [5, "Plié, redressé, pas de fissure. Mon ferrailleur de Zorgho était étonné."],
    [4, "Bon fer, un peu de rouille de surface sur deux barres mais c'est normal."],
  ],
  "FER-HA-8": [
    [5, "Le diamètre est juste, contrôlé au pied à coulisse devant le livreur."],
    [4, "Correct pour les chaînages de ma clôture. Les bottes étaient bien attachées."],
  ],
  "FER-HA-12": [
    [5, "Commandé 60 barres pour les poteaux d'un R+1, le compte y était et les étiquettes aussi."],
    [4, "Qualité là. Prévoyez du monde pour décharger, douze mètres ça ne tourne pas dans toutes les rues."],
  ],
  "FER-RL-6": [
    [4, "Se plie facilement à la griffe, on a fait 300 cadres sans casser."],
    [3, "Quelques barres étaient un peu tordues en arrivant, il a fallu redresser.", "À redresser"],
  ],
  "FER-TRS-150": [
    [5, "La dalle du garage ferraillée en une heure à deux. Je ne reviens plus au fer attaché à la main."],
    [4, "Solide. Prenez une cisaille pour les découpes, la meuleuse brûle les soudures."],
  ],
  "BAT-PAR-15": [
    [4, "Blocs bien d'équerre, moins de mortier dans les joints. Onze cassés sur cinq cents."],
    [5, "Ça sonne clair quand on les cogne, c'est bon signe. On voit qu'ils ont été arrosés.", "Bien curés"],
    [
      3,
      "Bons blocs mais une partie était encore humide, donc lourde. J'ai attendu deux jours avant de monter.",
    ],
  ],
  "BAT-PAR-20": [
    [5, "Pour ma clôture de 2,50 m à Ouaga 2000, très stables. Les fers passent bien dans les trous."],
    [4, "Costauds, un peu rugueux pour les mains. Mettez des gants."],
  ],
  "BAT-PAV-6": [
    [5, "La cour ne fait plus de boue en hivernage. Le voisin a commandé aussi.", "Fini la boue"],
    [4, "Teinte régulière. Comptez 5 % de plus pour les coupes en bordure."],
  ],
  "BAT-TON-25": [
    [4, "Pour le magasin de mil c'est suffisant. Ne marchez pas dessus entre les pannes."],
    [3, "Un peu fine pour l'habitation, ça résonne fort sous la pluie. Pour un hangar ça va."],
    [5, "Feuilles droites et sans rayures, bien séparées par du papier."],
  ],
  "BAT-BAC-35": [
    [5, "Il fait nettement moins chaud dans la chambre qu'avec l'ancienne galva.", "Moins de chaleur"],
    [4, "Pose rapide, les nervures s'emboîtent bien. Livraison à Koudougou sans une bosse."],
    [3, "Bonnes tôles mais il manquait quatre feuilles sur trente, complétées trois jours après."],
  ],
  "BAT-BPL-40": [
    [5, "La couleur est exactement celle de la photo et la toiture tire l'œil depuis la route."],
    [4, "Belle tôle. Pensez à enlever le film avant de laisser au soleil, sinon il colle."],
  ],
  "FER-TNO-15": [
    [5, "Bien plane, elle se soude propre. J'en ai fait un portail à deux vantaux."],
    [4, "Bonne épaisseur, je l'ai mesurée à 1,48."],
  ],
  "BAT-CGC-60": [
    [
      5,
      "Salon de 32 m² posé à Dassasgho, pas un carreau voilé. Le carreleur a apprécié les bords.",
      "Très plat",
    ],
    [5, "La couleur sable cache la poussière, c'est exactement ce que je cherchais."],
    [4, "Beau carreau. Prenez deux cartons de plus, la teinte peut changer d'un arrivage à l'autre."],
  ],
  "BAT-FAI-25": [
    [4, "Blanc simple et propre, se coupe bien à la carrelette."],
    [5, "J'en ai repris six mois après, même blanc, ouf."],
  ],
  "BAT-CAD-40": [
    [5, "Ma mère ne glisse plus dans la douche.", "Antiglisse pour de vrai"],
    [3, "Il accroche bien le pied, mais il accroche aussi la saleté. À brosser chaque semaine."],
  ],
  "NAA-ACR-25": [
    [5, "Deux couches et le vert de l'ancien locataire a disparu. Pas d'odeur.", "Couvre bien"],
    [4, "Rendement annoncé respecté sur enduit. Sur crépi nu il en faut plus."],
    [4, "Bonne consistance, elle ne coule pas du rouleau."],
    [
      2,
      "Sur mon plafond taché par la pluie, les auréoles sont revenues après deux couches. Il fallait un fixateur, c'est à signaler.",
      "Pas sur une tache d'eau",
    ],
  ],
  "NAA-FAC-20": [
    [5, "Après un hivernage entier, aucune trace sous les fenêtres."],
    [4, "L'ocre est superbe. Elle se dilue au white-spirit, pas à l'eau, mon peintre s'est fait avoir."],
    [
      2,
      "La teinte du deuxième seau était un peu plus foncée que le premier. J'ai dû mélanger les deux.",
      "Mélangez les seaux",
    ],
  ],
  "NAA-GLY-4": [
    [4, "Beau brillant sur mes portes. Il faut bien une nuit pour sécher."],
    [5, "Le bleu roi est franc et lessivable, les mains des enfants partent à l'éponge."],
  ],
  "NAA-ANR-1": [
    [5, "J'en mets toujours avant la laque. Grilles posées en 2024, toujours pas un point de rouille."],
    [4, "Sèche vite, un pot pour un portail c'est juste."],
  ],
  "NAA-ENL-25": [
    [5, "Fin comme du lait, la lame glisse. Mes murs prennent la lumière sans ombres.", "Un vrai papier"],
    [4, "Se ponce facilement, mettez le masque."],
    [4, "Bon enduit. Reste travaillable l'après-midi si on couvre le seau."],
  ],
  "BAT-PLA-40": [
    [5, "Corniches démoulées sans casse, arêtes nettes."],
    [3, "Il prend très vite par forte chaleur, j'ajoute un peu d'eau fraîche. Sinon il est bon."],
  ],
  "BOI-CHE-68": [
    [4, "Bien droits pour la plupart, deux sur trente étaient vrillés."],
    [5, "Bois sec et dur, on sent la différence avec celui du bord de route."],
  ],
  "BOI-CTP-18": [
    [
      5,
      "Deux placards fabriqués avec quatre panneaux. Les chants sont propres après la scie.",
      "Beau panneau",
    ],
    [4, "Bon contreplaqué, une face plus jolie que l'autre."],
  ],
  "BOI-COF-27": [
    [4, "Cinq coulages et elles tiennent encore. Huilez-les bien."],
    [2, "Beaucoup de nœuds sur mon lot, plusieurs planches ont cassé au décoffrage.", "Lot décevant"],
  ],
  "BAT-ETB-4": [
    [
      5,
      "La terrasse fuyait depuis trois ans. Six rouleaux, deux jours de chalumeau, et plus une goutte en août.",
      "Fuite réglée",
    ],
    [4, "Bien souple à souder. Faites faire les relevés par quelqu'un qui connaît."],
    [5, "La face alu renvoie la chaleur, le ventilateur du salon tourne moins fort."],
  ],
  "BAT-HYD-5": [
    [4, "Mis dans le crépi du soubassement, l'humidité ne remonte plus."],
    [5, "Un demi-litre par sac, simple. La citerne ne suinte pas."],
  ],
  "BAT-CPM-80": [
    [4, "Magnifique une fois nettoyé. Il faut un vrai carreleur, les grands formats ne pardonnent pas."],
  ],
  "NAA-ETL-20": [
    [
      5,
      "Passée sur vieille tôle et dalle, la différence de chaleur se sent dès le lendemain.",
      "Toit plus frais",
    ],
    [4, "S'étale bien au rouleau. Deux couches obligatoires, comptez large."],
  ],
};
