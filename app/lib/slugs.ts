/** Slugs as words, for a title when nothing better than the address is known. */

/** «outils-electriques» -> «Outils electriques». */
export function readableSlug(slug: string): string {
  const words = slug
    .split(/[-_\s]+/)
    .filter(Boolean)
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
