/** Reviews of hand tools, fixings, locks and protection, by the reference of the product. */
import type { ReviewsByReference } from "#supabase/seed/data/types.ts";

export const quincaillerieReviews: ReviewsByReference = {
  "KOU-MAR-500": [
    [5, "Le manche est bien pris, la tête ne bouge pas. L'aimant est très pratique en haut de l'échelle."],
    [4, "Bon marteau, j'ai poncé le vernis qui glissait un peu."],
  ],
  "KOU-MAR-700": [
    [5, "Trois manches en bois cassés avant celui-ci. En fibre, il tient depuis six mois.", "Increvable"],
    [4, "Bon équilibre pour décoffrer. La poignée noircit les mains au début."],
    [4, "Arrache-clou bien fendu, il prend les pointes de 100."],
  ],
  "KOU-MAS-15": [
    [4, "La frappe est nette, pas d'éclats. Le manche est un peu court pour moi."],
    [5, "Avec le burin, j'ouvre mes saignées sans machine."],
  ],
  "KOU-MAI-680": [
    [5, "Aucune trace sur mes carreaux beiges."],
    [3, "Le caoutchouc est bon mais la tête s'est déboîtée, recollée depuis.", "À surveiller"],
  ],
  "KOU-TOU-6": [
    [5, "Les pointes ne s'émoussent pas. Je m'en sers tous les jours à l'atelier moto."],
    [4, "Bon jeu, l'aimant tient même des vis de 5."],
    [4, "Prix raisonnable pour de l'acier correct."],
    [2, "Le cruciforme moyen s'est abîmé sur une vis rouillée au bout de deux semaines."],
  ],
  "VOL-TOU-7": [
    [5, "On travaille rassuré dans le tableau. La trousse se roule bien.", "La sécurité d'abord"],
    [4, "Bonne prise en main, lames fines."],
  ],
  "VOL-TES-220": [
    [4, "À 750 F il ne faut pas hésiter. Il s'allume bien."],
    [5, "J'en ai donné un à chaque apprenti."],
    [3, "Voyant difficile à voir en plein soleil, je mets la main devant."],
  ],
  "TEN-TOC-32": [
    [4, "Tous les embouts sont là, le cliquet est doux."],
    [5, "Il m'a permis d'ouvrir des téléphones et de monter un lit le même jour."],
  ],
  "KOU-CLM-12": [
    [5, "Les tailles se lisent bien même avec la graisse. Rien ne s'est arrondi.", "Acier sérieux"],
    [4, "Bonne trousse. La 13 et la 17 servent le plus, elles ne marquent pas."],
    [4, "Complet pour la moto et la charrette."],
  ],
  "KOU-CLA-250": [
    [4, "Molette précise, presque pas de jeu."],
    [5, "Je l'ai choisie pour le gaz, elle serre bien."],
  ],
  "TEN-CLG-14": [
    [5, "Elle a dévissé un tube galva rouillé depuis quinze ans."],
    [3, "Elle mord bien mais elle est lourde pour travailler en l'air."],
  ],
  "KOU-DOU-24": [
    [5, "Boîte de vitesses de la Corolla descendue avec ce coffret seulement.", "Complet"],
    [4, "Le cliquet est fin et solide. Une empreinte de la mallette serre trop la 27."],
  ],
  "VOL-PIU-180": [
    [5, "Elle coupe le fil galva sans marquer. Les manches ne glissent pas avec la sueur."],
    [4, "Bonne pince, un peu dure à ouvrir la première semaine."],
  ],
  "KOU-PIC-160": [
    [4, "Les colliers coupés à ras ne griffent plus."],
    [5, "Le ressort change tout quand on câble toute la journée."],
  ],
  "TEN-TEN-280": [
    [
      5,
      "Mes ferrailleurs n'en veulent pas d'autre. Tête fine, ça passe entre les barres.",
      "Adoptée par l'équipe",
    ],
    [4, "Coupe bien, à réaffûter au bout de deux mois de gros travail."],
    [4, "Bonne longueur de bras, on fatigue moins du poignet."],
  ],
  "FER-VIB-440": [
    [4, "Bonnes vis, l'empreinte ne foire pas."],
    [5, "750 le sachet et aucune vis tordue."],
  ],
  "FER-VIP-335": [
    [4, "Elles entrent droit dans l'ossature. La boîte se referme vraiment."],
    [3, "Quelques pointes mal formées dans le fond de la boîte, une vingtaine sur cinq cents."],
  ],
  "FER-VIT-625": [
    [5, "Elles percent la panne sans foret, deux mille posées sur le hangar.", "Ça rentre tout seul"],
    [4, "La rondelle s'écrase bien, pas une fuite cet hivernage."],
    [4, "Prévoir le bon embout de 8, il n'est pas dans la boîte."],
    [3, "Dans la panne de 5 mm elles percent, au-delà il faut un avant-trou. C'est bon à savoir."],
  ],
  "TEN-CHV-8": [
    [5, "Ma télé de 55 pouces tient dans l'aggloméré avec quatre chevilles."],
    [4, "Bon lot, les vis sont à la bonne longueur."],
  ],
  "FER-BOU-1060": [
    [4, "Marquage 8.8 bien visible. Les rondelles y sont."],
    [5, "Utilisés sur ma remorque, rien ne s'est desserré jusqu'à Pouytenga."],
  ],
  "FER-GOU-12": [
    [5, "Le châssis du groupe ne bouge plus.", "Ancrage solide"],
    [2, "Ma dalle était trop mince et deux ont tourné dans le vide. Il faut vraiment les 80 mm de béton."],
  ],
  "FER-TIG-8": [
    [4, "Filetage propre sur toute la longueur."],
    [5, "Se coupe bien à la meuleuse, l'écrou repasse après un coup de lime."],
  ],
  "FER-ASB-480": [
    [4, "Je retrouve enfin mes écrous. Il manque le M12, dommage."],
    [5, "Très pratique pour le dépannage en brousse."],
  ],
  "SER-CAD-50": [
    [5, "Un an sous la pluie sur la grille du magasin, il s'ouvre comme neuf."],
    [4, "Bon cadenas, les clés sont un peu fines."],
    [5, "Quelqu'un a essayé de le forcer, on voit les marques. Il a tenu.", "Il a résisté"],
  ],
  "SER-CAB-80": [
    [5, "Pour le rideau de ma boutique à Rood Woko, je dors mieux."],
    [4, "Très costaud. Un peu difficile à fermer dans le noir au début."],
    [4, "La clé à bille ne se copie pas au coin de la rue, j'ai demandé."],
  ],
  "SER-CAL-4": [
    [5, "Une clé pour quatre portes, ma belle-mère est contente.", "Plus de trousseau"],
    [4, "Pratique. Les couleurs s'effacent un peu au soleil."],
  ],
  "SER-ANU-170": [
    [4, "Il passe dans la roue de ma 125. Le support ne va pas sur toutes les motos."],
    [5, "Solide et dissuasif devant l'université."],
    [3, "Solide, mais la gaine noire colle au soleil après un mois."],
  ],
  "SER-SEE-40": [
    [4, "L'ensemble est complet, posé en trois quarts d'heure."],
    [3, "La serrure est bonne mais les béquilles ont du jeu après deux mois."],
    [5, "Réversible sans outil spécial, c'est bien pensé."],
  ],
  "SER-SEA-3": [
    [5, "Trois pênes, le portail ne vibre même plus avec le vent.", "Portail bien fermé"],
    [4, "À souder par quelqu'un de soigneux, sinon les tiges frottent."],
  ],
  "SER-CYL-3040": [
    [5, "Clé perdue au marché, cylindre changé le soir même avec une seule vis."],
    [4, "Les clés à points sont agréables. Mesurez votre porte avant."],
  ],
  "SER-VER-45": [
    [4, "Simple et efficace pour la porte de la chambre."],
    [5, "La gâche est renforcée, on sent la différence en poussant."],
  ],
  "KOU-MET-5": [
    [5, "Tombé du deuxième étage, il mesure toujours.", "Tombé et vivant"],
    [4, "Ruban bien rigide, on mesure seul."],
    [4, "Pour 2 500 c'est honnête."],
  ],
  "KOU-MET-8": [
    [4, "L'aimant tient sur la panne, je ne demande plus à l'apprenti de tenir le bout."],
    [5, "Chiffres gros et nets."],
  ],
  "TEN-DEC-50": [
    [4, "Bornage de trois parcelles à Komsilga, le ruban ne s'étire pas."],
    [3, "La manivelle se remplit de sable, il faut la nettoyer souvent."],
  ],
  "PRO-TEL-40": [
    [
      5,
      "Les devis vont deux fois plus vite, le client voit la surface s'afficher.",
      "Impressionne les clients",
    ],
    [4, "Précis dedans. En plein soleil on perd le point rouge."],
  ],
  "KOU-NIV-60": [
    [5, "Vérifié en le retournant : la bulle revient au même endroit."],
    [4, "Bon niveau, semelle bien droite."],
  ],
  "KOU-NIV-120": [
    [5, "Il prend des coups toute la journée et reste juste.", "Niveau de maçon, un vrai"],
    [4, "Bonne longueur pour les parpaings, les poignées sont utiles."],
    [4, "Les fioles se lisent bien même avec du ciment dessus."],
  ],
  "PRO-NIL-25": [
    [5, "Faïence et prises alignées sur quatre murs, sans ficelle. Le vert se voit à midi dans la pièce."],
    [5, "À 35 000 c'était l'occasion. La batterie tient la journée."],
    [4, "Très bien dedans. Dehors en plein jour, oubliez."],
    [4, "Le support magnétique est solide, je le colle sur l'ossature du faux plafond."],
  ],
  "TEN-ESC-5": [
    [4, "Stable, les marches larges ne font pas mal aux pieds."],
    [5, "Ma mère de 60 ans monte dessus sans peur."],
  ],
  "TEN-ECH-235": [
    [4, "Elle monte bien à six mètres. Il faut la tenir à deux pour la déployer."],
    [5, "Les crochets se bloquent seuls, c'est rassurant."],
  ],
  "TEN-BOI-5": [
    [5, "Tôle épaisse, elle sert aussi de tabouret.", "Solide comme une chaise"],
    [3, "Bonne caisse mais la peinture s'est écaillée aux coins en un mois."],
  ],
  "KOU-COF-108": [
    [5, "Tout est là pour réparer ma moto et celle des autres. Aucune pièce n'a cassé."],
    [4, "Très complet. La mallette est lourde pour le vélo !"],
    [4, "Cliquets doux, les petites douilles sont précises."],
  ],
  "KOU-CAI-19": [
    [4, "Légère et pratique, les casiers du couvercle ferment bien."],
    [5, "Elle tient attachée derrière la selle."],
  ],
  "TEN-GAN-L9": [
    [5, "Dix paires pour l'équipe, plus personne ne se plaint des ampoules.", "Pour toute l'équipe"],
    [4, "Bons gants, la paume tient deux semaines de parpaings."],
    [4, "La taille 9 va à presque tout le monde."],
    [3, "Ils tiennent chaud en avril et le latex s'use vite au fer à béton."],
  ],
  "FER-GAN-S35": [
    [4, "Les étincelles ne passent pas. Un peu raides avant de se faire."],
    [5, "Coutures intactes après trois mois de poste à souder."],
  ],
  "TEN-CAS-J": [
    [5, "La molette se règle avec une main, c'est mieux que les crans."],
    [4, "Ventilé donc supportable à midi."],
    [3, "Le bandeau s'use vite, j'aurais voulu un de rechange dans le sachet."],
  ],
  "FER-MAS-S": [
    [5, "Mes yeux ne brûlent plus le soir. La vitre noircit instantanément.", "Pour les yeux"],
    [4, "Très bon masque. Sous la tôle, sans soleil, il faut parfois l'exposer un peu avant."],
  ],
  "PRO-ECT-38": [
    [4, "Pratique à moto avec la housse. Bien vérifier que chaque barreau a claqué."],
    [5, "Descente freinée, on ne se pince plus."],
  ],
};
