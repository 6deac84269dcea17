/** How functions are found, guarded and run, and what is answered when they fail: with functions of the test's own. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../../../backend/core/log.ts";
import type { RequestContext, Service } from "../../../backend/core/service.ts";
import { createFunctions } from "../../../backend/functions/index.ts";

const FUNCTIONS: Record<string, string> = {
  echo: `
    Deno.serve(async (request) => {
      const { pathname, search } = new URL(request.url);
      return Response.json({ method: request.method, path: pathname + search, body: await request.text() });
    });`,
  environment: `
    const early = Deno.env.get("SITE_URL");
    Deno.serve((request) => Response.json({
      early, anon: Deno.env.get("SUPABASE_ANON_KEY"), path: Deno.env.get("PATH") ?? null,
    }));`,
  calls: `
    Deno.serve(() => fetch(Deno.env.get("SUPABASE_URL") + "/rest/v1/brands", {
      headers: { apikey: Deno.env.get("SUPABASE_SERVICE_ROLE_KEY") },
    }));`,
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
const GUARDED = ["guarded"];
const VISITOR: RequestContext = { ip: "127.0.0.1", claims: null, tokenFailure: null };

let directory: string;
let service: Service;
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
  await mkdir(join(directory, "functions", "Outside_Name"));
  await writeFile(join(directory, "functions", "Outside_Name", "index.ts"), FUNCTIONS.guarded ?? "");
  const open = Object.keys(FUNCTIONS).filter((name) => !GUARDED.includes(name));
  await writeFile(
    join(directory, "config.toml"),
    [...open.map((name) => `[functions.${name}]\nverify_jwt = false # open`), "[auth]\nsite_url = 1\n"].join(
      "\n",
    ),
  );
  service = await createFunctions({
    fetch: async (request) => {
      called.push(`${new URL(request.url).pathname} ${request.headers.get("apikey")}`);
      return Response.json(["Sahelis"]);
    },
    anonKey: "the public key",
    serviceRoleKey: "the secret key",
    siteUrl: "https://boutique.example",
    log: createLogger("silent"),
    directory,
    timeLimitMs: 300,
    maxBodyBytes: 1000,
  });
});
afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

const call = (path: string, init: RequestInit = {}, context = VISITOR) =>
  service.fetch(new Request(`http://shop.test/functions/v1/${path}`, { method: "POST", ...init }), context);

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
    expect(await (await call("environment")).json()).toEqual({
      early: "https://boutique.example",
      anon: "the public key",
      path: null,
    });
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
    const response = await call("guarded");
    expect([response.status, await response.json()]).toEqual([401, { msg: "Missing authorization header" }]);
    const failure = { reason: "expired", message: "JWT expired" } as const;
    const expired = await call("guarded", {}, { ...VISITOR, tokenFailure: failure });
    expect([expired.status, await expired.json()]).toEqual([401, { msg: "JWT expired" }]);
    expect(await (await call("guarded", {}, { ...VISITOR, claims: { role: "anon" } })).text()).toBe("inside");
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
    "Outside_Name",
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
    ["hangs", 546, "WORKER_LIMIT"],
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
});
