/** The words of the calculators: what is typed, and where the formula comes from. */
import { formatAmount } from "#app/lib/format/units.ts";
import type { CalculatorKind } from "#app/lib/models/calculators.ts";
import type { ProductCalculator } from "./product-calculator.ts";

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
}

export const CALCULATOR_TEXTS: Record<CalculatorKind, CalculatorTexts> = {
  tiles: {
    title: "Combien de carrelage ?",
    fields: [
      { name: "length", label: "Longueur (m)" },
      { name: "width", label: "Largeur (m)" },
    ],
  },
  paint: {
    title: "Combien de peinture ?",
    fields: [
      { name: "area", label: "Surface (m²)" },
      { name: "coats", label: "Couches", initial: "2" },
    ],
  },
  concrete: {
    title: "Combien de ciment pour une dalle ?",
    fields: [
      { name: "length", label: "Longueur (m)" },
      { name: "width", label: "Largeur (m)" },
      { name: "thickness", label: "Épaisseur (cm)", initial: "10" },
    ],
  },
  blocks: {
    title: "Combien de blocs pour un mur ?",
    fields: [
      { name: "length", label: "Longueur (m)" },
      { name: "height", label: "Hauteur (m)" },
      { name: "openings", label: "Portes et fenêtres (m²)", optional: true },
    ],
  },
  roof: {
    title: "Combien de tôles pour un toit ?",
    fields: [
      { name: "length", label: "Largeur du toit (m)" },
      { name: "slope", label: "Longueur de la pente (m)" },
    ],
  },
  wire: {
    title: "Quelle section, quelle longueur ?",
    fields: [
      { name: "power", label: "Puissance (W)" },
      { name: "length", label: "Longueur de la ligne (m)" },
    ],
  },
};

/** Where the formula comes from, with the figures that the shop has set for the category. */
export function describeSource(calculator: ProductCalculator): string {
  switch (calculator.kind) {
    case "tiles":
      return "Chutes : les fabricants de carrelage conseillent de commander 10\u00a0% de plus que la surface, 15\u00a0% en pose diagonale.";
    case "paint":
      return "Rendement par couche : celui que le fabricant donne sur la fiche du produit.";
    case "concrete":
      return `Ici ${formatAmount(calculator.cement, "kilogram")} de ciment par m³. Béton armé courant : 350 kg, avec environ 700 kg de sable (0,5 m³) et 1 050 kg de gravier (0,7 m³), soit un volume de ciment, deux de sable, trois de gravier.`;
    case "blocks":
      return "Blocs par m² : ceux de la fiche du produit ; 12,5 pour un bloc de 20 × 40 cm.";
    case "roof":
      return `Largeur utile : celle de la fiche du produit. Le recouvrement d'une tôle sur l'autre dépend de la pente et du vent (NF DTU 40.35) ; ici ${formatAmount(calculator.overlap, "metre")}, à vérifier avec votre tôlier. Pour deux pentes, comptez deux fois.`;
    case "wire":
      return `Chute de tension de ${formatPercent(calculator.maxDrop)} au plus (NF C 15-100 : 3\u00a0% pour l'éclairage, 5\u00a0% pour le reste) en 230 V monophasé, cuivre à 0,0225 Ω·mm²/m ; courants admissibles de la CEI 60364-5-52 (tableau B.52.2, pose B1) à 40 °C. Faites vérifier par un électricien.`;
  }
}

/** 3.5 -> «3,5 %». */
export const formatPercent = (value: number) => `${String(value).replace(".", ",")}\u00a0%`;
