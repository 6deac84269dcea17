/** What a visitor typed, as a database looks for it. */

/** A regular expression of Postgres that finds `text` as it is written. */
export function literalRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** «Ouédraogo» -> «Ouedraogo»: as the database's columns for searching hold their texts. */
export function withoutAccents(text: string): string {
  return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
}
