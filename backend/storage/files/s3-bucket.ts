/** The S3 requests of the file store, signed by aws4fetch. Rejects with the error of the server. */
import { openAsBlob } from "node:fs";
import { AwsClient } from "aws4fetch";
import type { S3Config } from "#backend/core/s3-config.ts";

interface ListedFile {
  key: string;
  /** Milliseconds since the epoch. */
  modified: number;
}

const MAX_RETRIES = 3;

/** An error response of S3, with its status. */
class S3Error extends Error {
  override readonly name = "S3Error";
  readonly status: number;

  constructor(status: number, text: string) {
    super(
      `S3 answers ${status}: ${/<Message>(?<message>[^<]*)/.exec(text)?.groups?.message ?? text.slice(0, 200)}`,
    );
    this.status = status;
  }
}

export class S3Bucket {
  readonly #client: AwsClient;
  readonly #url: string;

  constructor({ url, accessKeyId, secretAccessKey, region }: S3Config) {
    this.#client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      region,
      service: "s3",
      retries: MAX_RETRIES,
    });
    this.#url = url;
  }

  /** Rejects when the bucket does not respond or may not be listed. */
  async check(): Promise<void> {
    await this.#send("?list-type=2&max-keys=1");
  }

  /** Uploads a file from the local disk. */
  async put(key: string, path: string): Promise<void> {
    await this.#send(`/${key}`, { method: "PUT", body: await openAsBlob(path) });
  }

  /** Null when there is no such key. */
  async get(key: string): Promise<AsyncIterable<Uint8Array> | null> {
    const response = await this.#find(`/${key}`);
    if (response === null) return null;
    if (response.body === null) throw new Error("S3 answered without a body");
    return response.body;
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

  async #send(path: string, init?: RequestInit): Promise<Response> {
    const response = await this.#client.fetch(`${this.#url}${path}`, init);
    if (!response.ok) throw new S3Error(response.status, await response.text());
    return response;
  }
}
