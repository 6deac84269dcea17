/**
 * The link that opens a mail to an address that a visitor typed. Its `?`, `&` and `%`, which an address may have, would
 * begin fields of the mail: another recipient, or a text.
 */
export function mailLink(address: string, subject: string): string {
  const to = encodeURIComponent(address).replace("%40", "@");
  return `mailto:${to}?subject=${encodeURIComponent(subject)}`;
}
