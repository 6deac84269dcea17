/**
 * Transforms images in a process of its own, at a lower priority of the operating system. In this process the work would
 * take threads and processor time that sign-ins, pages and orders wait for; its memory would remain, and an image that
 * makes the decoder fail would end the shop. The process is started for the first image and ends when there has been
 * none for a while.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { entityTooLarge, invalidRequest } from "#backend/storage/errors.ts";
import type { TransformResult, TransformTask } from "./transform.ts";

const PROCESS = join(import.meta.dirname, "encoder-process.ts");
/** A start takes about 50 MB. */
const IDLE_MS = 10_000;
/** Longer than the encoder's own limit, which a decoder that hangs does not keep to. */
const MAX_MS = 30_000;

export class ImageEncoder {
  #process: ChildProcess | null = null;
  #idleTimer: NodeJS.Timeout | undefined;

  /** One at a time. Throws InvalidRequest or EntityTooLarge. */
  async transform(task: TransformTask): Promise<void> {
    clearTimeout(this.#idleTimer);
    if (!this.#process?.connected) this.#process = start();
    const result = await run(this.#process, task);
    this.#idleTimer = setTimeout(() => this.#end(), IDLE_MS).unref();
    if (result === "too-large") throw entityTooLarge("source image", "the maximum resolution");
    if (result !== "done") throw invalidRequest("The source image is invalid or unsupported for rendering");
  }

  #end(): void {
    this.#process?.disconnect();
    this.#process = null;
  }
}

function start(): ChildProcess {
  // A process that reads what strangers have sent has none of the shop's secrets in its environment.
  const started = fork(PROCESS, { env: {}, execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  // Whoever waits for it is told of an error below; with nobody waiting, the next image starts another process.
  started.on("error", () => {});
  return started;
}

/** A process that ends, or is ended after a time, leaves an image that cannot be transformed. */
async function run(encoder: ChildProcess, task: TransformTask): Promise<TransformResult> {
  encoder.ref();
  encoder.channel?.ref();
  const finished = new AbortController();
  const { signal } = finished;
  const timer = setTimeout(() => encoder.kill("SIGKILL"), MAX_MS);
  try {
    const answered = once(encoder, "message", { signal });
    const ended = once(encoder, "exit", { signal });
    encoder.send(task);
    const [result]: TransformResult[] = await Promise.race([
      answered,
      ended.then((): TransformResult[] => []),
    ]);
    return result ?? "invalid";
  } finally {
    clearTimeout(timer);
    finished.abort();
    // Between two tasks it does not keep this process alive.
    encoder.unref();
    encoder.channel?.unref();
  }
}
