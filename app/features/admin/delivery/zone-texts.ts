/**
 * The places and fees of a zone as the form edits them. Places are lines of text, a town with its quarters each, so
 * that a list can be pasted; weights are in kilograms.
 */
// A type, since an interface is not JSON to the database's client.
export type Place = {
  town: string;
  /** Empty for the whole town. */
  quarter: string;
};

/** «Ouagadougou» is the town, «Ouagadougou : Pissy, Gounghin» are two of its quarters. */
export function parsePlaces(text: string): Place[] {
  return text.split("\n").flatMap((line) => {
    const [town = "", quarters] = line.split(/:(.*)/s).map((part) => part.trim());
    if (town === "") return [];
    const names = (quarters ?? "")
      .split(",")
      .map((quarter) => quarter.trim())
      .filter(Boolean);
    return names.length > 0 ? names.map((quarter) => ({ town, quarter })) : [{ town, quarter: "" }];
  });
}

/** One line for a town, and one for its quarters. */
export function formatPlaces(places: readonly Place[]): string {
  const towns = new Map<string, string[]>();
  const lines: string[] = [];
  for (const { town, quarter } of places.toSorted(comparePlaces)) {
    if (quarter === "") lines.push(town);
    else towns.set(town, [...(towns.get(town) ?? []), quarter]);
  }
  for (const [town, quarters] of towns) lines.push(`${town} : ${quarters.join(", ")}`);
  return lines.join("\n");
}

function comparePlaces(one: Place, other: Place): number {
  return one.town.localeCompare(other.town, "fr") || one.quarter.localeCompare(other.quarter, "fr");
}

/** «2,5» -> 2500; NaN for anything but a number of kilograms. */
export function parseKilograms(typed: string): number {
  const text = typed.replace(/\s/g, "").replace(",", ".");
  return /^\d+(\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * 1000) : Number.NaN;
}

/** 2500 -> «2,5»; empty for any weight. */
export function formatKilograms(grams: number | null): string {
  return grams === null ? "" : String(grams / 1000).replace(".", ",");
}
