/** axe audits of the quote request: its options, and a file from the choice to the end of the upload. */
import type { Page } from "@playwright/test";
import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { FAILED_LOAD_ERROR, holdRequests } from "#tests/support/e2e/network.ts";

const STORAGE = /\/storage\/v1\//;
const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n");
const plan = { name: "Plan de la villa.pdf", mimeType: "application/pdf", buffer: PDF };

/** Opens an option's popover. */
async function openOption(page: Page, name: string) {
  await page.getByRole("button", { name }).click();
  const popover = page.getByRole("dialog", { name });
  await expect(popover).toBeVisible();
  return popover;
}

test("axe: both options, and a file that is rejected, lost on its way, sent again and uploaded", {
  tag: "@long",
}, async ({ page, pageErrors }) => {
  await page.goto("/request-quote");
  await openOption(page, "Envoyer une image");
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  const popover = await openOption(page, "Envoyer un fichier");
  await expectNoAxeViolations(page);

  const input = popover.locator("input[type=file]");
  await input.setInputFiles({ ...plan, buffer: Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]) });
  await expect(popover.getByRole("alert")).toContainText("Ce fichier dépasse 10 Mo.");
  await expect(input).toHaveAttribute("aria-invalid", "true");
  await expectNoAxeViolations(page);

  await page.route(STORAGE, (route) => route.abort("connectionfailed"));
  await input.setInputFiles(plan);
  await expect(popover.getByRole("alert")).toContainText("La connexion a été perdue.");
  await expectNoAxeViolations(page);

  await page.unroute(STORAGE);
  const release = await holdRequests(page, STORAGE);
  await popover.getByRole("button", { name: "Réessayer" }).click();
  await expect(popover.getByRole("progressbar", { name: `Envoi de ${plan.name}` })).toBeVisible();
  await expectNoAxeViolations(page);
  await release();
  await expect(popover.getByRole("status")).toContainText(`${plan.name} est bien arrivé.`);
  await expectNoAxeViolations(page);
  allowErrors(pageErrors, FAILED_LOAD_ERROR);
  allowErrors(pageErrors, /quote: the file was not stored/);
});
