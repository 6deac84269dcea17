/**
 * The host's side of a function's thread: passes requests to it, and terminates it when it hangs, exceeds its
 * memory or lifetime, or is idle. A function that throws or exits ends only its own thread.
 */
import { join } from "node:path";
import type { EventLoopUtilization } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import type { Logger } from "#backend/core/observability/log.ts";
import type { FunctionLimits } from "./function-limits.ts";
import type { CallMessage, MessageToHost, MessageToThread } from "./thread-messages.ts";

const THREAD = join(import.meta.dirname, "function-thread.ts");
const CHECK_INTERVAL_MS = 250;

type WorkerErrorCode = "BOOT_ERROR" | "WORKER_ERROR" | "WORKER_LIMIT";

/** Why a request got no response from the function. */
export class WorkerError extends Error {
  override readonly name = "WorkerError";
  readonly code: WorkerErrorCode;

  constructor(code: WorkerErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

interface PendingCall {
  resolve(response: Response): void;
  reject(failure: WorkerError): void;
  /** The controller of the response's body, once it has begun. */
  body: ReadableStreamDefaultController<Uint8Array> | null;
  bytes: number;
}

export interface WorkerOptions {
  /** The function's index.ts. */
  file: string;
  environment: Record<string, string>;
  limits: FunctionLimits;
  log: Logger;
  /** Called once, when the thread has exited. */
  onEnd(): void;
}

export class FunctionWorker {
  readonly #worker: Worker;
  readonly #limits: FunctionLimits;
  readonly #log: Logger;
  readonly #pending = new Map<number, PendingCall>();
  readonly #timers: NodeJS.Timeout[];
  readonly #startedAt = performance.now();
  readonly #ended: Promise<void>;
  #state: "booting" | "ready" | "ended" = "booting";
  #lastId = 0;
  #background = 0;
  #idle: NodeJS.Timeout | undefined;
  #lastIdleAt = performance.now();
  #utilization: EventLoopUtilization | undefined;

  constructor({ file, environment, limits, log, onEnd }: WorkerOptions) {
    this.#limits = limits;
    this.#log = log;
    this.#worker = new Worker(THREAD, {
      workerData: { file },
      env: environment,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.maxMemoryMegabytes },
    });
    // A function does not keep the process from exiting.
    this.#worker.unref();
    this.#worker.on("message", (message: MessageToHost) => this.#receive(message));
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
      setInterval(() => this.#checkBlocked(), CHECK_INTERVAL_MS),
      setTimeout(() => this.#end("WORKER_LIMIT", "the function's thread is too old"), limits.maxLifetimeMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  get acceptsRequests(): boolean {
    return this.#state !== "ended" && performance.now() - this.#startedAt < this.#limits.maxLifetimeMs / 2;
  }

  /** Resolves when the response begins. Rejects with a WorkerError. */
  call(request: Omit<CallMessage, "kind" | "id">): Promise<Response> {
    clearTimeout(this.#idle);
    if (this.#pending.size === 0) this.#lastIdleAt = performance.now();
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, body: null, bytes: 0 });
      this.#send({ kind: "call", id, ...request });
    });
  }

  async stop(): Promise<void> {
    this.#end("WORKER_ERROR", "the service ends");
    await this.#ended;
  }

  get #failureCode(): WorkerErrorCode {
    return this.#state === "booting" ? "BOOT_ERROR" : "WORKER_ERROR";
  }

  #send(message: MessageToThread): void {
    this.#worker.postMessage(message);
  }

  #receive(message: MessageToHost): void {
    if (message.kind === "ready") this.#state = "ready";
    else if (message.kind === "boot-failed") this.#end("BOOT_ERROR", message.error);
    else if (message.kind === "background") this.#background = message.pending;
    else {
      const pending = this.#pending.get(message.id);
      if (pending) this.#handleResponse(message, pending);
    }
    this.#scheduleIdleStop();
  }

  #handleResponse(
    message: Exclude<MessageToHost, { kind: "ready" | "boot-failed" | "background" }>,
    pending: PendingCall,
  ): void {
    const { id } = message;
    switch (message.kind) {
      case "response":
        this.#startResponse(message, pending);
        break;
      case "chunk":
        pending.bytes += message.bytes.byteLength;
        if (pending.bytes > this.#limits.maxResponseBytes) {
          this.#fail(id, pending, new WorkerError("WORKER_LIMIT", "the response is too large"));
          this.#send({ kind: "cancel", id });
        } else pending.body?.enqueue(message.bytes);
        break;
      case "end":
        this.#pending.delete(id);
        pending.body?.close();
        break;
      case "failed":
        this.#fail(id, pending, new WorkerError("WORKER_ERROR", message.error));
    }
  }

  #startResponse(
    { id, status, statusText, headers, isEmpty }: Extract<MessageToHost, { kind: "response" }>,
    pending: PendingCall,
  ): void {
    const body = isEmpty
      ? null
      : new ReadableStream<Uint8Array>({
          start: (controller) => {
            pending.body = controller;
          },
          cancel: () => {
            this.#pending.delete(id);
            this.#send({ kind: "cancel", id });
            this.#scheduleIdleStop();
          },
        });
    try {
      pending.resolve(new Response(body, { status, statusText, headers }));
    } catch (error) {
      this.#fail(id, pending, new WorkerError("WORKER_ERROR", String(error)));
    }
  }

  #fail(id: number, pending: PendingCall, failure: WorkerError): void {
    this.#pending.delete(id);
    if (pending.body) {
      this.#log.error({ error: failure.message }, "the response of a function broke off");
      pending.body.error(failure);
    } else pending.reject(failure);
  }

  #scheduleIdleStop(): void {
    clearTimeout(this.#idle);
    if (this.#state === "ended" || this.#pending.size > 0 || this.#background > 0) return;
    this.#idle = setTimeout(() => this.#end("WORKER_ERROR", "unused"), this.#limits.idleTimeoutMs);
    this.#idle.unref();
  }

  /** A blocked thread cannot respond to messages: its event loop is measured from here. */
  #checkBlocked(): void {
    const { idle, active } = this.#worker.performance.eventLoopUtilization(this.#utilization);
    this.#utilization = this.#worker.performance.eventLoopUtilization();
    if (idle > 0 || active === 0 || this.#pending.size + this.#background === 0)
      this.#lastIdleAt = performance.now();
    if (performance.now() - this.#lastIdleAt > this.#limits.maxBlockedMs) {
      this.#end("WORKER_LIMIT", "the function computes without a pause");
    }
  }

  #end(code: WorkerErrorCode, reason: string): void {
    if (this.#state === "ended") return;
    this.#state = "ended";
    for (const timer of [...this.#timers, this.#idle]) clearTimeout(timer);
    if (this.#pending.size > 0) this.#log.error({ code, error: reason }, "a function's thread has ended");
    for (const [id, pending] of [...this.#pending]) this.#fail(id, pending, new WorkerError(code, reason));
    void this.#worker.terminate();
  }
}
