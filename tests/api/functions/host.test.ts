/** How functions are found, guarded and run, and what is answered when they fail: with functions of the test's own. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../../../backend/core/log.ts";
import type { RequestContext, Service } from "../../../backend/core/service.ts";
import { createFunctions } from "../../../backend/functions/index.ts";
import type { FunctionLimits } from "../../../backend/functions/limits.ts";

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
      if (act) setTimeout(act, 10);
      return new Response(String(++calls));
    });`,
  waits: `
    let told = 0;
    Deno.serve(() => {
      EdgeRuntime.waitUntil(new Promise((resolve) => setTimeout(() => { told += 1; resolve(null); }, 600)));
      return new Response(String(told));
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
  // As a checkout has them: packages are found beside the functions.
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
  service = await serve({ requestBytes: 1000, responseBytes: 2000 });
});
afterAll(async () => {
  await Promise.all(services.map(({ close }) => close()));
  await rm(directory, { recursive: true, force: true });
});

async function serve(limits: Partial<FunctionLimits>): Promise<Service> {
  const made = await createFunctions({
    fetch: async (request) => {
      called.push(`${new URL(request.url).pathname} ${request.headers.get("apikey")}`);
      return Response.json(["Sahelis"]);
    },
    environment: { SUPABASE_SERVICE_ROLE_KEY: "the secret key", SITE_URL: "https://boutique.example" },
    log: createLogger("silent"),
    directory,
    limits,
  });
  services.push(made);
  return made;
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
    "gets the %s request under its own name",
    async (method) => {
      const body = method === "GET" ? undefined : "données";
      const response = await call("echo/further/path?a=1", { method, body });
      expect(await response.json()).toEqual({ method, path: "/echo/further/path?a=1", body: body ?? "" });
    },
  );

  it("has its settings from the start, and nothing of the process's own", async () => {
    const { early, all, own, has } = await (await call("environment")).json();
    expect(early).toBe("https://boutique.example");
    expect(all).toEqual(["SITE_URL", "SUPABASE_SERVICE_ROLE_KEY", "SUPABASE_URL"]);
    expect([Object.keys(own).sort(), has]).toEqual([all, false]);
  });

  it("imports what Deno would: packages, names of its deno.json, its neighbours; types are nothing", async () => {
    expect(await (await call("imports")).json()).toEqual(["object", "function", "function", "shared"]);
  });

  it("may export what serves, and sends an answer as it comes", async () => {
    expect(await text("exported")).toBe("POST");
    const response = await call("streams");
    expect([response.status, response.headers.getSetCookie()]).toEqual([201, ["a=1", "b=2"]]);
    const chunks: string[] = [];
    for await (const chunk of response.body ?? []) chunks.push(new TextDecoder().decode(chunk));
    expect(chunks).toEqual(["one", "two"]);
    // Who stops reading is no harm.
    await (await call("streams")).body?.cancel();
  });

  it("reaches the backend by its address, with the secret key", async () => {
    expect(await (await call("calls")).json()).toEqual(["Sahelis"]);
    expect(called).toEqual(["/rest/v1/brands the secret key"]);
  });

  it("answers preflights itself, without a token", async () => {
    const response = await call("preflight", { method: "OPTIONS" });
    expect([response.status, response.headers.get("x-method")]).toEqual([204, "OPTIONS"]);
    expect(response.headers.get("access-control-allow-origin")).toBe("https://one.example");
  });

  it("is loaded once, however many call it first", async () => {
    const answers = await Promise.all(
      ["environment", "echo", "environment", "echo"].map((name) => call(name)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it("is guarded, unless the configuration says otherwise", async () => {
    const claims = { role: "anon" };
    const answerTo = async (authorization: string | null, context: Partial<RequestContext> = {}) => {
      const headers = authorization ? { authorization } : undefined;
      const response = await call("guarded", { headers }, { ...VISITOR, ...context });
      return [response.status, await response.text()];
    };
    const refused = (msg: string) => [401, JSON.stringify({ msg })];
    expect(await answerTo(null)).toEqual(refused("Missing authorization header"));
    // A key, of whatever kind, is no token: not in its own header, and not in the other.
    expect(await answerTo(null, { claims })).toEqual(refused("Missing authorization header"));
    expect(await answerTo("Bearer sb_publishable_x", { claims })).toEqual(refused("Invalid JWT"));
    expect(await answerTo("Basic eDp5", { claims })).toEqual(refused("Invalid JWT"));
    const tokenFailure = { reason: "expired", message: "JWT expired" } as const;
    expect(await answerTo("Bearer a.b.c", { tokenFailure })).toEqual(refused("JWT expired"));
    expect(await answerTo("Bearer a.b.c", { claims })).toEqual([200, "inside"]);
    expect((await call("guarded", { method: "OPTIONS" })).status).toBe(200);
  });
});

describe("what is no function is not found", () => {
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

describe("the platform answers for a function that", () => {
  it.each([
    ["throws", 500, "WORKER_ERROR"],
    ["rejects", 500, "WORKER_ERROR"],
    ["broken", 503, "BOOT_ERROR"],
    ["silent", 503, "BOOT_ERROR"],
    ["elsewhere", 503, "BOOT_ERROR"],
    ["exits", 500, "WORKER_ERROR"],
    ["odd", 500, "WORKER_ERROR"],
  ])("%s", async (name, status, code) => {
    // The second call meets what the first left behind.
    for (const response of [await call(name), await call(name)]) {
      const body = await response.text();
      expect([response.status, JSON.parse(body).code]).toEqual([status, code]);
      expect(body).not.toContain("secret");
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
    }
  });

  it("is sent too much, however it is sent", async () => {
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

  it("hangs, computes without a pause, or takes all the memory", async () => {
    const impatient = await serve({ answerMs: 300 });
    const strict = await serve({ busyMs: 300, memoryMegabytes: 32 });
    const old = await serve({ lifetimeMs: 500 });
    const limit = [546, "WORKER_LIMIT"];
    expect(
      await Promise.all([
        outcome("hangs", impatient),
        outcome("spins", strict),
        outcome("spinsAtOnce", strict),
        outcome("grows", strict),
        outcome("hangs", old),
        outcome("echo").catch(() => "answers all the same"),
      ]),
    ).toEqual([[504, "IDLE_TIMEOUT"], limit, limit, limit, limit, [200, undefined]]);
    // Each begins anew.
    expect(await outcome("hangs", old)).toEqual(limit);
  });

  it.each(["throw", "reject", "exit"])("ends late with %s: the next call meets a new one", async (how) => {
    await expect.poll(() => text("counts")).toBe("1");
    expect(await text("counts", how)).toBe("2");
    await expect.poll(() => text("counts"), { interval: 100 }).toBe("1");
    await text("counts", "exit");
  });

  it("says more than it may, or breaks off in the middle", async () => {
    for (const name of ["huge", "breaks"]) {
      const response = await call(name);
      expect(response.status).toBe(200);
      await expect(response.arrayBuffer()).rejects.toThrow();
    }
  });
});

describe("a thread", () => {
  it("ends when nobody calls it, or when it is old, and not before its work is done", async () => {
    const brief = await serve({ idleMs: 200 });
    const old = await serve({ lifetimeMs: 2_000 });
    for (const of of [brief, old]) {
      expect(await text("counts", "", of)).toBe("1");
      await expect.poll(() => text("counts", "", of), { interval: 600 }).toBe("1");
    }
    expect(await text("waits", "", brief)).toBe("0");
    await expect.poll(() => text("waits", "", brief), { interval: 400 }).not.toBe("0");
  });
});
