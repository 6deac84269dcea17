/**
 * An answer kept as bytes: a page or a file, with its headers written out, in every coding that a client has asked
 * for. Sending it is then a comparison of ETags and one write.
 *
 * A packed one is kept as brotli instead of plain, a sixth of the memory; the few clients that read neither brotli
 * nor gzip have it unpacked.
 */
import { createHash } from "node:crypto";
import { chooseEncoding, type Encoding, encode, unpackBrotli } from "./encodings.ts";

/** Below this, compressing a body saves no packet; one that was compressed before is sent so. */
const SMALLEST_COMPRESSED = 1024;
const COMPRESSIBLE = /^(text\/|image\/svg|image\/x-icon|application\/(javascript|json|manifest|xml|wasm))/;

interface Variant {
  etag: string;
  /** Flat list of names and values, as `writeHead` takes it; the second one is for 304. */
  headers: readonly string[];
  unchangedHeaders: readonly string[];
  body: Buffer;
}

/** What to write to the connection. `headers` is a flat list of names and values. */
export interface WireAnswer {
  status: number;
  headers: readonly string[];
  body: Buffer | null;
}

/** The request headers that decide which bytes are sent. */
export interface Conditions {
  method: string | undefined;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

export class StoredAnswer {
  readonly status: number;
  readonly #headers: readonly string[];
  readonly #hash: string;
  readonly #compressible: boolean;
  readonly #variants = new Map<Encoding, Variant | Promise<Variant>>();

  /**
   * @param headers without Content-Length, Content-Encoding, ETag and Vary, which are this class's own
   * @param encoded the body in codings that were made before, at build time
   */
  constructor(
    status: number,
    headers: Headers,
    body: Buffer,
    encoded: Partial<Record<"br" | "gzip", Buffer>> = {},
  ) {
    const type = headers.get("content-type") ?? "";
    this.status = status;
    this.#headers = [...headers].flat();
    this.#hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
    const isWorthIt = body.length >= SMALLEST_COMPRESSED || encoded.br !== undefined;
    this.#compressible = isWorthIt && COMPRESSIBLE.test(type);
    this.#variants.set("identity", this.#describe("identity", body));
    if (encoded.br) this.#variants.set("br", this.#describe("br", encoded.br));
    if (encoded.gzip) this.#variants.set("gzip", this.#describe("gzip", encoded.gzip));
  }

  /** Keeps the body as brotli and lets the plain one go, where that saves anything. */
  async pack(): Promise<void> {
    if (!this.#compressible) return;
    await this.#variant("br");
    this.#variants.delete("identity");
  }

  /** Bytes of memory that the body and its copies take by now. */
  get size(): number {
    let bytes = 0;
    for (const variant of this.#variants.values())
      if (!(variant instanceof Promise)) bytes += variant.body.length;
    return bytes;
  }

  /** The answer to a request; a promise only when its coding is made for the first time. */
  answer(conditions: Conditions): WireAnswer | Promise<WireAnswer> {
    const encoding = this.#compressible ? chooseEncoding(conditions.acceptEncoding) : "identity";
    const variant = this.#variant(encoding);
    return variant instanceof Promise
      ? variant.then((made) => this.#write(made, conditions))
      : this.#write(variant, conditions);
  }

  #write(variant: Variant, { method, ifNoneMatch }: Conditions): WireAnswer {
    if (ifNoneMatch !== undefined && this.status === 200 && matches(ifNoneMatch, variant.etag)) {
      return { status: 304, headers: variant.unchangedHeaders, body: null };
    }
    return { status: this.status, headers: variant.headers, body: method === "HEAD" ? null : variant.body };
  }

  #variant(encoding: Encoding): Variant | Promise<Variant> {
    const known = this.#variants.get(encoding);
    if (known) return known;
    const making = this.#make(encoding);
    // The plain bytes of a packed answer are for few: they are unpacked again for each.
    if (encoding === "identity") return making;
    this.#variants.set(encoding, making);
    making.then(
      (made) => this.#variants.set(encoding, made),
      () => this.#variants.delete(encoding),
    );
    return making;
  }

  async #make(encoding: Encoding): Promise<Variant> {
    const plain = await this.#plain();
    return this.#describe(encoding, encoding === "identity" ? plain : await encode(plain, encoding));
  }

  async #plain(): Promise<Buffer> {
    const plain = await this.#variants.get("identity");
    if (plain) return plain.body;
    const brotli = await this.#variants.get("br");
    if (!brotli) throw new Error("A packed answer has lost its bytes");
    return unpackBrotli(brotli.body);
  }

  #describe(encoding: Encoding, body: Buffer): Variant {
    const etag = encoding === "identity" ? `"${this.#hash}"` : `"${this.#hash}-${encoding}"`;
    const unchangedHeaders = [...this.#headers];
    if (this.#compressible) unchangedHeaders.push("vary", "Accept-Encoding");
    if (this.status === 200) unchangedHeaders.push("etag", etag);
    const headers = [...unchangedHeaders, "content-length", String(body.length)];
    if (encoding !== "identity") headers.push("content-encoding", encoding);
    return { etag, headers, unchangedHeaders, body };
  }
}

/** If-None-Match compares weakly: a proxy may have marked our tag with `W/`. */
function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
}
