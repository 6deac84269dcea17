/** The S3 requests of the file store, signed by aws4fetch. Rejects with the error of the server. */
import { openAsBlob } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import type { S3Config } from "#backend/core/config/s3-config.ts";
import { S3Error } from "./s3-error.ts";

interface ListedFile {
  key: string;
  /** Milliseconds since the epoch. */
  modified: number;
}

const MAX_RETRIES = 3;
/** The longest pause before the first of them; it doubles with each. */
const FIRST_RETRY_MS = 50;
/** A bucket that says nothing for so long has failed: a request of the shop waits for it, and a transaction. */
const SILENCE_MS = 15_000;
/** The slowest upload that is waited for, in bytes a millisecond: a shop may have a slow line. */
const MIN_UPLOAD_SPEED = 32;

export class S3Bucket {
  readonly #client: AwsClient;
  readonly #url: string;
  readonly #silenceMs: number;

  constructor({ url, accessKeyId, secretAccessKey, region }: S3Config, silenceMs = SILENCE_MS) {
    this.#client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      region,
      service: "s3",
    });
    this.#url = url;
    this.#silenceMs = silenceMs;
  }

  /** Rejects when the bucket does not respond or may not be listed. */
  async check(): Promise<void> {
    await this.#send("?list-type=2&max-keys=1");
  }

  /** Uploads a file from the local disk. */
  async put(key: string, path: string): Promise<void> {
    const body = await openAsBlob(path);
    const longestMs = this.#silenceMs + Math.ceil(body.size / MIN_UPLOAD_SPEED);
    expectFile(await this.#send(`/${key}`, { method: "PUT", body, signal: AbortSignal.timeout(longestMs) }));
  }

  /** Null when there is no such key. */
  async get(key: string): Promise<AsyncIterable<Uint8Array> | null> {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), this.#silenceMs);
    try {
      const response = await this.#find(`/${key}`, { signal: silence.signal });
      if (response === null) return null;
      expectFile(response);
      if (response.body === null) throw new S3Error(null, "S3 answered without a body");
      return this.#read(response.body, silence);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Only the time is measured in which the bucket is silent, not that in which nobody reads. */
  async *#read(body: ReadableStream<Uint8Array>, silence: AbortController): AsyncGenerator<Uint8Array> {
    const reader = body.getReader();
    try {
      for (;;) {
        const timer = setTimeout(() => silence.abort(), this.#silenceMs);
        const { done, value } = await reader.read().finally(() => clearTimeout(timer));
        if (done) return;
        yield value;
      }
    } catch (error) {
      throw new S3Error(null, "S3 did not send the whole file", { cause: error });
    } finally {
      silence.abort();
    }
  }

  /** False when there is no such key. */
  async copy(from: string, to: string): Promise<boolean> {
    const source = `${new URL(this.#url).pathname}/${from}`;
    const response = await this.#find(`/${to}`, { method: "PUT", headers: { "x-amz-copy-source": source } });
    if (response === null) return false;
    // A copy that fails after it has begun is reported with status 200.
    const text = await response.text();
    if (text.includes("<Error>")) throw new S3Error(response.status, text);
    return true;
  }

  async remove(key: string): Promise<void> {
    await this.#find(`/${key}`, { method: "DELETE" });
  }

  /** Lists page by page. The keys are the service's own and contain nothing that XML escapes. */
  async *list(prefix: string): AsyncGenerator<ListedFile[]> {
    let next: string | undefined;
    do {
      const page = new URLSearchParams({
        "list-type": "2",
        prefix,
        ...(next && { "continuation-token": next }),
      });
      const text = await (await this.#send(`?${page}`)).text();
      yield [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = ""]) => ({
        key: /<Key>(?<key>.*?)<\/Key>/s.exec(entry)?.groups?.key ?? "",
        modified: Date.parse(/<LastModified>(?<time>.*?)<\/LastModified>/s.exec(entry)?.groups?.time ?? ""),
      }));
      next = /<NextContinuationToken>(?<token>.*?)<\/NextContinuationToken>/s.exec(text)?.groups?.token;
    } while (next);
  }

  async #find(path: string, init?: RequestInit): Promise<Response | null> {
    try {
      return await this.#send(path, init);
    } catch (error) {
      if (error instanceof S3Error && error.status === 404) return null;
      throw error;
    }
  }

  async #send(path: string, init: RequestInit = {}): Promise<Response> {
    const signal = init.signal ?? AbortSignal.timeout(this.#silenceMs);
    const response = await this.#fetch(`${this.#url}${path}`, init, signal).catch((error: unknown) => {
      throw new S3Error(null, "S3 does not answer", { cause: error });
    });
    if (!response.ok) throw await S3Error.read(response);
    return response;
  }

  /**
   * As the client's own `fetch`, but that the signal is given to each request itself: from the request that the client
   * makes, which nothing holds meanwhile, it would be lost at a collection of memory, and a silent bucket waited for
   * without end.
   */
  async #fetch(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(await this.#client.sign(url, init), { signal });
      const isFinal = response.status < 500 && response.status !== 429;
      if (isFinal || attempt === MAX_RETRIES) return response;
      await sleep(Math.random() * FIRST_RETRY_MS * 2 ** attempt);
    }
  }
}

/** S3 answers with a file's ETag, which the page of a proxy or of a wrong server does not have. */
function expectFile({ status, headers }: Response): void {
  if (!headers.has("etag")) throw new S3Error(null, `S3 is not what answered ${status}`);
}
