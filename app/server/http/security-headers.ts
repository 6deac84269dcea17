/** The security headers of every response of the shop itself, pages and files alike. */
const ONE_YEAR_SECONDS = 31_536_000;

export interface PublicSite {
  /** Public origin of the shop, without a trailing slash. Only a shop on https may require https from then on. */
  siteUrl: string;
  /** Whether the subdomains of the shop's host are on https too, as its owner has said. */
  hstsSubdomains?: boolean;
}

export function securityHeaders({ siteUrl, hstsSubdomains = false }: PublicSite): Record<string, string> {
  const headers: Record<string, string> = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    // Staff scan bar codes, and shoppers and couriers send where they are.
    "permissions-policy": "camera=(self), geolocation=(self), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
  };
  if (siteUrl.startsWith("https:")) {
    const scope = hstsSubdomains ? "; includeSubDomains" : "";
    headers["strict-transport-security"] = `max-age=${ONE_YEAR_SECONDS}${scope}`;
  }
  return headers;
}
