/**
 * From dimensions to quantities. Each formula names its source, which the page shows (calculator-texts.ts has the
 * words).
 */
import { formatAmount } from "#app/lib/format/units.ts";
import type { Unit } from "#app/lib/supabase/database.types.ts";
import { formatPercent } from "./calculator-texts.ts";
import type { ProductCalculator } from "./product-calculator.ts";

export type Need =
  /** What is needed of the product with its waste, and the steps of the computation. */
  { amount: number; unit: Unit; steps: string[] } | { problem: string };

/** The typed numbers by the names of calculator-texts.ts: metres, unless the name says otherwise. */
export type Dimensions = Readonly<Record<string, number>>;

/**
 * Litres of a cubic metre of concrete with 350 kg of cement: 700 kg of sand and 1 050 kg of gravel, the usual mixture of
 * one part of cement, two of sand and three of gravel.
 */
const SAND_PER_CUBIC_METRE = 0.5;
const GRAVEL_PER_CUBIC_METRE = 0.7;

/** Copper at its temperature in use: ρ1 of UTE C 15-105, 1.25 times that at 20 °C. */
const COPPER_RESISTIVITY = 0.0225;
const VOLTAGE = 230;
/**
 * Amperes that two loaded copper conductors with PVC carry in a conduit on a wall: IEC 60364-5-52, table B.52.2, method
 * B1; reduced to 40 °C of the air by table B.52.14.
 */
const CURRENTS = [
  { section: 1.5, current: 17.5 },
  { section: 2.5, current: 24 },
  { section: 4, current: 32 },
  { section: 6, current: 41 },
  { section: 10, current: 57 },
  { section: 16, current: 76 },
  { section: 25, current: 101 },
];
const HEAT_FACTOR = 0.87;

/** `isDiagonal` concerns tiles alone. */
export function computeNeed(calculator: ProductCalculator, values: Dimensions, isDiagonal = false): Need {
  const { kind, waste } = calculator;
  const get = (name: string) => values[name] ?? 0;
  const area = get("length") * get("width");
  switch (kind) {
    case "tiles": {
      const percent = isDiagonal ? calculator.diagonalWaste : waste;
      return withWaste(area, "square_metre", percent, [`Surface : ${formatAmount(area, "square_metre")}`]);
    }
    case "paint": {
      const { coverage, unit } = calculator;
      const coats = Math.max(1, Math.round(get("coats")));
      const surface = get("area") * coats;
      const each = `${formatAmount(coverage, "square_metre")} par ${unit === "litre" ? "litre" : "kilo"}`;
      return withWaste(surface / coverage, unit, waste, [
        `Surface à couvrir en ${coats} ${coats === 1 ? "couche" : "couches"} : ${formatAmount(surface, "square_metre")}, à ${each}`,
      ]);
    }
    case "concrete": {
      const volume = (area * get("thickness")) / 100;
      const need = withWaste(volume * calculator.cement, "kilogram", waste, [
        `Béton : ${formatRounded(volume, "cubic_metre")}`,
        `Sable : environ ${formatRounded(volume * SAND_PER_CUBIC_METRE, "cubic_metre")}`,
        `Gravier : environ ${formatRounded(volume * GRAVEL_PER_CUBIC_METRE, "cubic_metre")}`,
      ]);
      return need;
    }
    case "blocks": {
      const wall = get("length") * get("height") - get("openings");
      if (wall <= 0) return { problem: "Les ouvertures sont plus grandes que le mur." };
      return withWaste(wall * calculator.perSquareMetre, "piece", waste, [
        `Mur : ${formatAmount(wall, "square_metre")}, ${formatAmount(calculator.perSquareMetre, "piece")} par m²`,
      ]);
    }
    case "roof": {
      const { width, length, overlap } = calculator;
      const columns = roundUp(get("length") / width);
      const rows = get("slope") <= length ? 1 : roundUp((get("slope") - overlap) / (length - overlap));
      const sheets = `${columns} en largeur, ${rows} en hauteur`;
      return withWaste(columns * rows, "piece", waste, [`Tôles : ${sheets}`]);
    }
    case "wire":
      return computeWire(calculator, get("power"), get("length"));
  }
}

function computeWire(
  { section, wires, maxDrop, waste }: Extract<ProductCalculator, { kind: "wire" }>,
  power: number,
  length: number,
): Need {
  const current = power / VOLTAGE;
  // U = 2 ρ1 L I / S: there and back.
  const forDrop = (2 * COPPER_RESISTIVITY * length * current) / ((VOLTAGE * maxDrop) / 100);
  const enough = CURRENTS.find((row) => row.section >= forDrop && row.current * HEAT_FACTOR >= current);
  if (!enough) return { problem: "Cette puissance dépasse ce calcul : demandez à un électricien." };
  if (section < enough.section) {
    return {
      problem: `Il faut au moins ${formatSection(enough.section)} : ${formatSection(section)} ne suffit pas.`,
    };
  }
  return withWaste(length * wires, "metre", waste, [
    `Courant : ${Math.ceil(current)}\u00a0A ; section d'au moins ${formatSection(enough.section)}`,
    ...(wires > 1 ? [`${wires} fils de ${formatAmount(length, "metre")}`] : []),
  ]);
}

function withWaste(amount: number, unit: Unit, waste: number, steps: string[]): Need {
  const withMore = amount * (1 + waste / 100);
  const total = unit === "piece" ? roundUp(withMore) : withMore;
  const share = waste > 0 ? `, avec ${formatPercent(waste)} de pertes` : "";
  return { amount: total, unit, steps: [...steps, `À prévoir : ${formatRounded(total, unit)}${share}`] };
}

/** An error of a division is no further piece. */
const roundUp = (value: number) => Math.ceil(value - 1e-9);
const formatRounded = (amount: number, unit: Unit) =>
  formatAmount(Math.ceil(amount * 100 - 1e-6) / 100, unit);
const formatSection = (section: number) => `${String(section).replace(".", ",")}\u00a0mm²`;
