/** Prepares the text of a search for the database. */

/** A regular expression of Postgres that matches `text` literally. */
export function escapePostgresRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** «Ouédraogo» -> «Ouedraogo»: the form of the texts in the database's search columns. */
export function removeAccents(text: string): string {
  return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
}
