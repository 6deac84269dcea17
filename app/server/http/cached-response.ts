/**
 * A response stored as bytes: a page or a file with its serialized headers, in every content coding that a
 * client has requested. Sending it is a comparison of ETags and one write.
 *
 * A page is stored as brotli instead of uncompressed, in a sixth of the memory; for the few clients that accept
 * neither brotli nor gzip it is decompressed, once for those who ask at the same time.
 */
import { createHash } from "node:crypto";
import { chooseEncoding, compress, decompressBrotli, type Encoding, isCompressible } from "./encodings.ts";

interface Variant {
  etag: string;
  /** Flat lists of names and values, as `writeHead` takes them; the second one is for status 304. */
  headers: readonly string[];
  notModifiedHeaders: readonly string[];
  body: Buffer;
}

/** A response to write to the connection. `headers` is a flat list of names and values. */
export interface RawResponse {
  status: number;
  headers: readonly string[];
  body: Buffer | null;
}

/** The parts of a request that decide which bytes are sent. */
export interface RequestConditions {
  method: string | undefined;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

export class CachedResponse {
  readonly status: number;
  readonly #headers: readonly string[];
  readonly #hash: string;
  readonly #compressible: boolean;
  readonly #variants = new Map<Encoding, Variant | Promise<Variant>>();
  /** The decompressed body while it is made, and then for as long as a response that is not sent yet has it. */
  #decompressing: Promise<Buffer> | null = null;
  #decompressed: WeakRef<Buffer> | null = null;

  /**
   * @param headers without Content-Length, Content-Encoding, ETag and Vary, which this class sets
   * @param body null when only its brotli copy is stored
   * @param encoded the body in the codings that are there already
   */
  constructor(
    status: number,
    headers: Headers,
    body: Buffer | null,
    encoded: Partial<Record<"br" | "gzip", Buffer>> = {},
  ) {
    const original = body ?? encoded.br;
    if (!original) throw new Error("A response needs a body");
    this.status = status;
    this.#headers = [...headers].flat();
    this.#hash = createHash("sha256").update(original).digest("base64url").slice(0, 22);
    this.#compressible =
      encoded.br !== undefined || isCompressible(headers.get("content-type") ?? "", original.length);
    if (body) this.#variants.set("identity", this.#createVariant("identity", body));
    if (encoded.br) this.#variants.set("br", this.#createVariant("br", encoded.br));
    if (encoded.gzip) this.#variants.set("gzip", this.#createVariant("gzip", encoded.gzip));
  }

  /** Bytes of memory that the body takes in all its present codings. */
  get size(): number {
    let bytes = 0;
    for (const variant of this.#variants.values())
      if (!(variant instanceof Promise)) bytes += variant.body.length;
    return bytes;
  }

  /** The response to a request; a promise only when its coding has to be created. */
  respond(conditions: RequestConditions): RawResponse | Promise<RawResponse> {
    const encoding = this.#compressible ? chooseEncoding(conditions.acceptEncoding) : "identity";
    const variant = this.#getVariant(encoding);
    return variant instanceof Promise
      ? variant.then((created) => this.#toRawResponse(created, conditions))
      : this.#toRawResponse(variant, conditions);
  }

  #toRawResponse(variant: Variant, { method, ifNoneMatch }: RequestConditions): RawResponse {
    if (ifNoneMatch !== undefined && this.status === 200 && matchesEtag(ifNoneMatch, variant.etag)) {
      return { status: 304, headers: variant.notModifiedHeaders, body: null };
    }
    return { status: this.status, headers: variant.headers, body: method === "HEAD" ? null : variant.body };
  }

  #getVariant(encoding: Encoding): Variant | Promise<Variant> {
    const known = this.#variants.get(encoding);
    if (known) return known;
    const pending = this.#encodeVariant(encoding);
    // Few clients need the uncompressed bytes of a compressed response: they are not stored.
    if (encoding === "identity") return pending;
    this.#variants.set(encoding, pending);
    pending.then(
      (created) => this.#variants.set(encoding, created),
      () => this.#variants.delete(encoding),
    );
    return pending;
  }

  async #encodeVariant(encoding: Encoding): Promise<Variant> {
    const plain = await this.#getPlainBody();
    return this.#createVariant(encoding, encoding === "identity" ? plain : await compress(plain, encoding));
  }

  async #getPlainBody(): Promise<Buffer> {
    const plain = await this.#variants.get("identity");
    if (plain) return plain.body;
    const brotli = await this.#variants.get("br");
    if (!brotli) throw new Error("A compressed response has no body");
    const decompressed = this.#decompressed?.deref();
    if (decompressed) return decompressed;
    this.#decompressing ??= this.#decompress(brotli.body);
    return this.#decompressing;
  }

  /** A client that asks a thousand times at once, and reads nothing, costs one decompression and the memory of one. */
  async #decompress(compressed: Buffer): Promise<Buffer> {
    try {
      const body = await decompressBrotli(compressed);
      this.#decompressed = new WeakRef(body);
      return body;
    } finally {
      this.#decompressing = null;
    }
  }

  #createVariant(encoding: Encoding, body: Buffer): Variant {
    const etag = encoding === "identity" ? `"${this.#hash}"` : `"${this.#hash}-${encoding}"`;
    const notModifiedHeaders = [...this.#headers];
    if (this.#compressible) notModifiedHeaders.push("vary", "Accept-Encoding");
    if (this.status === 200) notModifiedHeaders.push("etag", etag);
    const headers = [...notModifiedHeaders, "content-length", String(body.length)];
    if (encoding !== "identity") headers.push("content-encoding", encoding);
    return { etag, headers, notModifiedHeaders, body };
  }
}

export function getRequestConditions(request: Request): RequestConditions {
  return {
    method: request.method,
    acceptEncoding: request.headers.get("accept-encoding") ?? undefined,
    ifNoneMatch: request.headers.get("if-none-match") ?? undefined,
  };
}

/** For a router, which expects a Response; cached-response-handler.ts writes the raw one itself. */
export function toResponse({ status, headers, body }: RawResponse): Response {
  const collected = new Headers();
  for (let index = 0; index < headers.length; index += 2) {
    collected.append(headers[index] ?? "", headers[index + 1] ?? "");
  }
  return new Response(body && new Uint8Array(body), { status, headers: collected });
}

/** If-None-Match uses weak comparison: a proxy may have added `W/` to the tag. */
function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
}
