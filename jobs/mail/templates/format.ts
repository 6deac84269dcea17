/** The formats of amounts, dates and user text in mails. */
import { formatLongDate } from "#app/lib/format/dates.ts";
import { formatXof as formatPageXof } from "#app/lib/format/money.ts";

const NO_BREAK_SPACE = "\u00a0";

/**
 * 12500 -> «12 500 XOF». The space is the plain no-break space: old mail programs show the narrow one of the
 * web pages as an empty box.
 */
export function formatXof(amount: number): string {
  return formatPageXof(amount).replace(/\s/g, NO_BREAK_SPACE);
}

/** Without those that are empty. */
export const joinSentences = (...sentences: string[]) => sentences.filter(Boolean).join(" ");

/** «21 novembre 2026 à 14:05», in the time zone of Ouagadougou. */
export function formatMoment(date: Date): string {
  return `${formatLongDate(date)} à ${date.toISOString().slice(11, 16)}`;
}

/**
 * What a mail program shows as a link: the address of a page or of a mailbox, or a word like a domain, in any alphabet.
 * Each begins where its word does, or its first name: tried at every letter, a long word takes the square of its length.
 */
const LINK =
  /(?<!\S)\S*(?::\/\/|[@﹫＠]|www[.․。︒﹒．｡])\S*|(?<![\p{L}\p{N}-][.․。︒﹒．｡]?)[\p{L}\p{N}-]+(?:[.․。︒﹒．｡][\p{L}\p{N}-]+)*[.․。︒﹒．｡]\p{L}{2,24}(?![\p{L}\p{N}])\S*/giu;

/** User text without links, since whoever wrote it may be a stranger who writes in the shop's name. */
export function withoutLinks(text: string): string {
  return text.replace(LINK, "[lien retiré]");
}

/** User text on one line of at most `max` characters, for a subject. */
export function toOneLine(text: string, max: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length > max ? `${line.slice(0, max - 1).trimEnd()}…` : line;
}

/**
 * Inserts the no-break spaces of French typography at punctuation. Mark-up has no such punctuation after a
 * space. The narrow ones, which lines of orders have from the pages, become plain ones as in `formatXof`.
 */
export function typeset(text: string): string {
  return text.replace(/\u202f| (?=[:;?!»])/g, NO_BREAK_SPACE).replace(/« /g, `«${NO_BREAK_SPACE}`);
}
