/** Content codings of the answers that are kept as bytes: which one a client takes, and making it. */
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

export const unpackBrotli: (bytes: Buffer) => Promise<Buffer> = promisify(brotliDecompress);

/** Of the catalogue page (109 kB), 6 takes one per cent off at half more time, and 10 six per cent at sixty times. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;

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
 * Compresses on a thread of its own, never on the event loop. What zlib gives is a view of a larger buffer, which a
 * kept page would hold on to: it is copied, to memory outside of Node's shared pool.
 */
export async function encode(bytes: Buffer, encoding: "br" | "gzip"): Promise<Buffer> {
  const packed = encoding === "gzip" ? await gzipAsync(bytes, { level: GZIP_LEVEL }) : await brotli(bytes);
  const exact = Buffer.allocUnsafeSlow(packed.length);
  packed.copy(exact);
  return exact;
}

function brotli(bytes: Buffer): Promise<Buffer> {
  return brotliAsync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
