/**
 * Writes a brotli and a gzip copy beside each built file that compresses well, once, at the best quality: the
 * server then sends the prepared bytes, and no visitor waits for a compressor.
 */
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { listFiles } from "./list-files.mjs";

/** Smaller files consist mostly of headers. */
const minBytes = 512;
const compressible = /\.(css|html|ico|js|json|map|svg|txt|webmanifest|xml)$/;

/** @param {string} folder */
export async function precompress(folder) {
  const files = listFiles(folder).filter((file) => compressible.test(file));
  await Promise.all(files.map(compressFile));
}

/** @param {string} file */
async function compressFile(file) {
  const bytes = await readFile(file);
  if (bytes.length < minBytes) return;
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([
    brotli.length < bytes.length ? writeFile(`${file}.br`, brotli) : undefined,
    gzipped.length < bytes.length ? writeFile(`${file}.gz`, gzipped) : undefined,
  ]);
}
