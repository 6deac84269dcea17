/** What the page for a forgotten password says when things go wrong, and that it tells nobody who has an account. */
import { asSession, expect, expectLogged, remember, signInOver, test } from "../support/shopper.ts";

const RECOVER = "**/auth/v1/recover*";

test("a refusal is said, what was typed stays, and the next try works", async ({ page, pageErrors }) => {
  await page.goto("/reset-password");
  const [email, send] = [page.getByLabel("Email"), page.getByRole("button", { name: "Recevoir un lien" })];
  await email.fill("personne@exemple.bf");
  const toasts = page.getByRole("region", { name: "Notifications" });
  for (const [status, body, said] of [
    [429, { code: "over_email_send_rate_limit", message: "x" }, "Un email vient déjà de vous être envoyé."],
    [503, {}, "Connexion impossible. Vérifiez votre réseau et réessayez."],
  ] as const) {
    await page.route(RECOVER, (route) =>
      route.fulfill({ status, json: body, headers: { "x-supabase-api-version": "2024-01-01" } }),
    );
    await send.click();
    await expect(toasts.getByRole("alert").filter({ hasText: said })).toBeVisible();
    await expect(email).toHaveValue("personne@exemple.bf");
    await page.unroute(RECOVER);
  }
  await expectLogged(pageErrors, /status of (429|503)/);
  // Nobody has this address, and it is answered as any other.
  await send.click();
  await expect(page.getByRole("status")).toContainText("Si un compte existe pour personne@exemple.bf");
});

test("a link that is over says so and lets ask again, also to who is signed in", async ({
  page,
  shop,
  customer,
}) => {
  await page.goto(
    `/auth/v1/verify?type=recovery&token=0&redirect_to=${encodeURIComponent(`${shop.url}/reset-password`)}`,
  );
  await expect(page.getByRole("alert")).toContainText("Ce lien n'est plus valable");
  await expect(page.getByLabel("Email")).toBeVisible();
  await page.getByRole("link", { name: "Retour à la connexion" }).click();
  await expect(page).toHaveURL("/login");

  await remember(page, asSession(await signInOver(shop, await customer())));
  await page.goto("/reset-password");
  await expect(page.getByRole("button", { name: "Recevoir un lien" })).toBeVisible();
  await expect(page.getByLabel("Nouveau mot de passe", { exact: true })).toHaveCount(0);
});
