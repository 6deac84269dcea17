/** French typography for texts that are written with plain spaces: no line begins with a mark or breaks a
 * number. */

const TEXT = /(^|>)[^<]+/g;
const NO_BREAK_SPACE = "\u00a0";

/**
 * Puts no-break spaces into the texts of an HTML string, and leaves its tags alone. Apostrophes, which React escapes
 * and texts need not, are written as they are: French is full of them.
 */
export function typeset(html: string): string {
  return html.replace(TEXT, (text) =>
    text.replaceAll("&#x27;", "'").replace(/ (?=[:;?!»%])|(?<=[«°]) |(?<=\d) (?=\d|XOF)/g, NO_BREAK_SPACE),
  );
}
