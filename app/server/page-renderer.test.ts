import { describe, expect, it } from "vitest";
import { createDocumentResponse } from "#app/lib/pages/rendered-document.ts";
import { createPageHandler } from "./page-handler.ts";
import { PageRenderer } from "./page-renderer.ts";

const shared = "public, max-age=0, s-maxage=10";

function setup(
  render: (request: Request) => Response | Promise<Response>,
  siteUrl = "https://yaare.example",
  getPendingChanges: () => Promise<void> | null = () => null,
) {
  const requests: Request[] = [];
  const sharing: boolean[] = [];
  const errors: unknown[] = [];
  const pages = new PageRenderer({
    render: createPageHandler({
      render: async (request, isShared) => {
        requests.push(request);
        sharing.push(isShared);
        return await render(request);
      },
      siteUrl,
      connectTo: [],
      onError: (error) => errors.push(error),
    }),
    cacheBytes: 1_000_000,
    siteUrl,
    connectTo: [],
    freshMs: 300_000,
    routes: [{ path: "/products", names: ["category", "page"], routeIds: [] }],
    getPendingChanges,
  });
  const get = (path: string, init?: RequestInit, network = "a network") =>
    pages.fetch(new Request(`http://10.0.0.1:3000${path}`, init), network);
  return { pages, requests, sharing, errors, get };
}

const html = (body: string, headers: Record<string, string> = {}, status = 200) =>
  new Response(body, { status, headers: { "content-type": "text/html", ...headers } });

const noConditions = { method: "GET", acceptEncoding: undefined, ifNoneMatch: undefined };

