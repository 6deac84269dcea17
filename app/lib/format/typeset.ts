/**
 * French typography for texts with plain spaces: no line begins with a punctuation mark, and no number is
 * broken.
 */

const TEXT = /(^|>)[^<]+/g;
const NO_BREAK_SPACE = "\u00a0";

/**
 * Puts no-break spaces into the text of an HTML string; its tags are unchanged. Apostrophes are unescaped:
 * React escapes them, text does not need it, and French has many.
 */
export function typeset(html: string): string {
  return html.replace(TEXT, (text) =>
    text.replaceAll("&#x27;", "'").replace(/ (?=[:;?!»%])|(?<=[«°]) |(?<=\d) (?=\d|XOF)/g, NO_BREAK_SPACE),
  );
}
