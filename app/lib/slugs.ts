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
