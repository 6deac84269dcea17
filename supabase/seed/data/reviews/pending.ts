/** Pending reviews, so that the admin area of the demo shop has some to moderate. */
import type { ReviewsByReference } from "#supabase/seed/data/types.ts";

export const pendingReviews: ReviewsByReference = {
  "PRO-VIC-180": [
    [5, "Reçue hier, déjà cent vis autoforeuses sur le toit. La batterie affiche encore deux barres."],
  ],
  "SAH-GEI-2": [
    [
      4,
      "Vraiment silencieux, on parle à côté. J'attends de voir la consommation sur un mois.",
      "Premières impressions",
    ],
  ],
  "BAT-CPM-80": [[5, "Le salon brille comme dans un hôtel. Mon carreleur conseille un double encollage."]],
  "SOL-PIM-750": [
    [
      5,
      "Trois panneaux et l'eau coule dès sept heures à Manga. Le maraîchage change de visage.",
      "De l'eau sans groupe",
    ],
  ],
  "AQU-CHE-55": [
    [3, "Chauffe bien mais mon compteur de 5 A saute. Il faut demander une augmentation de puissance avant."],
  ],
  "SOL-BAL-48": [[5, "Installation propre au mur, elle communique avec l'onduleur sans réglage."]],
  "LUM-BRS-120": [
    [4, "Il tourne toute la nuit sur ma petite batterie. La télécommande prend des piles AAA."],
  ],
  "VOL-PRT-63": [
    [
      5,
      "Hier soir 271 V affichés, il a coupé tout seul. Mon téléviseur vous remercie.",
      "Efficace dès le premier jour",
    ],
  ],
  "SER-SCO-1": [[4, "Les codes marchent bien. J'aimerais une notice plus détaillée pour les badges."]],
  "PRO-ECT-38": [
    [5, "Elle entre dans le coffre de ma petite voiture, parfait pour mes tournées d'installation."],
  ],
  "AQU-GAG-500": [[5, "Posé avec mes deux frères un samedi. Les goutteurs donnent tous pareil."]],
  "SAH-SEC-21": [[4, "Les manguiers taillés sans douleur au poignet. Attention aux doigts de l'autre main."]],
  "SAH-PER-750": [
    [2, "Reçue avec la poignée latérale manquante, j'ai écrit au service client et j'attends la réponse."],
  ],
  "BAT-CIM-45": [
    [
      1,
      "Commande de 30 sacs livrée avec deux jours de retard, mes maçons ont attendu payés. Le ciment, lui, est bon.",
    ],
  ],
  "LUM-AMP-9": [
    [
      1,
      "Contactez-moi au numéro affiché sur mon profil pour des ampoules moins chères !!!",
      "PROMO AMPOULES",
    ],
  ],
};
