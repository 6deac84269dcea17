/**
 * Reads a multipart/form-data body part by part as it arrives: a file in it never stands in memory as a whole, which
 * is what Request.formData() would do.
 */
import { invalidRequest } from "./errors.ts";

export interface Part {
  name: string;
  /** Null for a field that is not a file. */
  filename: string | null;
  contentType: string | null;
  /** To be read to its end before the next part is asked for. */
  body: AsyncIterable<Uint8Array>;
}

const MAX_HEADER_BYTES = 8 * 1024;
const MAX_PARTS = 20;

/** Of a Content-Type header; null when it names none. */
export function boundaryOf(contentType: string): string | null {
  const match = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}(?=$|[\s;])))/i.exec(
    contentType,
  );
  return match?.[1] ?? match?.[2] ?? null;
}

/** Throws InvalidRequest for what is not such a body, or is cut off. */
export async function* readParts(
  source: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<Part, void, void> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  const bytes = new Cutter(source);
  // What comes before the first part counts for nothing.
  for await (const _ of bytes.until(delimiter));
  for (let count = 0; ; count++) {
    const after = await bytes.take(2);
    if (after === "--") return;
    if (after !== "\r\n") throw malformed();
    if (count === MAX_PARTS) throw invalidRequest("The form has too many parts");
    const part = readHeaders(await bytes.head());
    const body = bytes.until(delimiter);
    yield { ...part, body };
    // Whoever asks for the next part has read this one, or does not want the rest of it.
    for await (const _ of body);
  }
}

function readHeaders(text: string): Omit<Part, "body"> {
  const headers = new Map<string, string>();
  for (const line of text.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const disposition = headers.get("content-disposition") ?? "";
  const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1];
  if (!/^form-data\s*;/i.test(disposition) || name === undefined) throw malformed();
  const filename = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1] ?? null;
  return { name, filename, contentType: headers.get("content-type") ?? null };
}

/** Cuts a stream of bytes at delimiters, holding back no more than might be the beginning of one. */
class Cutter {
  readonly #source: AsyncIterator<Uint8Array>;
  // As if the body began with a line's end: the first delimiter may stand at its very start.
  #held = Buffer.from("\r\n");

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** What comes before the delimiter, which is taken away. */
  async *until(delimiter: Buffer): AsyncGenerator<Uint8Array, void, void> {
    for (;;) {
      const at = this.#held.indexOf(delimiter);
      const isFound = at !== -1;
      const ready = isFound ? at : this.#held.length - delimiter.length + 1;
      if (ready > 0 || isFound) {
        const chunk = this.#held.subarray(0, ready);
        this.#held = this.#held.subarray(isFound ? ready + delimiter.length : ready);
        if (chunk.length > 0) yield chunk;
      }
      if (isFound) return;
      await this.#more();
    }
  }

  /** The lines up to the first empty one. */
  async head(): Promise<string> {
    for (;;) {
      const end = this.#held.indexOf("\r\n\r\n");
      if (end > MAX_HEADER_BYTES || (end === -1 && this.#held.length > MAX_HEADER_BYTES)) throw malformed();
      if (end !== -1) {
        const text = this.#held.toString("utf8", 0, end);
        this.#held = this.#held.subarray(end + 4);
        return text;
      }
      await this.#more();
    }
  }

  async take(length: number): Promise<string> {
    while (this.#held.length < length) await this.#more();
    const text = this.#held.toString("latin1", 0, length);
    this.#held = this.#held.subarray(length);
    return text;
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done) throw malformed();
    this.#held = Buffer.concat([this.#held, value]);
  }
}

function malformed() {
  return invalidRequest("The form is malformed or cut off");
}
