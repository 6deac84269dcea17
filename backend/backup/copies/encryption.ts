/**
 * The encryption of files that leave the machine: AES-256-GCM in chunks, as the STREAM construction has it (also age
 * and Tink), so that a file of any size is encrypted, and checked, in bounded memory.
 *
 * A file is `YAAREENC`, the version (1), 32 random bytes, and chunks of 64 KiB, each followed by its tag of 16 bytes;
 * only the last chunk may be shorter. The key of a file is HKDF-SHA-256 of the owner's key, with the random bytes as
 * salt and the path of the file as its context: so a nonce, which counts the chunks, is never used twice with a key,
 * and a file does not pass for another one. The last byte of the nonce is 1 in the last chunk: a file that was cut
 * off does not pass for a whole one.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

export class DecryptionError extends Error {
  override readonly name = "DecryptionError";
}

const CIPHER = "aes-256-gcm";
const MAGIC = Buffer.from("YAAREENC\x01", "latin1");
const SALT_BYTES = 32;
const HEADER_BYTES = MAGIC.length + SALT_BYTES;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;

/** `path` names the file, and must be the same when it is decrypted. */
export async function* encrypt(
  source: AsyncIterable<Uint8Array>,
  key: Buffer,
  path: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  yield Buffer.concat([MAGIC, salt]);
  const fileKey = deriveFileKey(key, salt, path);
  for await (const { chunk, index, isLast } of splitChunks(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, fileKey, getNonce(index, isLast));
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Yields only what was checked. Throws a DecryptionError for a file that is damaged, cut off, or has another key or path. */
export async function* decrypt(
  source: AsyncIterable<Uint8Array>,
  key: Buffer,
  path: string,
): AsyncGenerator<Buffer> {
  const iterator = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < HEADER_BYTES) {
    const { done, value } = await iterator.next();
    if (done) throw new DecryptionError(`${path} is cut off`);
    head = Buffer.concat([head, value]);
  }
  if (!head.subarray(0, MAGIC.length).equals(MAGIC))
    throw new DecryptionError(`${path} is no encrypted file of a backup`);
  const fileKey = deriveFileKey(key, head.subarray(MAGIC.length, HEADER_BYTES), path);
  const rest = (async function* () {
    yield head.subarray(HEADER_BYTES);
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
  for await (const { chunk, index, isLast } of splitChunks(rest, CHUNK_BYTES + TAG_BYTES)) {
    if (chunk.length < TAG_BYTES) throw new DecryptionError(`${path} is cut off`);
    const decipher = createDecipheriv(CIPHER, fileKey, getNonce(index, isLast));
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
    try {
      yield Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw new DecryptionError(`${path} is damaged`);
    }
  }
}

function deriveFileKey(key: Buffer, salt: Buffer, path: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, `yaare backup ${path}`, 32));
}

function getNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

/** Chunks of `size` bytes. The last one may be shorter, and is empty only in an empty file. */
async function* splitChunks(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ chunk: Buffer; index: number; isLast: boolean }> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let index = 0;
  for await (const part of source) {
    parts.push(part);
    length += part.length;
    // The last chunk is known only when the source has ended.
    if (length <= size) continue;
    let bytes = Buffer.concat(parts);
    while (bytes.length > size) {
      yield { chunk: bytes.subarray(0, size), index: index++, isLast: false };
      bytes = bytes.subarray(size);
    }
    parts = [bytes];
    length = bytes.length;
  }
  yield { chunk: Buffer.concat(parts), index, isLast: true };
}
