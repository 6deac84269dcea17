/**
 * The bytes of a page, compressed, with the headers that every page needs: content security policy, security and
 * charset.
 */
import { getRenderedDocument } from "#app/lib/pages/rendered-document.ts";
import { contentSecurityPolicy } from "./http/csp.ts";
import { compressBrotli, isCompressible } from "./http/encodings.ts";
import { type PublicSite, securityHeaders } from "./http/security-headers.ts";

export interface SiteAddresses extends PublicSite {
  /** Further origins to which the browser sends requests. */
  connectTo: readonly string[];
}

export interface PageBytes {
  status: number;
  headers: [name: string, value: string][];
  body: ArrayBuffer;
  /** The coding of the body: brotli where that saves bytes. */
  encoding: "br" | "identity";
}

/** An error page, or a page of another server: nothing in it is known to be the application's. */
const NOTHING_INLINE = { scripts: [], styles: [] };
const encoder = new TextEncoder();

export function createPageEncoder(site: SiteAddresses) {
  const security = Object.entries(securityHeaders(site));
  return async (response: Response): Promise<PageBytes> => {
    const document = getRenderedDocument(response);
    const bytes =
      document === undefined ? new Uint8Array(await response.arrayBuffer()) : encoder.encode(document.html);
    const headers = new Headers(response.headers);
    headers.delete("content-length");
    for (const [name, value] of security) headers.set(name, value);
    if (headers.get("content-type")?.startsWith("text/html")) {
      headers.set("content-type", "text/html; charset=utf-8");
      headers.set(
        "content-security-policy",
        contentSecurityPolicy(document ?? NOTHING_INLINE, site.connectTo),
      );
    }
    const isCompressed = isCompressible(headers.get("content-type") ?? "", bytes.length);
    return {
      status: response.status,
      headers: [...headers],
      body: isCompressed ? compressBrotli(bytes) : bytes.buffer,
      encoding: isCompressed ? "br" : "identity",
    };
  };
}
