/**
 * Normalizes and formats telephone numbers as people in Burkina Faso write them (70 12 34 56, +226
 * 70-12-34-56, 00226…). A number of another country keeps its country code; any other text is returned as
 * written, since a courier can still read what a program cannot.
 */
import { toVisibleText } from "./visible-text.ts";

const COUNTRY = "+226";

/**
 * `+226XXXXXXXX` for a national number, `+<digits>` for one with a country code, otherwise the trimmed text.
 */
export function normalizePhone(text: string): string {
  const trimmed = toPlainPhone(text);
  if (/[^\d\s().+/-]/.test(trimmed)) return trimmed;
  const digits = trimmed.replace(/\D/g, "");
  const international = /^\(?\+/.test(trimmed) ? digits : digits.startsWith("00") ? digits.slice(2) : null;
  if (international !== null) return international.length >= 8 ? `+${international}` : trimmed;
  if (digits.length === 11 && digits.startsWith("226")) return `+${digits}`;
  return digits.length === 8 ? COUNTRY + digits : trimmed;
}

/**
 * Groups the digits: `+226 70 12 34 56`; another country's number in groups of up to three from the right.
 */
export function formatPhone(phone: string): string {
  const national = /^\+226(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(phone);
  if (national) return [COUNTRY, ...national.slice(1)].join(" ");
  return /^\+\d+$/.test(phone) ? phone.replace(/\B(?=(\d{3})+$)/g, " ") : phone;
}

/**
 * Whether the text is one telephone number, of 8 to 15 digits, as the database has it for orders. One with the code of
 * Burkina Faso has 8 digits after it: nobody can be called by fewer or more.
 */
export function isPhone(text: string): boolean {
  const plain = toPlainPhone(text);
  if (!/^[+(\s]*(\d[\s().+/-]*){8,15}$/.test(plain)) return false;
  const normalized = normalizePhone(plain);
  return !normalized.startsWith(COUNTRY) || normalized.length === COUNTRY.length + 8;
}

/**
 * The number as it would be typed: copied ones have hidden marks, the dashes of word processors, «Tél. :» in front, or
 * the letter O among the digits.
 */
function toPlainPhone(text: string): string {
  const plain = toVisibleText(text)
    .replace(/^t[ée]l[.:\s]*/i, "")
    .replace(/[\u2010-\u2015\u2212]/g, "-");
  return /^[\do\s().+/-]*$/i.test(plain) ? plain.replace(/o/gi, "0") : plain;
}
