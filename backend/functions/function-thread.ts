/**
 * The thread of one function: it loads the function's file as Deno would, and handles the requests of the
 * host. It provides the part of Deno that functions of a hosted project commonly use: `Deno.serve`,
 * `Deno.env`, `EdgeRuntime.waitUntil`, and a default export with `fetch`.
 */
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { registerImportHooks } from "./import-resolution.ts";
import type { CallMessage, MessageToHost, MessageToThread } from "./thread-messages.ts";

type Handler = (request: Request) => unknown;

const { file } = z.object({ file: z.string() }).parse(workerData);
if (parentPort === null) throw new Error("This file is a thread of the functions service");
await startFunction(parentPort);

async function startFunction(port: MessagePort): Promise<void> {
  const send = (message: MessageToHost) => port.postMessage(message);
  let handler: Handler | null = null;
  let pending = 0;
  const background = (change: number) => {
    pending += change;
    send({ kind: "background", pending });
  };
  const Deno = {
    serve: (...args: unknown[]) => {
      handler = args.map(toHandler).find((found) => found !== null) ?? null;
      return {
        finished: new Promise<void>(() => {}),
        shutdown: async () => {},
        ref: () => {},
        unref: () => {},
      };
    },
    env: {
      get: (name: string) => process.env[name],
      has: (name: string) => process.env[name] !== undefined,
      toObject: () => ({ ...process.env }),
    },
  };
  const EdgeRuntime = {
    waitUntil: <T>(work: Promise<T>): Promise<T> => {
      background(1);
      const done = () => background(-1);
      Promise.resolve(work).then(done, done);
      return work;
    },
  };
  Object.assign(globalThis, { Deno, EdgeRuntime });
  registerImportHooks(dirname(file));
  try {
    const module: unknown = await import(pathToFileURL(file).href);
    handler ??= getDefaultHandler(module);
  } catch (error) {
    send({ kind: "boot-failed", error: formatError(error) });
    return;
  }
  if (handler === null) {
    send({ kind: "boot-failed", error: `${file} does not call Deno.serve` });
    return;
  }
  const serve: Handler = handler;
  const cancelled = new Set<number>();
  port.on("message", (message: MessageToThread) => {
    if (message.kind === "cancel") cancelled.add(message.id);
    else void handleCall(message, serve, send, cancelled).finally(() => cancelled.delete(message.id));
  });
  send({ kind: "ready" });
}

async function handleCall(
  { id, url, method, headers, body }: CallMessage,
  serve: Handler,
  send: (message: MessageToHost) => void,
  cancelled: Set<number>,
): Promise<void> {
  try {
    const response = await serve(new Request(url, { method, headers, body }));
    if (!(response instanceof Response)) throw new TypeError("The function did not return a Response");
    const { status, statusText } = response;
    const isEmpty = response.body === null;
    send({ kind: "response", id, status, statusText, headers: [...response.headers], isEmpty });
    for await (const chunk of response.body ?? []) {
      if (cancelled.has(id)) return;
      if (!(chunk instanceof Uint8Array)) throw new TypeError("The body of a response must be bytes");
      send({ kind: "chunk", id, bytes: chunk });
    }
    send({ kind: "end", id });
  } catch (error) {
    send({ kind: "failed", id, error: formatError(error) });
  }
}

/** `Deno.serve` takes a handler, options and a handler, or options with one in them. */
function toHandler(value: unknown): Handler | null {
  if (typeof value === "function") return (request) => value(request);
  if (typeof value !== "object" || value === null || !("handler" in value)) return null;
  return toHandler(value.handler);
}

function getDefaultHandler(module: unknown): Handler | null {
  if (typeof module !== "object" || module === null || !("default" in module)) return null;
  const served = module.default;
  if (typeof served !== "object" || served === null || !("fetch" in served)) return null;
  return toHandler(served.fetch);
}

function formatError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
