/** The network loses a part of the application or of the page: it works all the same, once there is a network. */
import { createServer } from "node:http";
import { waitForPort } from "#harness/wait-for-port.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";

test.use({ autoWaitForIdle: false });

test("a page whose script was lost is loaded again by itself", async ({ page, shop, pageErrors }) => {
  let isCut = true;
  await page.route("**/assets/*.js", (route) => (isCut ? route.abort("connectionreset") : route.continue()));
  const failed = page.waitForEvent("requestfailed");
  await page.goto(`${shop.url}/cart`);
  await failed;
  isCut = false;
  await expect(page.getByRole("heading", { name: "Votre panier est vide" })).toBeVisible();
  allowErrors(pageErrors, /ERR_CONNECTION_RESET/);
});

test("a page whose script does not arrive stays readable, and is loaded again after growing pauses and at a press", async ({
  page,
  shop,
  pageErrors,
}) => {
  let isBlocked = true;
  await page.route("**/assets/*.js", (route) =>
    isBlocked ? route.abort("connectionreset") : route.continue(),
  );
  const loads: number[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(performance.now());
  });
  let lostEntries = 0;
  page.on("requestfailed", (request) => {
    if (request.url().includes("/entry.client-")) lostEntries++;
  });
  await page.goto(`${shop.url}/products`);
  // The third page has lost its script, too: one that is asked for later would arrive.
  await expect.poll(() => lostEntries).toBe(3);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const [first = 0, second = 0, third = 0] = loads;
  expect(third - second).toBeGreaterThan(second - first);
  isBlocked = false;
  const wishlistButton = page.getByRole("button", { name: /liste de souhaits/ }).first();
  await wishlistButton.click();
  // The application is there, and later losses are counted from the start.
  await page.waitForFunction(() => sessionStorage.getItem("reloads") === null);
  expect(loads).toHaveLength(4);
  await wishlistButton.click();
  await expect(page.getByRole("button", { name: /^Retirer .* liste de souhaits/ }).first()).toBeVisible();
  allowErrors(pageErrors, /ERR_CONNECTION_RESET/);
});

test("a page whose document is cut on its way is loaded again by itself", async ({
  page,
  shop,
  pageErrors,
}) => {
  const html = await (await fetch(`${shop.url}/cart`)).text();
  // The first part has the script of the head and no body.
  const part = html.slice(0, html.indexOf("<style"));
  let isCut = false;
  const server = createServer(async ({ url = "" }, response) => {
    if (url === "/cart" && !isCut) {
      isCut = true;
      response.writeHead(200, { "content-type": "text/html", "content-length": html.length });
      response.write(part, () => setTimeout(() => response.socket?.resetAndDestroy(), 500));
      return;
    }
    const answer = await fetch(shop.url + url);
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(new Uint8Array(await answer.arrayBuffer()));
  }).listen(0);
  try {
    const url = `http://localhost:${await waitForPort(server)}/cart`;
    await page.clock.install();
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForFunction(() => "capturedClick" in window);
    expect(await page.evaluate(() => [document.readyState, document.body])).toEqual(["loading", null]);
    const loaded = page.waitForEvent("load");
    await page.clock.runFor(15_000);
    await loaded;
    await page.clock.resume();
    await expect(page.getByRole("heading", { name: "Votre panier est vide" })).toBeVisible();
  } finally {
    server.close();
  }
  allowErrors(pageErrors, /ERR_CONNECTION_RESET/);
});
