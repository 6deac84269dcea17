/** Content codings of the cached responses: negotiation and compression. */
import { promisify } from "node:util";
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  gzip,
} from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

export const decompressBrotli: (bytes: Buffer) => Promise<Buffer> = promisify(brotliDecompress);

/**
 * Measured with the catalogue page (123 kB): quality 5 saves six per cent of the bytes and takes one and a half
 * times as long, quality 10 saves another six and takes a hundred times as long.
 */
const BROTLI_QUALITY = 4;
const BROTLI_CHUNK_BYTES = 65_536;
const GZIP_LEVEL = 6;

/** A smaller body is not compressed, as that saves no packet. */
const MIN_COMPRESSED_BYTES = 1024;
const COMPRESSIBLE = /^(text\/|image\/svg|image\/x-icon|application\/(javascript|json|manifest|xml|wasm))/;

/** Whether a body of this media type and number of bytes is sent compressed to those who accept it. */
export function isCompressible(contentType: string, bytes: number): boolean {
  return bytes >= MIN_COMPRESSED_BYTES && COMPRESSIBLE.test(contentType);
}

/** The best coding that an `Accept-Encoding` header allows; a coding with `q=0` is refused. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return "identity";
  if (accepts(acceptEncoding, "br")) return "br";
  return accepts(acceptEncoding, "gzip") ? "gzip" : "identity";
}

function accepts(header: string, coding: string): boolean {
  return header.split(",").some((item) => {
    const [name = "", ...parameters] = item.split(";");
    if (name.trim().toLowerCase() !== coding) return false;
    return !parameters.some((parameter) => /^\s*q\s*=\s*0(\.0*)?\s*$/i.test(parameter));
  });
}

/**
 * Compresses on a thread of its own, never on the event loop. The result of zlib is a view of a larger
 * buffer, which a cached page would keep in memory: it is copied, to memory outside of Node's shared pool.
 */
export async function compress(bytes: Buffer, encoding: "br" | "gzip"): Promise<Buffer> {
  const compressed =
    encoding === "gzip"
      ? await gzipAsync(bytes, { level: GZIP_LEVEL })
      : await brotliAsync(bytes, toBrotliOptions(bytes));
  const exact = Buffer.allocUnsafeSlow(compressed.length);
  compressed.copy(exact);
  return exact;
}

/**
 * Compresses at once, for the render thread, which has nothing else to do: that takes two thirds of the processor
 * time of `compress`, which passes the result through a stream.
 */
export function compressBrotli(bytes: Uint8Array): ArrayBuffer {
  const compressed = brotliCompressSync(bytes, toBrotliOptions(bytes));
  return new Uint8Array(compressed).buffer;
}

function toBrotliOptions({ length }: Uint8Array): BrotliOptions {
  return {
    // One piece holds the result of a page: pieces would be joined by copying them.
    chunkSize: BROTLI_CHUNK_BYTES,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  };
}
