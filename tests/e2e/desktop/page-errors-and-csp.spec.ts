/** The error page after a failed navigation, and the content security policy against injected scripts. */
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { DATA_REQUEST } from "#tests/support/e2e/network.ts";

test("an unexpected error shows a heading and a link, and no cause", async ({ page, pageErrors }) => {
  await page.goto("/cart");
  await page.route(DATA_REQUEST, (route) =>
    route.fulfill({ status: 500, contentType: "text/plain", body: "Error: secret at loader (server.ts:1)" }),
  );
  await page.getByRole("contentinfo").getByRole("link", { name: "Plomberie" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unexpected Application Error!");
  await expect(page).toHaveTitle("Erreur inattendue");
  await expect(page.locator("body")).not.toContainText("secret");
  await expect(page.getByRole("link", { name: "Retour à l'accueil" })).toHaveAttribute("href", "/");
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Catégorie: Plomberie");
  expect(pageErrors.length).toBeGreaterThan(0);
  allowErrors(pageErrors, /status of 500|secret|ErrorResponse|React Router caught/);
});

test("a script that the content security policy does not allow does not run", async ({
  page,
  pageErrors,
}) => {
  await page.goto("/");
  expect(pageErrors).toEqual([]);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.text = "document.title = 'foreign'";
    document.head.append(script);
  });
  expect(await page.title()).not.toBe("foreign");
  await expect.poll(() => pageErrors.join()).toContain("Content Security Policy");
  allowErrors(pageErrors, /Content Security Policy/);
});
