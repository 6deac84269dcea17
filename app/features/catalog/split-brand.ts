/**
 * A product's name around its brand. A card has the brand on a line of its own, so that the three lines of
 * the name have room for the size; the name's text stays whole for screen readers and searches.
 */

/**
 * `["Perceuse ", "Prokraft ", "750 W"]` for «Perceuse Prokraft 750 W»: the text before the brand, the brand
 * with its space, and the text after it; null when the name does not contain the brand as a word, or nothing
 * else.
 */
export function splitBrand(name: string, brand: string | null): [string, string, string] | null {
  if (!brand) return null;
  const start = ` ${name} `.toLowerCase().indexOf(` ${brand.toLowerCase()} `);
  if (start < 0 || name.length === brand.length) return null;
  const end = start + brand.length;
  // At the end of the name the space is the one before the brand.
  return end === name.length
    ? [name.slice(0, start - 1), name.slice(start - 1), ""]
    : [name.slice(0, start), name.slice(start, end + 1), name.slice(end + 1)];
}
