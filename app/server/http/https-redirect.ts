/** What the port of plain HTTP answers beside TLS: a redirect to the shop, and an authority's questions. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { WholeResponse } from "./http-server.ts";

const CHALLENGE = /^\/\.well-known\/acme-challenge\/(?<token>[\w-]{1,128})$/;

/**
 * Redirects what only reads. Anything else has already sent in the clear what it should not: it fails, so that its
 * author notices.
 *
 * @param webroot the folder in which a client of ACME puts its answers (`certbot --webroot`)
 */
export function createHttpsRedirect(
  siteUrl: string,
  webroot: string,
): (request: { url?: string; method?: string }, response: WholeResponse) => Promise<void> {
  return async ({ url = "/", method = "" }, response) => {
    const token = CHALLENGE.exec(url)?.groups?.token;
    if (token) {
      const answer = await readFile(join(webroot, ".well-known/acme-challenge", token)).catch(() => null);
      response.writeHead(answer ? 200 : 404, { "content-type": "text/plain" });
      response.end(answer ?? "Not found\n");
      return;
    }
    if (method !== "GET" && method !== "HEAD") {
      response.writeHead(403, { "content-type": "text/plain" });
      response.end(`Use ${siteUrl}\n`);
      return;
    }
    // The name that the client asked for is not repeated: the redirect would lead wherever it says.
    response.writeHead(308, { location: siteUrl + (url.startsWith("/") ? url : "/"), "content-length": "0" });
    response.end();
  };
}
