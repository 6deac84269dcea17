/**
 * The thread in which one function lives: it loads the function's file as Deno would, and answers what the host hands
 * it. Of Deno there is what functions of a hosted project commonly use: `Deno.serve`, `Deno.env`,
 * `EdgeRuntime.waitUntil`, and a default export with `fetch`.
 */
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import type { Call, ToHost, ToThread } from "./messages.ts";
import { translateImports } from "./modules.ts";

type Handler = (request: Request) => unknown;

const { file } = z.object({ file: z.string() }).parse(workerData);
if (parentPort === null) throw new Error("This file is a thread of the functions service");
await open(parentPort);

async function open(port: MessagePort): Promise<void> {
  const say = (message: ToHost) => port.postMessage(message);
  let handler: Handler | null = null;
  let pending = 0;
  const background = (change: number) => {
    pending += change;
    say({ kind: "background", pending });
  };
  const Deno = {
    serve: (...args: unknown[]) => {
      handler = args.map(handlerOf).find((found) => found !== null) ?? null;
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
  translateImports(dirname(file));
  try {
    const module: unknown = await import(pathToFileURL(file).href);
    handler ??= defaultOf(module);
  } catch (error) {
    say({ kind: "unfit", error: textOf(error) });
    return;
  }
  if (handler === null) {
    say({ kind: "unfit", error: `${file} does not call Deno.serve` });
    return;
  }
  const serve: Handler = handler;
  const cancelled = new Set<number>();
  port.on("message", (message: ToThread) => {
    if (message.kind === "cancel") cancelled.add(message.id);
    else void answer(message, serve, say, cancelled).finally(() => cancelled.delete(message.id));
  });
  say({ kind: "ready" });
}

async function answer(
  { id, url, method, headers, body }: Call,
  serve: Handler,
  say: (message: ToHost) => void,
  cancelled: Set<number>,
): Promise<void> {
  try {
    const response = await serve(new Request(url, { method, headers, body }));
    if (!(response instanceof Response)) throw new TypeError("The function's answer is no Response");
    const { status, statusText } = response;
    const isEmpty = response.body === null;
    say({ kind: "answer", id, status, statusText, headers: [...response.headers], isEmpty });
    for await (const chunk of response.body ?? []) {
      if (cancelled.has(id)) return;
      if (!(chunk instanceof Uint8Array)) throw new TypeError("The body of an answer is bytes");
      say({ kind: "chunk", id, bytes: chunk });
    }
    say({ kind: "end", id });
  } catch (error) {
    say({ kind: "failed", id, error: textOf(error) });
  }
}

/** `Deno.serve` takes a handler, options and a handler, or options with one in them. */
function handlerOf(value: unknown): Handler | null {
  if (typeof value === "function") return (request) => value(request);
  if (typeof value !== "object" || value === null || !("handler" in value)) return null;
  return handlerOf(value.handler);
}

function defaultOf(module: unknown): Handler | null {
  if (typeof module !== "object" || module === null || !("default" in module)) return null;
  const served = module.default;
  if (typeof served !== "object" || served === null || !("fetch" in served)) return null;
  return handlerOf(served.fetch);
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
