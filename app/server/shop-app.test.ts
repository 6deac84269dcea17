import { Hono } from "hono";
import { expect, it } from "vitest";
import { createShopApp } from "./shop-app.ts";

it.each(["/order/123456-abcdefghijklmnopqrstuvwx", "/Order/123456-abcdefghijklmnopqrstuvwx.data?page=2"])(
  "an error page is logged without the token of an order, %s",
  async (path) => {
    const logged: object[] = [];
    const app = createShopApp({
      site: { siteUrl: "https://yaare.example" },
      seedDir: "",
      probes: new Hono(),
      render: async () => new Response("", { status: 503 }),
      getReference: () => undefined,
      logError: (fields) => logged.push(fields),
    });
    await app.request(path, {}, { incoming: {} });
    expect(logged).toEqual([{ path: expect.stringMatching(/^\/order\/…$/i), status: 503 }]);
  },
);
