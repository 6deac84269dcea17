/** Slugs: validation, creation and display. */
import { normalizeSearchText } from "#app/lib/search/search-text.ts";

/** Whether the text can be a slug. A URL may contain any text, also one that the database rejects. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]+$/.test(text);
}

/** «outils-electriques» -> «Outils electriques»: a title until the actual one is known. */
export function humanizeSlug(slug: string): string {
  const words = slug
    .split(/[-_\s]+/)
    .filter(Boolean)
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A longer slug is not readable in a URL; the database truncates at the same length. */
const MAX_SLUG_LENGTH = 200;

/**
 * «Électricité générale» -> «electricite-generale»: plain letters and digits, a hyphen for any sequence of
 * others, as in the database (private.slugify).
 */
export function slugify(text: string): string {
  return normalizeSearchText(text)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_LENGTH)
    .replaceAll(/^-|-$/g, "");
}

/** The slug of a name; `fallback` for a name in another script, as in the database (free_slug). */
export function slugifyName(name: string, fallback: string): string {
  return slugify(name) || (/[^ -~]/.test(name) ? fallback : "");
}
