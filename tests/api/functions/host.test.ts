/**
 * Functions are found, authorized and run, and their failures reported; with functions written by the test.
 */
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RequestContext, Service } from "#backend/core/gateway/service.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import type { FunctionLimits } from "#backend/functions/function-limits.ts";
import { createFunctions } from "#backend/functions/index.ts";

const FUNCTIONS: Record<string, string> = {
  echo: `
    Deno.serve(async (request) => {
      const { pathname, search } = new URL(request.url);
      return Response.json({ method: request.method, path: pathname + search, body: await request.text() });
    });`,
  environment: `
    const early = Deno.env.get("SITE_URL");
    Deno.serve({ port: 9 }, (request) => Response.json({
      early, all: Object.keys(Deno.env.toObject()).sort(), own: process.env, has: Deno.env.has("PATH"),
    }));`,
  calls: `
    Deno.serve(() => fetch(Deno.env.get("SUPABASE_URL") + "/rest/v1/brands", {
      headers: { apikey: Deno.env.get("SUPABASE_SERVICE_ROLE_KEY") },
    }));`,
  imports: `
    import "jsr:@supabase/functions-js/edge-runtime.d.ts";
    import { z } from "npm:zod@3";
    import { PostgrestClient } from "postgrest";
    import { string } from "forms/mini";
    import { word } from "../_shared/word.ts";
    Deno.serve({ handler: () => Response.json([typeof z, typeof PostgrestClient, typeof string, word]) });`,
  exported: `export default { fetch: (request: Request) => new Response(request.method satisfies string) };`,
  streams: `
    const text = new TextEncoder();
    Deno.serve(() => new Response(new ReadableStream({
      async start(controller) {
        for (const word of ["one", "two"]) {
          controller.enqueue(text.encode(word));
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        controller.close();
      },
    }), { status: 201, headers: [["content-type", "text/event-stream"], ["set-cookie", "a=1"], ["set-cookie", "b=2"]] }));`,
  huge: `Deno.serve(() => new Response("x".repeat(3_000)));`,
  breaks: `
    Deno.serve(() => new Response(new ReadableStream({
      start(controller) { controller.enqueue(new Uint8Array(1)); setTimeout(() => process.exit(0), 20); },
    })));`,
  counts: `
    let calls = 0;
    Deno.serve(async (request) => {
      const after = await request.text();
      const act = { throw: () => { throw new Error("late"); }, reject: () => Promise.reject(new Error("late")), exit: () => process.exit(0) }[after];
      // Long enough for the response to arrive on a busy machine.
      if (act) setTimeout(act, 300);
      return new Response(String(++calls));
    });`,
  waits: `
    let finished = 0;
    Deno.serve(() => {
      EdgeRuntime.waitUntil(new Promise((resolve) => setTimeout(() => { finished += 1; resolve(null); }, 600)));
      return new Response(String(finished));
    });`,
  spins: `Deno.serve(() => { for (;;); });`,
  grows: `Deno.serve(() => { const all = []; for (;;) all.push(new Array(1e5).fill(Math.random())); });`,
  exits: `Deno.serve(() => process.exit(0));`,
  odd: `Deno.serve(() => "no response");`,
  elsewhere: `import "https://deno.land/std/http/server.ts"; Deno.serve(() => new Response());`,
  spinsAtOnce: `for (;;);`,
  off: `Deno.serve(() => new Response("never"));`,
  guarded: `Deno.serve(() => new Response("inside"));`,
  throws: `Deno.serve(() => { throw new Error("a secret of the server"); });`,
  rejects: `Deno.serve(async () => { throw new Error("a secret of the server"); });`,
  hangs: `Deno.serve(() => new Promise(() => {}));`,
  broken: `throw new Error("a secret of the server");`,
  silent: `export const nothing = 1;`,
  preflight: `
    Deno.serve((request) => new Response(null, {
      status: 204, headers: { "access-control-allow-origin": "https://one.example", "x-method": request.method },
    }));`,
};
const NOT_OPEN = ["guarded", "off"];
const VISITOR: RequestContext = { ip: "127.0.0.1", claims: null, tokenFailure: null };

