/** What customers say on the home page; the newest first. */
import type { Testimonial } from "./types.ts";

export const testimonials: Testimonial[] = [
  {
    name: "Aïcha Ouédraogo",
    role: "Propriétaire à Karpala",
    rating: 5,
    portrait: 1,
    content:
      "J'ai construit ma maison en passant mes commandes depuis mon bureau. Le ciment, les fers, puis les carreaux : tout est arrivé au chantier avec un bon de livraison, et je n'ai payé qu'une fois les sacs comptés.",
  },
  {
    name: "Moussa Sawadogo",
    role: "Électricien bâtiment, Tampouy",
    rating: 4.5,
    portrait: 2,
    content:
      "Ici le 2,5 carré fait vraiment 2,5. Je commande le soir, je suis livré sur le chantier suivant, et je peux montrer la fiche technique à mon client.",
  },
  {
    name: "Clarisse Kaboré",
    role: "Gérante de maquis, Gounghin",
    rating: 5,
    portrait: 4,
    content:
      "Le groupe de 3 kVA a sauvé ma saison. On m'a rappelée avant la livraison pour vérifier la puissance de mes congélateurs, c'est ce sérieux-là que je cherchais.",
  },
  {
    name: "Souleymane Traoré",
    role: "Plombier, Bobo-Dioulasso",
    rating: 4.5,
    portrait: 3,
    content:
      "À Bobo je n'attendais plus rien des boutiques en ligne. Deux jours et demi pour recevoir une pompe et ses raccords, rien ne manquait dans le carton.",
  },
  {
    name: "Fatimata Zongo",
    role: "Maraîchère, Loumbila",
    rating: 5,
    portrait: 6,
    content:
      "Avec la pompe solaire et le goutte-à-goutte, j'arrose mes oignons sans acheter de gasoil. Mon fils a passé la commande sur le téléphone et on a payé au livreur.",
  },
  {
    name: "Jean-Baptiste Nikiéma",
    role: "Chef de chantier, Koudougou",
    rating: 4,
    portrait: 5,
    content:
      "Les prix sont affichés et ils ne bougent pas quand on arrive avec le camion. Une fois, dix tôles manquaient : elles sont venues trois jours plus tard, sans discussion.",
  },
  {
    name: "Rasmata Ilboudo",
    role: "Directrice d'école, Ziniaré",
    rating: 5,
    portrait: 8,
    content:
      "Nous avons équipé quatre salles en brasseurs d'air et en réglettes. Le technicien trouvé sur le site a tout posé en deux jours pendant les congés.",
  },
  {
    name: "Issa Compaoré",
    role: "Soudeur, Saaba",
    rating: 4.5,
    portrait: 7,
    content:
      "J'ai acheté mon poste à souder en voyant les avis des collègues. Ils disaient vrai, même les reproches. Ça change de ceux qui promettent tout.",
  },
  {
    name: "Mariam Sanou",
    role: "Architecte, Ouagadougou",
    rating: 4.5,
    portrait: 10,
    content:
      "J'envoie mes quantitatifs par la page de cotation et je reçois un chiffrage clair. Mes clients apprécient de voir les références ligne par ligne.",
  },
  {
    name: "Adama Hien",
    role: "Commerçant, Gaoua",
    rating: 4,
    portrait: 9,
    content:
      "Pour nous qui sommes loin, il faut compter cinq jours, et c'est ce qui est annoncé. Le cadenas et la serrure de ma boutique viennent de là, solides tous les deux.",
  },
];
