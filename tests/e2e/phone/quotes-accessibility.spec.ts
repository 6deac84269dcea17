/** No finding of axe on the request for a quote: its options, and a file from the choice to its arrival. */
import type { Page } from "@playwright/test";
import { expectNoFindings } from "../support/axe.ts";
import { expect, FAILED_LOAD, forgive, hold, test } from "../support/storefront.ts";

const STORAGE = /\/storage\/v1\//;
const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n");
const plan = { name: "Plan de la villa.pdf", mimeType: "application/pdf", buffer: PDF };

/** Opens an option's popover. */
async function open(page: Page, name: string) {
  await page.getByRole("button", { name }).click();
  const popover = page.getByRole("dialog", { name });
  await expect(popover).toBeVisible();
  return popover;
}

test("both options, and a file that is refused, lost on its way, sent again and arrived", async ({
  page,
  pageErrors,
}) => {
  await page.goto("/request-quote");
  await open(page, "Envoyer une image");
  await expectNoFindings(page);
  await page.keyboard.press("Escape");
  const popover = await open(page, "Envoyer un fichier");
  await expectNoFindings(page);

  const input = popover.locator("input[type=file]");
  await input.setInputFiles({ ...plan, buffer: Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]) });
  await expect(popover.getByRole("alert")).toContainText("Ce fichier dépasse 10 Mo.");
  await expect(input).toHaveAttribute("aria-invalid", "true");
  await expectNoFindings(page);

  await page.route(STORAGE, (route) => route.abort("connectionfailed"));
  await input.setInputFiles(plan);
  await expect(popover.getByRole("alert")).toContainText("La connexion a été perdue.");
  await expectNoFindings(page);

  await page.unroute(STORAGE);
  const release = await hold(page, STORAGE);
  await popover.getByRole("button", { name: "Réessayer" }).click();
  await expect(popover.getByRole("progressbar", { name: `Envoi de ${plan.name}` })).toBeVisible();
  await expectNoFindings(page);
  release();
  await expect(popover.getByRole("status")).toContainText(`${plan.name} est bien arrivé.`);
  await expectNoFindings(page);
  forgive(pageErrors, FAILED_LOAD);
  forgive(pageErrors, /quote: the file was not stored/);
});