let directory: string;
let service: Service;
const services: Service[] = [];
const called: string[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "yaare-functions-"));
  for (const [name, text] of Object.entries(FUNCTIONS)) {
    await mkdir(join(directory, "functions", name), { recursive: true });
    await writeFile(join(directory, "functions", name, "index.ts"), text);
  }
  await writeFile(
    join(directory, "functions", "index.ts"),
    'Deno.serve(() => new Response("the folder itself"));',
  );
  await mkdir(join(directory, "functions", "_shared"));
  await writeFile(join(directory, "functions", "_shared", "index.ts"), FUNCTIONS.guarded ?? "");
  await writeFile(
    join(directory, "functions", "_shared", "word.ts"),
    `export const word: string = "shared";`,
  );
  await writeFile(
    join(directory, "functions", "imports", "deno.json"),
    JSON.stringify({
      imports: { postgrest: "npm:@supabase/postgrest-js@2.119.0", "forms/": "npm:zod@4/" },
    }),
  );
  // As in a checkout: packages are found beside the functions.
  await symlink(join(import.meta.dirname, "../../../node_modules"), join(directory, "node_modules"));
  const open = Object.keys(FUNCTIONS).filter((name) => !NOT_OPEN.includes(name));
  await writeFile(
    join(directory, "config.toml"),
    [
      ...open.map((name) => `[functions.${name}]\nverify_jwt = false # open`),
      "[functions.off]\nenabled = false",
      "[auth]\nsite_url = 1\n",
    ].join("\n"),
  );
  service = await serve({ maxRequestBytes: 1000, maxResponseBytes: 2000 });
});
afterAll(async () => {
  await Promise.all(services.map(({ close }) => close()));
  await rm(directory, { recursive: true, force: true });
});

async function serve(limits: Partial<FunctionLimits>): Promise<Service> {
  const created = await createFunctions({
    fetch: async (request) => {
      called.push(`${new URL(request.url).pathname} ${request.headers.get("apikey")}`);
      return Response.json(["Sahelis"]);
    },
    environment: { SUPABASE_SERVICE_ROLE_KEY: "the secret key", SITE_URL: "https://boutique.example" },
    log: createLogger("silent"),
    directory,
    limits,
  });
  services.push(created);
  return created;
}

const call = (path: string, init: RequestInit = {}, context = VISITOR, of = service) =>
  of.fetch(new Request(`http://shop.test/functions/v1/${path}`, { method: "POST", ...init }), context);
const outcome = async (name: string, of = service) => {
  const response = await call(name, {}, VISITOR, of);
  return [response.status, JSON.parse(await response.text()).code];
};
const text = async (name: string, body = "", of = service) =>
  (await call(name, { body }, VISITOR, of)).text();