describe("a page", () => {
  it("has a charset, a content security policy for its own scripts, and the security headers", async () => {
    const document = { html: ["<script>1</script>", "", ""] as const, scripts: ["1"], styles: [] };
    const { get } = setup(() =>
      createDocumentResponse(document, { headers: { "content-type": "text/html" } }),
    );
    const { headers } = await get("/");
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")).toMatch(/script-src 'self' 'sha256-/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("strict-transport-security")).toMatch(/^max-age=/);
    expect(headers.get("cache-control")).toBe("no-cache");
  });

  it("requires https only when the shop is behind it", async () => {
    const { get } = setup(() => html(""), "http://localhost:3000");
    expect((await get("/")).headers.has("strict-transport-security")).toBe(false);
  });

  it("is cached by its sorted URL and not rendered again", async () => {
    const { get, pages, requests } = setup(({ url }) => html(url, { "cache-control": shared }));
    const first = await get("/products?page=2&category=bois&x=1");
    const second = await get("/products?category=bois&page=2");
    expect(await second.text()).toBe(await first.text());
    expect([first, second].map(({ headers }) => headers.get("age"))).toEqual([null, "0"]);
    expect(requests.map(({ url }) => url)).toEqual(["https://yaare.example/products?category=bois&page=2"]);
    expect(pages.getCached("/products?page=2&category=bois", noConditions)).toMatchObject({ status: 200 });
    expect(pages.getCached("/products?page=3", noConditions)).toBeNull();
    expect(second.headers.get("cache-control")).toBe(shared);
  });

  it("is rendered again before it is answered when a change made it wrong", async () => {
    let price = 1000;
    const { get, pages } = setup(() =>
      html(String(price), { "cache-control": shared, "cache-tag": "settings, product:1" }),
    );
    expect(await (await get("/")).text()).toBe("1000");
    price = 900;
    pages.invalidate({ wrong: ["product:2"], old: [] });
    expect(await (await get("/")).text()).toBe("1000");
    pages.invalidate({ wrong: ["product:1"], old: [] });
    expect(await (await get("/")).text()).toBe("900");
  });

  it("may show what others have read, unless it is for one visitor", async () => {
    const { get, sharing } = setup(() => html("", { "cache-control": shared }));
    await get("/");
    await get("/", { headers: { authorization: "Bearer token" } });
    await get("/", { method: "POST" });
    expect(sharing).toEqual([true, false, false]);
  });

  it("waits for the changes that were written before the request", async () => {
    let price = 1000;
    let pending: Promise<void> | null = null;
    const { get, pages } = setup(
      () => html(String(price), { "cache-control": shared, "cache-tag": "product:1" }),
      undefined,
      () => pending,
    );
    await get("/");
    price = 900;
    const { promise, resolve } = Promise.withResolvers<void>();
    pending = promise.then(() => pages.invalidate({ wrong: ["product:1"], old: [] }));
    expect(pages.getCached("/", noConditions)).toBeNull();
    const answer = get("/");
    resolve();
    expect(await (await answer).text()).toBe("900");
  });

  it("does not depend on the visitor of the first request", async () => {
    const { get, requests } = setup(() => html("", { "cache-control": shared }));
    await get("/", { headers: { cookie: "session=1", "x-forwarded-host": "evil.example" } });
    expect([...(requests[0]?.headers ?? [])]).toEqual([]);
  });

  it("responds to HEAD and to a matching ETag without a body", async () => {
    const { get, requests } = setup(() => html("<p>Clou</p>", { "cache-control": shared }));
    const head = await get("/", { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "11", ""]);
    const again = await get("/", { headers: { "if-none-match": head.headers.get("etag") ?? "" } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(requests.map(({ method }) => method)).toEqual(["GET"]);
  });

  it("treats a URL with two slashes as a path of this host", async () => {
    const { get, requests } = setup(() => html(""));
    await get("//evil.example/x");
    expect(requests[0]?.url).toBe("https://yaare.example//evil.example/x");
  });
});

describe("an uncacheable request", () => {
  it.each([
    ["a form", { method: "POST", body: "a=1" }],
    ["a request with a token", { headers: { authorization: "Bearer x" } }],
  ])("renders the page for %s each time, from its path alone", async (_, init) => {
    const { get, requests } = setup(() => html("", { "cache-control": shared }));
    await get("/", init);
    await get("/", init);
    expect(requests).toHaveLength(2);
    expect(requests[0]?.url).toBe("https://yaare.example/");
    expect([...(requests[0]?.headers ?? [])]).toEqual([]);
  });

  it("passes redirects and cookies on to the client", async () => {
    const { get } = setup(
      () => new Response(null, { status: 302, headers: { location: "/login", "set-cookie": "a=1" } }),
    );
    const { headers, status } = await get("/account");
    expect([status, headers.get("location"), headers.get("set-cookie")]).toEqual([302, "/login", "a=1"]);
  });

  it.each([
    ["/products?category=vis", "/products?category=clous"],
    [
      "/products?utm_source=whatsapp&page=2&category=vis",
      "/products?category=clous&page=2&utm_source=whatsapp",
    ],
    ["/vis?a=%C3%A9&a=2", "/clous?a=%C3%A9&a=2"],
  ])("redirects %s for good with its whole query, also with what no page reads", async (from, to) => {
    const { get } = setup(({ url }) => {
      const location = url.replace("https://yaare.example", "").replace("vis", "clous");
      return new Response(null, { status: 301, headers: { location, "cache-control": "no-cache" } });
    });
    const { headers, status } = await get(from);
    expect([status, headers.get("location")]).toEqual([301, to]);
  });
});

describe("too many pages at once", () => {
  it("are answered with 503, a time to retry and a French page", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { get } = setup(async () => {
      await promise;
      return html("");
    });
    const answers = Array.from({ length: 300 }, (_, n) =>
      get(`/products?page=${n}`, {}, `network ${n % 10}`),
    );
    const busy = await get("/");
    expect([busy.status, busy.headers.get("retry-after"), busy.headers.get("cache-control")]).toEqual([
      503,
      "5",
      "no-store",
    ]);
    expect(busy.headers.get("x-content-type-options")).toBe("nosniff");
    expect(busy.headers.get("content-security-policy")).toContain("style-src-attr 'unsafe-inline'");
    const text = await busy.text();
    expect(text).toContain("La boutique reçoit beaucoup de visites");
    // It leads to the page that was asked for, and has the shop's look.
    expect(text).toMatch(/<a href="" style="[^"]+">Réessayer<\/a>/);
    resolve();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.slice(0, 204)).toEqual(Array(204).fill(200));
    expect(statuses.slice(204)).toEqual(Array(96).fill(503));
  });

  it("of one visitor with a token are bounded as well", async () => {
    const { get } = setup(() => new Promise(() => {}));
    for (let n = 0; n < 300; n++) void get("/", { headers: { authorization: "Bearer x" } });
    expect((await get("/", { headers: { authorization: "Bearer x" } })).status).toBe(503);
  });

  it("of one network leave renderings to others", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { get } = setup(async ({ url }) => {
      if (url.includes("category")) await promise;
      return html(url);
    });
    const flood = Array.from({ length: 200 }, (_, n) => get(`/products?category=${n}`));
    expect((await get("/", {}, "another network")).status).toBe(200);
    resolve();
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(148);
  });
});

describe("an error", () => {
  it("results in a French page that does not show the cause", async () => {
    const { get, errors } = setup(() => {
      throw new Error("select * from secrets");
    });
    const response = await get("/");
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(text).toContain("Une erreur inattendue s'est produite");
    expect(text).not.toContain("secrets");
    expect(errors).toHaveLength(1);
  });
});
