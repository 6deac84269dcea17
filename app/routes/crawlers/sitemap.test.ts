import { RouterContextProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { appContext } from "#app/lib/app-context.ts";
import { loader } from "./sitemap.ts";

afterEach(() => vi.restoreAllMocks());

it("is unavailable while the database does not answer, and not gone", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const context = new RouterContextProvider();
  context.set(appContext, {
    supabase: {
      url: "http://shop.test",
      anonKey: "",
      fetch: async () => Response.json({ code: "PGRST003", message: "Timed out." }, { status: 504 }),
    },
    siteUrl: "http://shop.test",
    publicSupabaseUrl: "",
    sharedForMs: 0,
    pages: [],
  });
  const url = new URL("http://shop.test/sitemap.xml");
  const response = await loader({
    request: new Request(url),
    url,
    context,
    params: {},
    pattern: "/sitemap.xml",
  });
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(logged).toHaveBeenCalledOnce();
});