describe("a function", () => {
  it.each(["GET", "POST", "PUT", "PATCH", "DELETE"])(
    "receives the %s request under its own name",
    async (method) => {
      const body = method === "GET" ? undefined : "données";
      const response = await call("echo/further/path?a=1", { method, body });
      expect(await response.json()).toEqual({ method, path: "/echo/further/path?a=1", body: body ?? "" });
    },
  );

  it("has its settings in the environment, and nothing of the server's own", async () => {
    const { early, all, own, has } = await (await call("environment")).json();
    expect(early).toBe("https://boutique.example");
    expect(all).toEqual(["SITE_URL", "SUPABASE_SERVICE_ROLE_KEY", "SUPABASE_URL"]);
    expect([Object.keys(own).sort(), has]).toEqual([all, false]);
  });

  it("imports what Deno would: packages, names of its deno.json, relative files; types are erased", async () => {
    expect(await (await call("imports")).json()).toEqual(["object", "function", "function", "shared"]);
  });

  it("may export a fetch handler, and streams its response", async () => {
    expect(await text("exported")).toBe("POST");
    const response = await call("streams");
    expect([response.status, response.headers.getSetCookie()]).toEqual([201, ["a=1", "b=2"]]);
    const chunks: string[] = [];
    for await (const chunk of response.body ?? []) chunks.push(new TextDecoder().decode(chunk));
    expect(chunks).toEqual(["one", "two"]);
    // A client that stops reading is harmless.
    await (await call("streams")).body?.cancel();
  });

  it("reaches the backend by its URL, with the secret key", async () => {
    expect(await (await call("calls")).json()).toEqual(["Sahelis"]);
    expect(called).toEqual(["/rest/v1/brands the secret key"]);
  });

  it("handles preflights itself, without a token", async () => {
    const response = await call("preflight", { method: "OPTIONS" });
    expect([response.status, response.headers.get("x-method")]).toEqual([204, "OPTIONS"]);
    expect(response.headers.get("access-control-allow-origin")).toBe("https://one.example");
  });

  it("is loaded once for concurrent first calls", async () => {
    const responses = await Promise.all(
      ["environment", "echo", "environment", "echo"].map((name) => call(name)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it("requires a token, unless the configuration says otherwise", async () => {
    const claims = { role: "anon" };
    const callGuarded = async (authorization: string | null, context: Partial<RequestContext> = {}) => {
      const headers = authorization ? { authorization } : undefined;
      const response = await call("guarded", { headers }, { ...VISITOR, ...context });
      return [response.status, await response.text()];
    };
    const unauthorized = (msg: string) => [401, JSON.stringify({ msg })];
    expect(await callGuarded(null)).toEqual(unauthorized("Missing authorization header"));
    // An API key of any kind is not a token, in either header.
    expect(await callGuarded(null, { claims })).toEqual(unauthorized("Missing authorization header"));
    expect(await callGuarded("Bearer sb_publishable_x", { claims })).toEqual(unauthorized("Invalid JWT"));
    expect(await callGuarded("Basic eDp5", { claims })).toEqual(unauthorized("Invalid JWT"));
    const tokenFailure = { reason: "expired", message: "JWT expired" } as const;
    expect(await callGuarded("Bearer a.b.c", { tokenFailure })).toEqual(unauthorized("JWT expired"));
    expect(await callGuarded("Bearer a.b.c", { claims })).toEqual([200, "inside"]);
    expect((await call("guarded", { method: "OPTIONS" })).status).toBe(200);
  });
});

describe("not found", () => {
  it.each([
    "",
    "unknown",
    "../functions/echo",
    "%2e%2e%2ffunctions%2fecho",
    "..%2f..%2fbackend",
    "_shared",
    "off",
    "ECHO",
    "echo%00",
    ".",
    "config.toml",
  ])("%j", async (path) => {
    const response = await call(path);
    expect([response.status, await response.json()]).toEqual([
      404,
      { code: "NOT_FOUND", message: "Requested function was not found" },
    ]);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  });
});

describe("the platform reports a function that", () => {
  it.each([
    ["throws", 500, "WORKER_ERROR"],
    ["rejects", 500, "WORKER_ERROR"],
    ["broken", 503, "BOOT_ERROR"],
    ["silent", 503, "BOOT_ERROR"],
    ["elsewhere", 503, "BOOT_ERROR"],
    ["exits", 500, "WORKER_ERROR"],
    ["odd", 500, "WORKER_ERROR"],
  ])("%s", async (name, status, code) => {
    // The second call runs after the failure of the first.
    for (const response of [await call(name), await call(name)]) {
      const body = await response.text();
      expect([response.status, JSON.parse(body).code]).toEqual([status, code]);
      expect(body).not.toContain("secret");
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
    }
  });

  it("receives too large a body, with or without a content-length", async () => {
    const body = "x".repeat(1001);
    const streamed = new Blob([body]).stream();
    for (const init of [
      { body, headers: { "content-length": "1001" } },
      { body: streamed, duplex: "half" },
    ]) {
      const response = await call("echo", init);
      expect([response.status, (await response.json()).code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    }
    expect((await call("echo", { body: "x".repeat(1000) })).status).toBe(200);
  });

  it("hangs, blocks the thread, or exhausts the memory", async () => {
    const impatient = await serve({ responseTimeoutMs: 300 });
    const strict = await serve({ maxBlockedMs: 300, maxMemoryMegabytes: 32 });
    const old = await serve({ maxLifetimeMs: 500 });
    const limit = [546, "WORKER_LIMIT"];
    expect(
      await Promise.all([
        outcome("hangs", impatient),
        outcome("spins", strict),
        outcome("spinsAtOnce", strict),
        outcome("grows", strict),
        outcome("hangs", old),
        outcome("echo").catch(() => "unexpected error"),
      ]),
    ).toEqual([[504, "IDLE_TIMEOUT"], limit, limit, limit, limit, [200, undefined]]);
    // Each call starts a new thread.
    expect(await outcome("hangs", old)).toEqual(limit);
  });

  it.each(["throw", "reject", "exit"])(
    "fails after its response with %s: the next call starts a new one",
    async (how) => {
      await expect.poll(() => text("counts")).toBe("1");
      expect(await text("counts", how)).toBe("2");
      await expect.poll(() => text("counts"), { interval: 100 }).toBe("1");
      await text("counts", "exit");
    },
  );

  it("sends too much, or breaks off its response", async () => {
    for (const name of ["huge", "breaks"]) {
      const response = await call(name);
      expect(response.status).toBe(200);
      await expect(response.arrayBuffer()).rejects.toThrow();
    }
  });
});

describe("a thread", () => {
  it("ends when it is idle or too old, and not while it works", async () => {
    const brief = await serve({ idleTimeoutMs: 200 });
    const old = await serve({ maxLifetimeMs: 2_000 });
    for (const of of [brief, old]) {
      expect(await text("counts", "", of)).toBe("1");
      await expect.poll(() => text("counts", "", of), { interval: 600 }).toBe("1");
    }
    expect(await text("waits", "", brief)).toBe("0");
    await expect.poll(() => text("waits", "", brief), { interval: 400 }).not.toBe("0");
  });
});
