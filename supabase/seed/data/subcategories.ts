/**
 * The tree below the six families: each subcategory with its product types, or with subcategories of its own. Every
 * product type of a family is in one of them.
 */
import type { CategorySlug } from "./types.ts";

export interface Subcategory {
  slug: string;
  name: string;
  productTypes?: readonly string[];
  below?: readonly Subcategory[];
}

export const subcategories: Record<CategorySlug, readonly Subcategory[]> = {
  "outils-electriques": [
    {
      slug: "percage-et-vissage",
      name: "Perçage et vissage",
      productTypes: ["perceuse", "visseuse", "perforateur"],
    },
    {
      slug: "coupe-et-poncage",
      name: "Coupe et ponçage",
      productTypes: ["meuleuse", "scie-circulaire", "scie-sauteuse", "ponceuse"],
    },
    { slug: "soudure", name: "Soudure", productTypes: ["poste-a-souder"] },
    {
      slug: "groupes-et-compresseurs",
      name: "Groupes et compresseurs",
      productTypes: ["groupe-electrogene", "compresseur"],
    },
  ],
  materiaux: [
    { slug: "gros-oeuvre", name: "Gros œuvre", productTypes: ["ciment", "fer-a-beton", "parpaing"] },
    { slug: "toiture-et-etancheite", name: "Toiture et étanchéité", productTypes: ["tole", "etancheite"] },
    { slug: "bois-de-construction", name: "Bois de construction", productTypes: ["bois"] },
    {
      slug: "finition",
      name: "Finition",
      below: [
        { slug: "carrelage", name: "Carrelage", productTypes: ["carrelage"] },
        { slug: "peinture-et-enduit", name: "Peinture et enduit", productTypes: ["peinture", "enduit"] },
      ],
    },
  ],
  plomberie: [
    {
      slug: "tuyaux-et-raccords",
      name: "Tuyaux et raccords",
      below: [
        { slug: "tubes-pvc", name: "Tubes PVC", productTypes: ["tube-pvc"] },
        { slug: "raccords-pvc", name: "Raccords PVC", productTypes: ["raccord-pvc"] },
      ],
    },
    { slug: "robinetterie", name: "Robinetterie", productTypes: ["robinet", "mitigeur"] },
    { slug: "sanitaires", name: "Sanitaires", productTypes: ["lavabo", "wc", "douche"] },
    {
      slug: "pompes-et-reservoirs",
      name: "Pompes et réservoirs",
      productTypes: ["pompe-immergee", "reservoir"],
    },
  ],
  electricite: [
    {
      slug: "installation-electrique",
      name: "Installation électrique",
      productTypes: ["cable", "disjoncteur", "prise", "tableau-electrique"],
    },
    { slug: "eclairage", name: "Éclairage", productTypes: ["ampoule-led", "projecteur"] },
    {
      slug: "energie-solaire",
      name: "Énergie solaire",
      productTypes: ["panneau-solaire", "batterie-solaire", "onduleur"],
    },
    { slug: "ventilation", name: "Ventilation", productTypes: ["brasseur-air"] },
  ],
  quincaillerie: [
    { slug: "outils-a-main", name: "Outils à main", productTypes: ["marteau", "tournevis", "cle", "pince"] },
    { slug: "visserie-et-boulonnerie", name: "Visserie et boulonnerie", productTypes: ["vis", "boulon"] },
    { slug: "serrurerie", name: "Serrurerie", productTypes: ["cadenas", "serrure"] },
    { slug: "mesure-et-tracage", name: "Mesure et traçage", productTypes: ["metre-ruban", "niveau"] },
    {
      slug: "echelles-et-rangement",
      name: "Échelles et rangement",
      productTypes: ["echelle", "boite-a-outils"],
    },
    { slug: "protection", name: "Protection", productTypes: ["gants", "casque"] },
  ],
  jardinage: [
    { slug: "arrosage", name: "Arrosage", productTypes: ["tuyau-arrosage", "arrosoir", "pulverisateur"] },
    { slug: "outils-de-jardin", name: "Outils de jardin", productTypes: ["pelle", "brouette", "secateur"] },
  ],
};
