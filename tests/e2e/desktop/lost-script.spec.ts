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
