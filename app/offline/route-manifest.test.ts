import { afterEach, expect, test, vi } from "vitest";
import { opensOffline, preloadNextPages } from "./route-manifest.ts";

afterEach(() => vi.unstubAllGlobals());

/** A page whose routes are known and whose head has these links; those that are added arrive at once. */
function stubPage(...hrefs: string[]) {
  const route = (path: string) => ({
    path,
    module: `/assets/${path}.js`,
    hasLoader: false,
    hasClientLoader: true,
  });
  vi.stubGlobal("window", {
    __reactRouterManifest: {
      routes: { "routes/storefront/cart": route("cart"), "routes/storefront/checkout": route("checkout") },
    },
  });
  vi.stubGlobal("document", {
    querySelector: (selector: string) => hrefs.find((href) => selector.includes(href)) ?? null,
    createElement: () => ({}),
    head: {
      append(link: { href: string; onload(): void }) {
        hrefs.push(link.href);
        link.onload();
      },
    },
  });
}

test("a page opens without a network once its code has arrived", () => {
  stubPage();
  expect(opensOffline("/cart")).toBe(false);
  preloadNextPages();
  expect(opensOffline("/cart")).toBe(true);
});

test("a link to preload a page's code is not its code: the touch of a link adds one without a network, too", () => {
  stubPage("/assets/checkout.js");
  expect(opensOffline("/checkout")).toBe(false);
});
