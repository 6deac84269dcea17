import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { RenderHost } from "./render-host.ts";

function openHost({ thread = "render-thread.fixture.ts", deadlineMs = 30_000 } = {}) {
  const logged: string[] = [];
  const host = new RenderHost({
    threadPath: join(import.meta.dirname, thread),
    site: { siteUrl: "https://yaare.example", connectTo: [] },
    backend: {
      supabase: { url: "https://yaare.example", anonKey: "anon" },
      publicSupabaseUrl: "",
      fetch: async ({ url, headers }) => Response.json({ url, apikey: headers.get("apikey") }),
    },
    log: (_level, text) => logged.push(text),
    deadlineMs,
  });
  onTestFinished(() => host.close());
  const get = async (path: string, isShared = false) => {
    await host.start();
    const { status, headers, body } = await host.render({ method: "GET", path, isShared });
    return { status, headers: new Headers(headers), text: new TextDecoder().decode(body) };
  };
  return { host, get, logged };
}

it("renders in a thread, and adds the headers that every page needs", async () => {
  const { get } = openHost();
  const { status, headers, text } = await get("/");
  expect([status, text]).toEqual([200, "<p>a page</p>"]);
  expect(headers.get("content-security-policy")).toContain("default-src 'self'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

it("answers the loaders' requests by the backend of the host", async () => {
  const { text } = await openHost().get("/from-backend");
  expect(JSON.parse(text)).toEqual({ url: "https://yaare.example/rest/v1/products", apikey: "anon" });
});

it("shows what another page has read until a change concerns it", async () => {
  const { host, get } = openHost();
  const read = async (isShared = true) => (await get("/shared", isShared)).text;
  expect([await read(), await read(), await read(false)]).toEqual(["1", "1", "2"]);
  host.forgetShared({ wrong: ["product:1"], old: ["products"] });
  expect(await read()).toBe("1");
  host.forgetShared({ wrong: [], old: ["settings"] });
  expect(await read()).toBe("3");
  host.forgetShared(null);
  expect(await read()).toBe("4");
});

it.each([
  ["ends", "/exit", 30_000],
  ["fails", "/throw", 30_000],
  ["does not come to an end", "/loop", 3_000],
])("answers the error page when the thread %s, and replaces the thread", async (_, path, deadlineMs) => {
  const { get, logged } = openHost({ deadlineMs });
  const { status, headers, text } = await get(path);
  expect([status, headers.get("x-content-type-options")]).toEqual([500, "nosniff"]);
  expect(text).toContain("Une erreur inattendue s'est produite");
  expect(logged.join()).toContain(`${path} was not rendered`);
  expect((await get("/good")).text).toBe("<p>a page</p>");
});

it("says at the start when the thread cannot start", async () => {
  await expect(openHost({ thread: "missing.ts" }).host.start()).rejects.toThrow("has ended");
});
