/** The sign-in page on a slow network: its forms are in the HTML, and input before hydration is not lost. */
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { holdRequests } from "#tests/support/e2e/network.ts";

const CODE = /\/assets\/.*\.js$/;

test.describe("before hydration", () => {
  test.use({ autoWaitForIdle: false });

  test("the sign-in form is in the HTML, and what is typed and submitted before hydration is sent once", async ({
    page,
    customer,
  }) => {
    const { email, password } = await customer();
    const releaseCode = await holdRequests(page, CODE);
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
    // Corrected before the scripts are loaded: the last click counts, with the values of that moment.
    await form.getByLabel("Mot de passe").fill(password);
    await form.getByRole("button", { name: "Se connecter" }).click();
    await expect(page).toHaveURL("/login?returnUrl=/cart");
    await releaseCode();
    await expect(page).toHaveURL("/cart");
    expect(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toContain(email);
    expect(sent).toBe(1);
  });

  test("what is typed into the registration before hydration is preserved and validated", async ({
    page,
  }) => {
    const releaseCode = await holdRequests(page, CODE);
    await page.goto("/login?tab=inscription", { waitUntil: "commit" });
    const form = page.getByRole("tabpanel", { name: "Inscription" });
    const typed = { Prénom: "Fatou", Téléphone: "70 12", Email: "fatou@exemple.bf" };
    for (const [label, text] of Object.entries(typed)) await form.getByLabel(label).fill(text);
    await releaseCode();
    await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" })).toBeVisible();
    for (const [label, text] of Object.entries(typed)) await expect(form.getByLabel(label)).toHaveValue(text);
    await form.getByRole("button", { name: "Créer mon compte" }).click();
    await expect(form.getByText("Le nom est requis")).toBeVisible();
    await expect(form.getByText("Le numéro de téléphone est requis")).toBeVisible();
    for (const label of ["Prénom", "Email"])
      await expect(form.getByLabel(label)).toHaveAttribute("aria-invalid", "false");
  });
});

test("a navigation to the sign-in page requests all its chunks in parallel", async ({ page }) => {
  await page.goto("/about");
  const link = page.getByRole("banner").getByRole("link", { name: "Connexion" });
  await expect(link).toBeVisible();
  const releaseRouteModule = await holdRequests(page, /\/assets\/login-.*\.js$/);
  const sharedChunk = page.waitForRequest(/\/assets\/shared-.*\.js$/);
  await link.click();
  await sharedChunk;
  await releaseRouteModule();
  await expect(page.getByRole("tabpanel", { name: "Connexion" })).toBeVisible();
});
