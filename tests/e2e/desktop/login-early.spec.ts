/** The sign-in page on a slow network: its forms are there with the document, and nothing done in them is lost. */
import { expect, hold, SESSION_KEY, test } from "../support/shopper.ts";

const CODE = /\/assets\/.*\.js$/;

test.describe("before the application has arrived", () => {
  test.use({ waitUntilSettled: false });

  test("the sign-in form is there before the application, and what is typed and sent then is done once", async ({
    page,
    customer,
  }) => {
    const { email, password } = await customer();
    const code = await hold(page, CODE);
    let sent = 0;
    page.on("request", (request) => {
      if (request.url().includes("grant_type=password")) sent += 1;
    });
    await page.goto("/login?returnUrl=/cart", { waitUntil: "commit" });
    const form = page.getByRole("tabpanel", { name: "Connexion" });
    await form.getByLabel("Email").fill(email);
    await form.getByLabel("Mot de passe").fill("pas-le-bon");
    await form.getByLabel("Mot de passe").press("Enter");
    await expect(form.getByRole("button", { name: "Se connecter" })).toHaveAttribute("aria-busy", "true");
    // Better known before the script has come: the last press counts, with what stands there by then.
    await form.getByLabel("Mot de passe").fill(password);
    await form.getByRole("button", { name: "Se connecter" }).click();
    await expect(page).toHaveURL("/login?returnUrl=/cart");
    await code.release();
    await expect(page).toHaveURL("/cart");
    expect(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toContain(email);
    expect(sent).toBe(1);
  });

  test("what is typed into the registration before the application has arrived stays, and counts", async ({
    page,
  }) => {
    const code = await hold(page, CODE);
    await page.goto("/login?tab=inscription", { waitUntil: "commit" });
    const form = page.getByRole("tabpanel", { name: "Inscription" });
    const typed = { Prénom: "Fatou", Téléphone: "70 12", Email: "fatou@exemple.bf" };
    for (const [label, text] of Object.entries(typed)) await form.getByLabel(label).fill(text);
    await code.release();
    await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" })).toBeVisible();
    for (const [label, text] of Object.entries(typed)) await expect(form.getByLabel(label)).toHaveValue(text);
    await form.getByRole("button", { name: "Créer mon compte" }).click();
    await expect(form.getByText("Le nom est requis")).toBeVisible();
    await expect(form.getByText("Le numéro de téléphone est requis")).toBeVisible();
    for (const label of ["Prénom", "Email"])
      await expect(form.getByLabel(label)).toHaveAttribute("aria-invalid", "false");
  });
});

test("on the way there all its files are asked for at once", async ({ page }) => {
  await page.goto("/about");
  const link = page.getByRole("banner").getByRole("link", { name: "Connexion" });
  await expect(link).toBeVisible();
  const route = await hold(page, /\/assets\/login-.*\.js$/);
  const asked = page.waitForRequest(/\/assets\/shared-.*\.js$/);
  await link.click();
  await asked;
  await route.release();
  await expect(page.getByRole("tabpanel", { name: "Connexion" })).toBeVisible();
});
