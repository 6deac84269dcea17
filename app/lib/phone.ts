/**
 * Telephone numbers the way people in Burkina Faso write them (70 12 34 56, +226 70-12-34-56, 00226…), kept in
 * one form. A number of another country keeps its own code; anything else is kept as written, since a courier
 * can still read what a program cannot.
 */
const COUNTRY = "+226";

/** `+226XXXXXXXX` for a national number, `+<digits>` for one with a country code, otherwise the trimmed text. */
export function normalizePhone(text: string): string {
  const written = text.trim();
  if (/[^\d\s().+/-]/.test(written)) return written;
  const digits = written.replace(/\D/g, "");
  const international = /^\(?\+/.test(written) ? digits : digits.startsWith("00") ? digits.slice(2) : null;
  if (international !== null) return international.length >= 8 ? `+${international}` : written;
  if (digits.length === 11 && digits.startsWith("226")) return `+${digits}`;
  return digits.length === 8 ? COUNTRY + digits : written;
}

/** Grouped for reading: `+226 70 12 34 56`; another country's number in groups of up to three from the right. */
export function formatPhone(phone: string): string {
  const national = /^\+226(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(phone);
  if (national) return [COUNTRY, ...national.slice(1)].join(" ");
  return /^\+\d+$/.test(phone) ? phone.replace(/\B(?=(\d{3})+$)/g, " ") : phone;
}

/** Enough digits to be called: at least eight. */
export function isPhone(text: string): boolean {
  return text.replace(/\D/g, "").length >= 8;
}
