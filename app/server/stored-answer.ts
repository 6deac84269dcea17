/**
 * An answer kept as bytes: a page or a file, with its headers written out, in every coding that a client has asked
 * for. Sending it is then a comparison of ETags and one write.
 */
import { createHash } from "node:crypto";
import { chooseEncoding, type Encoding, encode } from "./encodings.ts";

/** Below this, a compressed body saves no packet. */
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
  readonly #body: Buffer;
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
    this.#body = body;
    this.#hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
    this.#compressible = body.length >= SMALLEST_COMPRESSED && COMPRESSIBLE.test(type);
    if (encoded.br) this.#variants.set("br", this.#describe("br", encoded.br));
    if (encoded.gzip) this.#variants.set("gzip", this.#describe("gzip", encoded.gzip));
  }

  /** Bytes of memory, about: the compressed copies of a page are together less than half of it. */
  get size(): number {
    return this.#compressible ? Math.ceil(this.#body.length * 1.5) : this.#body.length;
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
    if (encoding === "identity") {
      const made = this.#describe(encoding, this.#body);
      this.#variants.set(encoding, made);
      return made;
    }
    const making = encode(this.#body, encoding).then((body) => {
      const made = this.#describe(encoding, body);
      this.#variants.set(encoding, made);
      return made;
    });
    this.#variants.set(encoding, making);
    making.catch(() => this.#variants.delete(encoding));
    return making;
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
