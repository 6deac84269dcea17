/** Links that call a telephone number. Apart from phone.ts, since every page has one. */

/** The link that calls a number, however it is written: `tel:+22670123456` for «+226 70 12 34 56». */
export function telLink(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, "")}`;
}
