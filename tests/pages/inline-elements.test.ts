/**
 * The scripts and styles in the HTML: the bootstrap script runs at once, the application's is deferred, and the
 * stylesheet is that of the area.
 */
import { createHash } from "node:crypto";
import { expect, fetchDocument, test } from "#tests/support/pages/pages.ts";

test("the application's script is deferred on every kind of page", async ({ shop }) => {
  const message =
    "React Router's markup no longer matches the patterns of app/lib/bootstrap/defer-scripts.ts.";
  for (const path of ["/", "/terms", "/login", "/admin/login"]) {
    const document = await fetchDocument(shop, path);
    const deferred = [...document.querySelectorAll('script[type="text/deferred-module"]')];
    const modules = deferred.map((script) => script.getAttribute("data-modules")?.split(" ") ?? []);
    expect(modules, `${path}: ${message}`).toEqual([
      expect.arrayContaining([expect.stringMatching(/^\/assets\/entry\.client-.*\.js$/)]),
    ]);
    const others = document.querySelectorAll('script[type="module"], link[rel="modulepreload"]');
    expect(
      [...others].map((element) => element.outerHTML),
      `${path}: ${message}`,
    ).toEqual([]);
  }
});

test("one script hands the loaders' data over, and nothing of the page is left for the browser to render", async ({
  shop,
}) => {
  const message = "React Router's markup no longer matches app/lib/bootstrap/handoff-script.ts.";
  for (const path of ["/", "/terms", "/login", "/admin/login"]) {
    const html = await (await fetch(shop.url + path)).text();
    const scripts = html.match(/<script>window\.__reactRouterContext\.streamController[^<]*<\/script>/g);
    expect(scripts, `${path}: ${message}`).toEqual([
      expect.stringMatching(/\.enqueue\("\[.*"\);window\.\S+\.streamController\.close\(\);/),
    ]);
    expect(html, `${path}: ${message}`).not.toContain("<!--$");
  }
});

test("the content security policy allows the bootstrap script", async ({ shop }) => {
  const response = await fetch(shop.url);
  const head = (await response.text()).split("</head>", 1).join();
  const script = /<script>(.*?capturedClick.*?)<\/script>/s.exec(head)?.[1] ?? "";
  const hash = createHash("sha256").update(script).digest("base64");
  expect(response.headers.get("content-security-policy")).toContain(`'sha256-${hash}'`);
});

test("the content security policy allows every inline element of a page, and has no nonce", async ({
  shop,
}) => {
  for (const path of ["/", "/products", "/terms", "/login", "/admin/login", "/nowhere"]) {
    const response = await fetch(shop.url + path);
    const html = await response.text();
    const policy = response.headers.get("content-security-policy") ?? "";
    const elements = [...html.matchAll(/<(script|style)\b([^>]*)>(.*?)<\/\1>/gs)].filter(
      ([, , attributes = "", text]) => text !== "" && !attributes.includes("application/ld+json"),
    );
    // Bootstrap script, stylesheet, and the four scripts of React Router.
    expect(elements.length, path).toBe(6);
    for (const [element, , , text = ""] of elements) {
      const hash = createHash("sha256").update(text).digest("base64");
      expect(policy.includes(`'sha256-${hash}'`), `${path}: ${element.slice(0, 80)}`).toBe(true);
    }
    expect(html + policy, path).not.toMatch(/nonce[=-]/);
  }
});

test("a page has the stylesheet of its area alone", async ({ shop }) => {
  for (const [path, isAdmin] of [
    ["/", false],
    ["/terms", false],
    ["/login", false],
    ["/admin/login", true],
    ["/admin/dashboard", true],
  ] as const) {
    const document = await fetchDocument(shop, path);
    const styles = [...document.head.querySelectorAll("style")];
    expect(
      styles.map(({ id }) => id),
      path,
    ).toEqual([isAdmin ? "admin-styles" : ""]);
    // A component class of the admin area alone.
    expect(styles[0]?.textContent?.includes(".admin-menu"), path).toBe(isAdmin);
  }
});
