/** Slugs: what an address may hold in the place of one, and how one reads as words. */

/** Whether rows can be found by this text. What an address holds may be anything, also what no database takes. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]+$/.test(text);
}

/** «outils-electriques» -> «Outils electriques»: a title when nothing better is known. */
export function readableSlug(slug: string): string {
  const words = slug
    .split(/[-_\s]+/)
    .filter(Boolean)
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Beyond this an address is no longer read by anyone; the database's own rule cuts there, too. */
const LENGTH_MAX = 200;

/** «Électricité générale» -> «electricite-generale»: plain letters and digits, a hyphen for any run of others. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LENGTH_MAX)
    .replaceAll(/^-|-$/g, "");
}
