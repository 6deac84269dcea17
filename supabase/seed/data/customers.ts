/**
 * The accounts of the demo shop and what they ordered. Everyone's password is «demo-yaare»; only its bcrypt hash
 * is stored, computed once, so that seeding is the same each time and hashes nothing.
 */
import type { Customer } from "./types.ts";

export const demoPasswordHash = "$2b$10$kjPSQtnkBQw3wXI6hn.tFOtxDqlKoC8e.FLn6WJWHNXFQs5ed6k2u";

export const customers: Customer[] = [
  {
    firstName: "Aminata",
    lastName: "Ouédraogo",
    email: "aminata@exemple.bf",
    phone: "+226 70 45 12 89",
    address: "Karpala, rue 30.112, portail vert après la pharmacie du Progrès",
    city: "Ouagadougou",
    orders: [
      {
        placedOn: "2026-11-19T17:42:00Z",
        status: "pending",
        lines: { "SAH-PER-750": 1, "TEN-CHV-8": 2, "KOU-NIV-60": 1 },
        notes: "Appeler en arrivant au goudron, je viens chercher le livreur.",
      },
      {
        placedOn: "2026-10-27T09:15:00Z",
        status: "completed",
        lines: { "LUM-AMR-12": 6, "VOL-MUL-6": 1 },
        notes: "Après 17 h de préférence. Il y a un kiosque Orange juste en face.",
      },
      {
        placedOn: "2026-09-30T11:03:00Z",
        status: "completed",
        lines: { "AQU-RES-1000": 1, "AQU-ROF-1": 1, "AQU-VAN-50": 2 },
        notes: "La dalle est prête derrière la maison, le camion peut entrer par la ruelle.",
      },
    ],
  },
  {
    firstName: "Moussa",
    lastName: "Sawadogo",
    email: "moussa@exemple.bf",
    phone: "+226 76 20 33 71",
    address: "Tampouy, secteur 21, à 100 m du marché, cour de la famille Sawadogo",
    city: "Ouagadougou",
    orders: [
      {
        placedOn: "2026-11-18T08:27:00Z",
        status: "processing",
        lines: { "VOL-FIL-25": 4, "VOL-FIL-15": 3, "VOL-DIS-16": 10, "VOL-DIF-40": 2 },
        notes: "2,5 mm² : deux rouges, un bleu, un vert-jaune. 1,5 mm² : rouge, bleu, noir.",
      },
      {
        placedOn: "2026-10-12T15:50:00Z",
        status: "completed",
        lines: { "PRO-PRF-850": 1, "VOL-TOU-7": 1 },
        notes: "Livrer au chantier derrière le CMA de Pissy, demander Moussa l'électricien.",
      },
      {
        placedOn: "2026-09-09T10:20:00Z",
        status: "cancelled",
        cancellationReason: "Le client a trouvé un inverseur chez un confrère du chantier.",
        lines: { "VOL-INV-63": 1 },
        notes: "Urgent, le chantier finit samedi.",
      },
    ],
  },
  {
    firstName: "Clarisse",
    lastName: "Kaboré",
    email: "clarisse@exemple.bf",
    phone: "+226 65 88 04 17",
    address: "Gounghin Nord, maquis Le Baobab, en face de la station",
    city: "Ouagadougou",
    orders: [
      {
        placedOn: "2026-11-20T07:05:00Z",
        status: "pending",
        lines: { "LUM-PRJ-50": 4, "LUM-VEN-18": 2 },
        notes: "Le maquis ouvre à 10 h. Avant, sonner au portail bleu à gauche.",
      },
      {
        placedOn: "2026-10-03T13:37:00Z",
        status: "completed",
        lines: { "SAH-GEL-3": 1 },
        notes: "Prévoir deux personnes pour descendre le groupe, il y a trois marches.",
      },
    ],
  },
  {
    firstName: "Souleymane",
    lastName: "Traoré",
    email: "souleymane@exemple.bf",
    phone: "+226 75 61 90 42",
    address: "Sarfalao, secteur 17, derrière l'école B, atelier avec une pompe peinte sur le mur",
    city: "Bobo-Dioulasso",
    orders: [
      {
        placedOn: "2026-11-16T16:11:00Z",
        status: "processing",
        lines: { "AQU-PIM-1": 1, "AQU-TPR-25": 8, "AQU-LOT-25": 1 },
        notes: "Envoyer par la gare routière si c'est plus rapide, je récupère moi-même.",
      },
      {
        placedOn: "2026-10-21T08:44:00Z",
        status: "completed",
        lines: { "AQU-MIL-35": 3, "AQU-WCP-H": 1, "AQU-DOU-5": 2 },
        notes: "Fragile, merci de laisser les cartons debout.",
      },
    ],
  },
  {
    firstName: "Fatimata",
    lastName: "Zongo",
    email: "fatimata@exemple.bf",
    phone: "+226 72 07 56 38",
    address: "Loumbila, deuxième piste à droite après le barrage, champ avec le château d'eau noir",
    city: "Loumbila",
    orders: [
      {
        placedOn: "2026-11-17T12:30:00Z",
        status: "pending",
        lines: { "TEN-PUL-16": 2, "KOU-DAB-1": 5, "TEN-ARM-15": 1 },
        notes: "Mon fils Issa réceptionne si je suis au champ : 72 07 56 39.",
      },
      {
        placedOn: "2026-09-22T06:58:00Z",
        status: "cancelled",
        cancellationReason:
          "Adresse injoignable après trois appels ; la cliente a commandé à nouveau plus tard.",
        lines: { "TEN-BRO-90": 1, "KOU-PEL-R": 2 },
        notes: "Prendre la piste avant le pont, pas après.",
      },
    ],
  },
];
