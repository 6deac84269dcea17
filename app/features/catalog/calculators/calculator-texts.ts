/** The words of the calculators: what is typed, and where the formula comes from. */
import type { CalculatorKind } from "#app/lib/models/calculators.ts";

interface DimensionField {
  name: string;
  label: string;
  /** What it holds at first. */
  initial?: string;
  /** Whether it may be left empty. */
  optional?: true;
}

interface CalculatorTexts {
  title: string;
  fields: DimensionField[];
  source: string;
}

export const CALCULATOR_TEXTS: Record<CalculatorKind, CalculatorTexts> = {
  tiles: {
    title: "Combien de carrelage ?",
    fields: [
      { name: "length", label: "Longueur (m)" },
      { name: "width", label: "Largeur (m)" },
    ],
    source:
      "Chutes : les fabricants de carrelage conseillent de commander 10\u00a0% de plus que la surface, 15\u00a0% en pose diagonale.",
  },
  paint: {
    title: "Combien de peinture ?",
    fields: [
      { name: "area", label: "Surface (m²)" },
      { name: "coats", label: "Couches", initial: "2" },
    ],
    source: "Rendement par couche : celui que le fabricant donne sur la fiche du produit.",
  },
  concrete: {
    title: "Combien de ciment pour une dalle ?",
    fields: [
      { name: "length", label: "Longueur (m)" },
      { name: "width", label: "Largeur (m)" },
      { name: "thickness", label: "Épaisseur (cm)", initial: "10" },
    ],
    source:
      "Béton armé courant : 350 kg de ciment par m³, environ 700 kg de sable (0,5 m³) et 1 050 kg de gravier (0,7 m³), soit un volume de ciment, deux de sable, trois de gravier.",
  },
  blocks: {
    title: "Combien de blocs pour un mur ?",
    fields: [
      { name: "length", label: "Longueur (m)" },
      { name: "height", label: "Hauteur (m)" },
      { name: "openings", label: "Portes et fenêtres (m²)", optional: true },
    ],
    source: "Blocs par m² : ceux de la fiche du produit ; 12,5 pour un bloc de 20 × 40 cm.",
  },
  roof: {
    title: "Combien de tôles pour un toit ?",
    fields: [
      { name: "length", label: "Largeur du toit (m)" },
      { name: "slope", label: "Longueur de la pente (m)" },
    ],
    source:
      "Largeur utile : celle de la fiche du produit. Le recouvrement d'une tôle sur l'autre dépend de la pente et du vent (NF DTU 40.35) ; ici 20 cm, à vérifier avec votre tôlier. Pour deux pentes, comptez deux fois.",
  },
  wire: {
    title: "Quelle section, quelle longueur ?",
    fields: [
      { name: "power", label: "Puissance (W)" },
      { name: "length", label: "Longueur de la ligne (m)" },
    ],
    source:
      "Chute de tension de 3\u00a0% au plus (NF C 15-100) en 230 V monophasé, cuivre à 0,0225 Ω·mm²/m ; courants admissibles de la CEI 60364-5-52 (tableau B.52.2, pose B1) à 40 °C. Faites vérifier par un électricien.",
  },
};
