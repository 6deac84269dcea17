/**
 * Parses a multipart/form-data body part by part as it arrives: a file is never in memory as a whole, as it
 * would be with Request.formData().
 */
import { invalidRequest } from "./errors.ts";

export interface Part {
  name: string;
  /** Null for a field that is not a file. */
  filename: string | null;
  contentType: string | null;
  /** Must be read before the next part is requested. */
  body: AsyncIterable<Uint8Array>;
}

const MAX_HEADER_BYTES = 8 * 1024;
const MAX_PARTS = 20;

/** The boundary in a Content-Type header; null when there is none. */
export function parseBoundary(contentType: string): string | null {
  const match =
    /^multipart\/form-data\s*;.*?boundary=(?:"(?<quoted>[^"]{1,70})"|(?<plain>[^\s;"]{1,70}(?=$|[\s;])))/i.exec(
      contentType,
    );
  return match?.groups?.quoted ?? match?.groups?.plain ?? null;
}

/** Throws InvalidRequest for a malformed or truncated body. */
export async function* readParts(
  source: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<Part, void, void> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  const bytes = new DelimitedReader(source);
  // The preamble before the first part is ignored.
  for await (const _ of bytes.until(delimiter));
  for (let count = 0; ; count++) {
    const after = await bytes.take(2);
    if (after === "--") return;
    if (after !== "\r\n") throw malformed();
    if (count === MAX_PARTS) throw invalidRequest("The form has too many parts");
    const part = parseHeaders(await bytes.head());
    const body = bytes.until(delimiter);
    yield { ...part, body };
    // The rest of a part that the consumer has not read is skipped.
    for await (const _ of body);
  }
}

function parseHeaders(text: string): Omit<Part, "body"> {
  const headers = new Map<string, string>();
  for (const line of text.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const disposition = headers.get("content-disposition") ?? "";
  const name = /;\s*name="(?<name>[^"]*)"/i.exec(disposition)?.groups?.name;
  if (!/^form-data\s*;/i.test(disposition) || name === undefined) throw malformed();
  const filename = /;\s*filename="(?<filename>[^"]*)"/i.exec(disposition)?.groups?.filename ?? null;
  return { name, filename, contentType: headers.get("content-type") ?? null };
}

/** Splits a stream of bytes at delimiters, buffering no more than the possible beginning of one. */
class DelimitedReader {
  readonly #source: AsyncIterator<Uint8Array>;
  // A line break in front of the body, because the first delimiter may be at its very start.
  #buffer = Buffer.from("\r\n");

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Yields the bytes up to the delimiter, and consumes the delimiter. */
  async *until(delimiter: Buffer): AsyncGenerator<Uint8Array, void, void> {
    for (;;) {
      const at = this.#buffer.indexOf(delimiter);
      const isFound = at !== -1;
      const ready = isFound ? at : this.#buffer.length - delimiter.length + 1;
      if (ready > 0 || isFound) {
        const chunk = this.#buffer.subarray(0, ready);
        this.#buffer = this.#buffer.subarray(isFound ? ready + delimiter.length : ready);
        if (chunk.length > 0) yield chunk;
      }
      if (isFound) return;
      await this.#fill();
    }
  }

  /** The header lines, up to the first empty line. */
  async head(): Promise<string> {
    for (;;) {
      const end = this.#buffer.indexOf("\r\n\r\n");
      if (end > MAX_HEADER_BYTES || (end === -1 && this.#buffer.length > MAX_HEADER_BYTES)) throw malformed();
      if (end !== -1) {
        const text = this.#buffer.toString("utf8", 0, end);
        this.#buffer = this.#buffer.subarray(end + 4);
        return text;
      }
      await this.#fill();
    }
  }

  async take(length: number): Promise<string> {
    while (this.#buffer.length < length) await this.#fill();
    const text = this.#buffer.toString("latin1", 0, length);
    this.#buffer = this.#buffer.subarray(length);
    return text;
  }

  async #fill(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done) throw malformed();
    this.#buffer = Buffer.concat([this.#buffer, value]);
  }
}

function malformed() {
  return invalidRequest("The form is malformed or cut off");
}
