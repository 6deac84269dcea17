/**
 * Days as people type them, «07/03/2026», in place of the browser's date field, which shows them in the language of
 * the browser.
 */
import { parseDay } from "./days.ts";

/** The separators of the parts may be any, and may be missing when there are two digits for day and month. */
const TYPED_DAY =
  /^(?:(?<day>\d{1,2})\D+(?<month>\d{1,2})(?:\D+(?<year>\d{4}|\d{2}))?|(?<day>\d{2})(?<month>\d{2})(?<year>\d{4}|\d{2})?)$/;

/** «07/03/2026» for «2026-03-07», a result of `parseDay`. */
export function formatTypedDay(day: string): string {
  return day.split("-").reverse().join("/");
}

/**
 * The day in the format of URLs for «7/3/2026», «07-03-26», «7.3», «07032026» or «2026-03-07»; null for any other
 * text and for a day that does not exist. `thisYear` is meant where no year is typed.
 */
export function parseTypedDay(typed: string, thisYear: number): string | null {
  const text = typed.trim();
  const groups = TYPED_DAY.exec(text)?.groups;
  if (!groups) return parseDay(text);
  const { day = "", month = "", year = String(thisYear) } = groups;
  return parseDay(
    `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
  );
}

/** Whether the text ends with a year of four digits, or is in the format of URLs: nothing more will be typed. */
export function isWholeTypedDay(typed: string): boolean {
  return /(?:^|\D)20\d\d$|^\d{8}$|^\d{4}-\d\d-\d\d$/.test(typed.trim());
}
