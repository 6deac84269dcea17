/**
 * The host's side of a function's thread: hands it requests, and ends it when it hangs, grows, gets old or is not
 * called any more. Whatever a function does to its thread, to throw or to exit, ends that thread alone.
 */
import { join } from "node:path";
import type { EventLoopUtilization } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import type { Logger } from "../core/log.ts";
import type { FunctionLimits } from "./limits.ts";
import type { Call, ToHost, ToThread } from "./messages.ts";

const THREAD = join(import.meta.dirname, "thread.ts");
const WATCH_MS = 250;

type FailureCode = "BOOT_ERROR" | "WORKER_ERROR" | "WORKER_LIMIT";

/** Why a request got no answer of the function's own. */
export class WorkerFailure extends Error {
  override readonly name = "WorkerFailure";
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

interface Waiting {
  resolve(response: Response): void;
  reject(failure: WorkerFailure): void;
  /** Of the answer's body, once it has begun. */
  body: ReadableStreamDefaultController<Uint8Array> | null;
  bytes: number;
}

export interface WorkerOptions {
  /** The function's index.ts. */
  file: string;
  environment: Record<string, string>;
  limits: FunctionLimits;
  log: Logger;
  /** Called once, when its thread is gone. */
  onEnd(): void;
}

export class FunctionWorker {
  readonly #worker: Worker;
  readonly #limits: FunctionLimits;
  readonly #log: Logger;
  readonly #waiting = new Map<number, Waiting>();
  readonly #timers: NodeJS.Timeout[];
  readonly #bornAt = Date.now();
  readonly #ended: Promise<void>;
  #state: "booting" | "ready" | "over" = "booting";
  #lastId = 0;
  #background = 0;
  #idle: NodeJS.Timeout | undefined;
  #pausedAt = Date.now();
  #utilization: EventLoopUtilization | undefined;

  constructor({ file, environment, limits, log, onEnd }: WorkerOptions) {
    this.#limits = limits;
    this.#log = log;
    this.#worker = new Worker(THREAD, {
      workerData: { file },
      env: environment,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMegabytes },
    });
    // A function keeps nobody from stopping the process.
    this.#worker.unref();
    this.#worker.on("message", (message: ToHost) => this.#receive(message));
    this.#worker.on("error", (error: Error & { code?: string }) => {
      const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      this.#end(isMemory ? "WORKER_LIMIT" : this.#failureCode, error.stack ?? error.message);
    });
    this.#ended = new Promise((resolve) => {
      this.#worker.once("exit", () => {
        this.#end(this.#failureCode, "the function's thread has ended");
        onEnd();
        resolve();
      });
    });
    this.#timers = [
      setInterval(() => this.#watch(), WATCH_MS),
      setTimeout(() => this.#end("WORKER_LIMIT", "the function's thread is too old"), limits.lifetimeMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  get takesRequests(): boolean {
    return this.#state !== "over" && Date.now() - this.#bornAt < this.#limits.lifetimeMs / 2;
  }

  /** Resolves when the answer begins. Rejects with a WorkerFailure. */
  call(request: Omit<Call, "kind" | "id">): Promise<Response> {
    clearTimeout(this.#idle);
    if (this.#waiting.size === 0) this.#pausedAt = Date.now();
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, body: null, bytes: 0 });
      this.#say({ kind: "call", id, ...request });
    });
  }

  async stop(): Promise<void> {
    this.#end("WORKER_ERROR", "the service ends");
    await this.#ended;
  }

  get #failureCode(): FailureCode {
    return this.#state === "booting" ? "BOOT_ERROR" : "WORKER_ERROR";
  }

  #say(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #receive(message: ToHost): void {
    if (message.kind === "ready") this.#state = "ready";
    else if (message.kind === "unfit") this.#end("BOOT_ERROR", message.error);
    else if (message.kind === "background") this.#background = message.pending;
    else {
      const waiting = this.#waiting.get(message.id);
      if (waiting) this.#go(message, waiting);
    }
    this.#restIfUnused();
  }

  #go(message: Exclude<ToHost, { kind: "ready" | "unfit" | "background" }>, waiting: Waiting): void {
    const { id } = message;
    switch (message.kind) {
      case "answer":
        this.#begin(message, waiting);
        break;
      case "chunk":
        waiting.bytes += message.bytes.byteLength;
        if (waiting.bytes > this.#limits.responseBytes) {
          this.#fail(id, waiting, new WorkerFailure("WORKER_LIMIT", "the answer is too large"));
          this.#say({ kind: "cancel", id });
        } else waiting.body?.enqueue(message.bytes);
        break;
      case "end":
        this.#waiting.delete(id);
        waiting.body?.close();
        break;
      case "failed":
        this.#fail(id, waiting, new WorkerFailure("WORKER_ERROR", message.error));
    }
  }

  #begin(
    { id, status, statusText, headers, isEmpty }: Extract<ToHost, { kind: "answer" }>,
    waiting: Waiting,
  ): void {
    const body = isEmpty
      ? null
      : new ReadableStream<Uint8Array>({
          start: (controller) => {
            waiting.body = controller;
          },
          cancel: () => {
            this.#waiting.delete(id);
            this.#say({ kind: "cancel", id });
            this.#restIfUnused();
          },
        });
    try {
      waiting.resolve(new Response(body, { status, statusText, headers }));
    } catch (error) {
      this.#fail(id, waiting, new WorkerFailure("WORKER_ERROR", String(error)));
    }
  }

  #fail(id: number, waiting: Waiting, failure: WorkerFailure): void {
    this.#waiting.delete(id);
    if (waiting.body) {
      this.#log.error({ error: failure.message }, "the answer of a function broke off");
      waiting.body.error(failure);
    } else waiting.reject(failure);
  }

  #restIfUnused(): void {
    clearTimeout(this.#idle);
    if (this.#state === "over" || this.#waiting.size > 0 || this.#background > 0) return;
    this.#idle = setTimeout(() => this.#end("WORKER_ERROR", "unused"), this.#limits.idleMs);
    this.#idle.unref();
  }

  /** A thread that computes without a pause cannot be asked: that it was not idle for long is seen from here. */
  #watch(): void {
    const { idle, active } = this.#worker.performance.eventLoopUtilization(this.#utilization);
    this.#utilization = this.#worker.performance.eventLoopUtilization();
    if (idle > 0 || active === 0 || this.#waiting.size + this.#background === 0) this.#pausedAt = Date.now();
    if (Date.now() - this.#pausedAt > this.#limits.busyMs) {
      this.#end("WORKER_LIMIT", "the function computes without a pause");
    }
  }

  #end(code: FailureCode, reason: string): void {
    if (this.#state === "over") return;
    this.#state = "over";
    for (const timer of [...this.#timers, this.#idle]) clearTimeout(timer);
    if (this.#waiting.size > 0) this.#log.error({ code, error: reason }, "a function's thread has ended");
    for (const [id, waiting] of [...this.#waiting]) this.#fail(id, waiting, new WorkerFailure(code, reason));
    void this.#worker.terminate();
  }
}
