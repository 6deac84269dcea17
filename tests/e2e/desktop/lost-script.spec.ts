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

test("a page whose script never arrives is loaded again three times, and stays readable", async ({
  page,
  shop,
  pageErrors,
}) => {
  await page.route("**/assets/*.js", (route) => route.abort("connectionreset"));
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.goto(`${shop.url}/terms`);
  await expect.poll(() => loads).toBe(4);
  // The fourth one was refused.
  await page.waitForFunction(() => sessionStorage.getItem("reloads") === "4");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(loads).toBe(4);
  allowErrors(pageErrors, /ERR_CONNECTION_RESET/);
});
