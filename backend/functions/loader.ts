/**
 * Loads functions as they are written for Deno: a file that calls `Deno.serve(handler)` when it is imported. Of Deno
 * there is only what the shop's functions need and a hosted project has as well: `Deno.serve` and `Deno.env.get`.
 */
import { access } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export type Handler = (request: Request) => Response | Promise<Response>;

/** Rejects when the function's file fails or serves nothing; null when there is no such function. */
export type LoadFunction = (name: string) => Promise<Handler | null>;

/** Node keeps what it imported by its address: another number is another try, or another host's own instance. */
let imports = 0;

/** `Deno` is one for the process, and so is its environment: that of the last loader made. */
export function createLoader(directory: string, environment: Record<string, string>): LoadFunction {
  const loaded = new Map<string, Promise<Handler>>();
  let served: Handler | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  const Deno = {
    serve: (handler: Handler) => {
      served = handler;
    },
    env: { get: (name: string): string | undefined => environment[name] },
  };

  /** One at a time: whoever calls `Deno.serve` now is the file that is being imported. */
  function loadNext(file: string): Promise<Handler> {
    const handler = queue.then(async () => {
      Object.assign(globalThis, { Deno });
      served = null;
      imports += 1;
      await import(`${pathToFileURL(file)}?${imports}`);
      if (!served) throw new Error(`${file} does not call Deno.serve`);
      return served;
    });
    queue = handler.catch(() => {});
    return handler;
  }

  return async (name) => {
    const known = loaded.get(name);
    if (known) return known;
    const file = join(directory, name, "index.ts");
    // Also keeps the name from leading elsewhere.
    if (!/^[a-z0-9-]+$/.test(name) || !(await exists(file))) return null;
    const handler = loaded.get(name) ?? loadNext(file);
    loaded.set(name, handler);
    handler.catch(() => loaded.delete(name));
    return handler;
  };
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
