/**
 * Control characters other than tabs and line breaks, direction marks and fillers. Numbers that are copied from a phone's
 * contacts and texts from word processors have them. What joins or colours emoji stays.
 */
const HIDDEN = /(?![\t\n\r])\p{Cc}|(?!\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}|\u2800/gu;

/** The text without characters that have no picture and without white space around it, as the database stores it. */
export function toVisibleText(text: string): string {
  return text.replace(HIDDEN, "").trim();
}
