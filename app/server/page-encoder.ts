/**
 * The bytes of a page, compressed, with the headers that every page needs: content security policy, security and
 * charset.
 */
import { getRenderedDocument, type RenderedDocument } from "#app/lib/pages/rendered-document.ts";
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
/** No character of a string takes more. */
const MAX_BYTES_PER_CHARACTER = 3;
/** Where documents are encoded, one after the other: new memory for each would be cleared first. */
let scratch = new Uint8Array(0);
/** What the application inlines in its documents, encoded: there are few. */
const inlinedBytes = new Map<string, Uint8Array>();

export function createPageEncoder(site: SiteAddresses) {
  const security = Object.entries(securityHeaders(site));
  return async (response: Response): Promise<PageBytes> => {
    const document = getRenderedDocument(response);
    const bytes =
      document === undefined ? new Uint8Array(await response.arrayBuffer()) : encodeDocument(document);
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
      body: isCompressed ? compressBrotli(bytes) : bytes.slice().buffer,
      encoding: isCompressed ? "br" : "identity",
    };
  };
}

/** The result is overwritten by the next document. */
function encodeDocument({ html }: RenderedDocument): Uint8Array<ArrayBuffer> {
  const [, inlined] = html;
  const middle = inlinedBytes.get(inlined) ?? encoder.encode(inlined);
  inlinedBytes.set(inlined, middle);
  const characters = html.reduce((sum, piece) => sum + piece.length, 0);
  const needed = characters * MAX_BYTES_PER_CHARACTER;
  if (scratch.length < needed) scratch = new Uint8Array(needed);
  let length = 0;
  for (const piece of html) {
    if (piece === inlined) scratch.set(middle, length);
    length += piece === inlined ? middle.length : encoder.encodeInto(piece, scratch.subarray(length)).written;
  }
  return scratch.subarray(0, length);
}
