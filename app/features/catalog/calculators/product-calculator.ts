/**
 * Which calculator the page of a product has: the first of its category whose word is in the product's name, with the
 * figures of the product's own specifications. None where a figure is missing that cannot be supposed.
 */
import { type CalculatorSetting, parseCalculators } from "#app/lib/models/calculators.ts";
import { normalizeSearchText } from "#app/lib/search/search-text.ts";
import type { Unit } from "#app/lib/supabase/database.types.ts";

interface Base {
  /** Percent. */
  waste: number;
}

export type ProductCalculator = Base &
  (
    | { kind: "tiles"; diagonalWaste: number }
    /** Square metres for one coat of a kilogram or litre. */
    | { kind: "paint"; coverage: number; unit: "kilogram" | "litre" }
    /** Kilograms of cement in a cubic metre of concrete. */
    | { kind: "concrete"; cement: number }
    | { kind: "blocks"; perSquareMetre: number }
    /** Metres: what a sheet covers in width, its length, and how far sheets overlap. */
    | { kind: "roof"; width: number; length: number; overlap: number }
    /** Square millimetres, how many wires one length needs, and percent of the voltage. */
    | { kind: "wire"; section: number; wires: number; maxDrop: number }
  );

interface CalculatedProduct {
  name: string;
  specifications: unknown;
  unit: Unit;
  content_unit: Unit | null;
}

/** Null for most products. `calculators` is the column of the category. */
export function findProductCalculator(
  calculators: unknown,
  product: CalculatedProduct,
): ProductCalculator | null {
  const name = normalizeSearchText(product.name);
  for (const setting of parseCalculators(calculators)) {
    if (!name.includes(normalizeSearchText(setting.word))) continue;
    const calculator = toCalculator(setting, product);
    if (calculator) return calculator;
  }
  return null;
}

function toCalculator(
  { kind, waste, rate }: CalculatorSetting,
  product: CalculatedProduct,
): ProductCalculator | null {
  const { unit, content_unit } = product;
  const read = (name: string) => readNumber(readSpecification(product, name));
  switch (kind) {
    case "tiles":
      return isCovering(unit) || isCovering(content_unit) ? { kind, waste, diagonalWaste: rate } : null;
    case "paint":
      return content_unit === "kilogram" || content_unit === "litre"
        ? { kind, waste, coverage: read("Rendement") ?? rate, unit: content_unit }
        : null;
    case "concrete":
      return content_unit === "kilogram" ? { kind, waste, cement: rate } : null;
    case "blocks":
      return unit === "piece" ? { kind, waste, perSquareMetre: read("Blocs par m²") ?? rate } : null;
    case "roof": {
      const width = read("Largeur utile");
      const length = read("Longueur");
      return width && length && length * 100 > rate
        ? { kind, waste, width: width / 100, length, overlap: rate / 100 }
        : null;
    }
    case "wire": {
      // The formula is that of copper.
      const conductor = readSection(readSpecification(product, "Section"));
      const isMetres = unit === "metre" || content_unit === "metre";
      return conductor && isMetres && !/\balu/i.test(product.name)
        ? { kind, waste, ...conductor, maxDrop: rate }
        : null;
    }
  }
}

const isCovering = (unit: Unit | null) => unit === "square_metre";

function readSpecification({ specifications }: CalculatedProduct, name: string): string {
  if (typeof specifications !== "object" || specifications === null) return "";
  return String(new Map(Object.entries(specifications)).get(name) ?? "");
}

/** The first number of a text: 8 of «8 m²/kg», 12.5 of «12,5»; null without one, and for 0. */
function readNumber(text: string): number | null {
  const [found] = /\d+(?:[.,]\d+)?/.exec(text) ?? [];
  return found ? Number(found.replace(",", ".")) || null : null;
}

/** «3G1,5 mm²» is a cable of all wires, «2,5 mm²» a single wire, of which a line needs three. */
function readSection(text: string): { section: number; wires: number } | null {
  const cable = /\d\s*[G×x]\s*(\d+(?:[.,]\d+)?)/.exec(text);
  const section = readNumber(cable?.[1] ?? text);
  return section ? { section, wires: cable ? 1 : 3 } : null;
}
