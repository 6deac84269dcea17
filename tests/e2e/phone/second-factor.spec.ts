/** The second factor on a phone: activated, asked for at the next sign-in, replaced by a recovery code. */
import type { Page } from "@playwright/test";
import { openSignedIn } from "#tests/support/e2e/account.ts";
import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import type { Customer } from "#tests/support/e2e/customer.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { createAuthenticator } from "#tests/support/second-factor.ts";

const SECURITY_PATH = "/account/security";

async function signOutAndIn(page: Page, { email, password }: Customer): Promise<void> {
  await page.goto("/account");
  await page.getByRole("complementary").getByRole("button", { name: "Déconnexion" }).click();
  await expect(page).toHaveURL("/");
  await page.goto(`/login?returnUrl=${SECURITY_PATH}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page.getByRole("heading", { name: "Vérification en deux étapes" })).toBeVisible();
}

test("a customer activates it, signs in with a code, then with a recovery code", { tag: "@long" }, async ({
  page,
  shop,
  customer,
  pageErrors,
}) => {
  const account = await customer();
  await openSignedIn(page, shop, account, SECURITY_PATH);
  await page.getByRole("button", { name: "Activer le second facteur" }).click();
  const qrCode = page.getByRole("img", { name: "Code QR de votre second facteur" });
  await expect(qrCode).toBeVisible();
  // The image is drawn: the content policy allows it, and the markup is complete.
  expect(
    await qrCode.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0);
  await expectNoAxeViolations(page);
  const secret = (await page.locator("form code").textContent())?.replaceAll(" ", "") ?? "";
  const app = createAuthenticator("", secret);
  await page.getByLabel("Code à six chiffres").fill(app.generate());
  await page.keyboard.press("Enter");
  const codes = page.getByRole("region", { name: "Vos codes de secours" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await expectNoAxeViolations(page);
  const recoveryCode = (await codes.first().textContent()) ?? "";
  await page.getByRole("button", { name: "J'ai gardé ces codes" }).click();
  await expect(page.getByText("Activé.")).toBeVisible();

  await signOutAndIn(page, account);
  await page.getByLabel("Code à six chiffres").fill("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^⚠?Ce code est faux/)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByLabel("Code à six chiffres").fill(app.generate());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(SECURITY_PATH);

  await signOutAndIn(page, account);
  await page.getByRole("button", { name: "Je n'ai plus mon application" }).click();
  await page.getByLabel("Code de secours").fill(recoveryCode.replaceAll("-", " ").toUpperCase());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(SECURITY_PATH);
  await expect(page.getByText("Codes de secours restants : 9.")).toBeVisible();
  await expectNoAxeViolations(page);
  allowErrors(pageErrors, /status of 422/);
});
