/** The network loses a part of the application: the page works all the same, once there is a network. */
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
