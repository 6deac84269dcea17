/** Tells the customer of an error page the id of the request, which the log has too. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** The empty element that error pages have for it. */
const PLACE = /(<p[^>]*\bdata-reference\b[^>]*>)(?=<\/p>)/;

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

/** The same page with `Référence : …`; other responses are unchanged. */
export async function withReference(response: Response, reference: string | undefined): Promise<Response> {
  const { status, headers } = response;
  if (reference === undefined || !headers.get("content-type")?.startsWith("text/html")) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const decode = DECODERS[headers.get("content-encoding") ?? ""];
  const html = new TextDecoder().decode(decode && bytes.length > 0 ? decode(bytes) : bytes);
  const changed = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "etag"]) changed.delete(name);
  return new Response(html.replace(PLACE, `$1Référence\u00a0: ${reference}`), { status, headers: changed });
}
