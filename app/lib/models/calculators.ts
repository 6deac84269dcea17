/**
 * The kinds of calculators that a category may have for its products: what they are called in the admin, and what
 * their rate is. How they compute: app/features/catalog/calculators.
 */

export const CALCULATOR_KINDS = ["tiles", "paint", "concrete", "blocks", "roof", "wire"] as const;
export type CalculatorKind = (typeof CALCULATOR_KINDS)[number];

/** As a category stores it. */
export interface CalculatorSetting {
  kind: CalculatorKind;
  /** A word in the names of the products that have it; empty for all of the category. */
  word: string;
  /** Percent on top of what is needed. */
  waste: number;
  rate: number;
}

interface CalculatorLabels {
  label: string;
  rateLabel: string;
  /** The usual values of a new one. */
  waste: number;
  rate: number;
}

export const CALCULATOR_LABELS: Record<CalculatorKind, CalculatorLabels> = {
  tiles: { label: "Carrelage", rateLabel: "Chutes en diagonale (%)", waste: 10, rate: 15 },
  paint: {
    label: "Peinture",
    rateLabel: "m² par kilo ou litre, sans rendement sur la fiche",
    waste: 5,
    rate: 8,
  },
  concrete: { label: "Béton d'une dalle", rateLabel: "Ciment par m³ de béton (kg)", waste: 5, rate: 350 },
  blocks: {
    label: "Blocs d'un mur",
    rateLabel: "Blocs par m², sans valeur sur la fiche",
    waste: 5,
    rate: 12.5,
  },
  roof: { label: "Tôles d'un toit", rateLabel: "Recouvrement (cm)", waste: 0, rate: 20 },
  wire: { label: "Fil électrique", rateLabel: "Chute de tension au plus (%)", waste: 5, rate: 3 },
};

/** The calculators of a category, from its JSON; the database has checked them. */
export function parseCalculators(value: unknown): CalculatorSetting[] {
  return Array.isArray(value) ? value.filter(isSetting) : [];
}

function isSetting(value: unknown): value is CalculatorSetting {
  if (typeof value !== "object" || value === null) return false;
  const { kind, word, waste, rate } = { kind: null, word: null, waste: null, rate: null, ...value };
  return (
    CALCULATOR_KINDS.some((known) => known === kind) &&
    typeof word === "string" &&
    typeof waste === "number" &&
    typeof rate === "number"
  );
}
