/**
 * Notices that the shop is reached under another name than SITE_URL: links, mails, tokens and previews would
 * then name an address at which customers do not find it. The first such request is reported, later ones are
 * not: the header is the client's, and must not fill the log.
 */
import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import type { Logger } from "#backend/core/observability/log.ts";

/** Names of this machine: health checks and trials use them beside the public one. */
const LOCAL_NAME = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const NAME = /^[a-z0-9.-]{1,253}$|^\[[0-9a-f:.]+\]$/;

interface NamedRequest {
  url?: string;
  headers: IncomingHttpHeaders;
}

/** Returns the function that is called for each request. */
export function createSiteNameCheck(siteUrl: string, log: Logger): (request: NamedRequest) => void {
  const expected = new URL(siteUrl).hostname;
  let isReported = false;
  return ({ url, headers }) => {
    if (isReported || url === "/healthz") return;
    const name = getName(headers);
    if (name === expected || !NAME.test(name) || LOCAL_NAME.test(name)) return;
    // Load balancers ask by address whether a shop is healthy; only a shop without a name is reached by one.
    if (isIP(name.replace(/^\[|\]$/g, "")) !== 0 && !LOCAL_NAME.test(expected)) return;
    isReported = true;
    log.warn(
      `The shop is reached as ${name}, but SITE_URL is ${siteUrl}: set SITE_URL to the shop's public address, so that links and mails lead to it.`,
    );
  };
}

/** The name that the client asked for, in lower case and without a port; a proxy may set the Host to its own. */
function getName(headers: IncomingHttpHeaders): string {
  const [forwarded] = String(headers["x-forwarded-host"] ?? "").split(",");
  const host = (forwarded?.trim() || headers.host || String(headers[":authority"] ?? "")).toLowerCase();
  return host.replace(/:\d*$/, "");
}
