/** The security headers of every response of the shop itself, pages and files alike. */
const TWO_YEARS_SECONDS = 63_072_000;

/** @param siteUrl the public URL; only a shop on https may require https from then on */
export function securityHeaders(siteUrl: string): Record<string, string> {
  const headers: Record<string, string> = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
  };
  if (siteUrl.startsWith("https:")) {
    headers["strict-transport-security"] = `max-age=${TWO_YEARS_SECONDS}`;
  }
  return headers;
}
