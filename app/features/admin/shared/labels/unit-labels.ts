/** The units in which a product is sold, as forms and CSV files name them. */
import type { Unit } from "#app/lib/supabase/database.types.ts";

export const UNIT_LABELS: Readonly<Record<Unit, string>> = {
  piece: "Pièce",
  metre: "Mètre",
  square_metre: "m²",
  cubic_metre: "m³",
  kilogram: "Kilo",
  litre: "Litre",
  bag: "Sac",
  roll: "Rouleau",
  box: "Carton",
};

/** A quantity of these may go in steps of any size; the others are counted. */
const MEASURES: readonly string[] = [
  "metre",
  "square_metre",
  "cubic_metre",
  "kilogram",
  "litre",
] satisfies Unit[];

export const isUnit = (text: string): text is Unit => Object.hasOwn(UNIT_LABELS, text);

export const isMeasure = (unit: string): boolean => MEASURES.includes(unit);

export const UNITS = Object.keys(UNIT_LABELS).filter(isUnit);

/** What a packet can hold or cover. */
export const CONTENT_UNITS = UNITS.filter((unit) => unit === "piece" || isMeasure(unit));
