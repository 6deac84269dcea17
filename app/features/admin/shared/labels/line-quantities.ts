/** A quantity with the name of what it is of, as the admin lists the lines of orders. */
import { isMeasured } from "#app/lib/format/articles.ts";
import { formatQuantity, formatSoldBy, isSoldByUnit } from "#app/lib/format/units.ts";
import { parseSoldBy } from "#app/lib/models/sold-by.ts";

/** «3 × Perceuse», «3 cartons, 4,32 m² · Dalle – gris». `soldBy` is the JSON of the line. */
export function formatNamedQuantity(quantity: number, name: string, soldBy: unknown): string {
  const sold = parseSoldBy(soldBy);
  return isSoldByUnit(sold) ? `${formatQuantity(quantity, sold)} · ${name}` : `${quantity} × ${name}`;
}

/** «3 pièces», «3 cartons, 4,32 m²»; of what is measured the steps, and what they are: «59 (29,5 m)». */
export function formatSteps(quantity: number, soldBy: unknown): string {
  const sold = parseSoldBy(soldBy);
  const text = formatQuantity(quantity, sold);
  return isMeasured(sold) ? `${quantity} (${text})` : text;
}

/** «Câble (vendu par 0,5 m)», for a field in which steps are typed. */
export function formatUnitName(name: string, soldBy: unknown): string {
  const text = formatSoldBy(parseSoldBy(soldBy));
  return text ? `${name} (${text})` : name;
}
