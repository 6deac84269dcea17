/** axe audits of the technicians' pages in their states. */
import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { gotoUncached } from "#tests/support/e2e/goto-uncached.ts";
import { DATA_REQUEST, FAILED_LOAD_ERROR, holdRequests } from "#tests/support/e2e/network.ts";
import { fillContactForm, MESSAGES_URL, openContactForm } from "#tests/support/e2e/technicians.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";

test("axe: the technician list: filtered, loading, empty and failed", { tag: "@long" }, async ({
  page,
  revokeRead,
  pageErrors,
}) => {
  await page.goto("/technicians?specialty=plomberie");
  await expectNoAxeViolations(page);
  const release = await holdRequests(page, DATA_REQUEST);
  await page.getByRole("link", { name: "Tous", exact: true }).click();
  await expect(page.locator("[data-skeleton=technician]")).toHaveCount(6);
  await expectNoAxeViolations(page);
  await release();
  await page.goto("/technicians?search=zzzzzz");
  await expectNoAxeViolations(page);
  await revokeRead("technician_profiles");
  await gotoUncached(page, "/technicians");
  await expect(getToasts(page)).toBeVisible();
  await expectNoAxeViolations(page);
  allowErrors(pageErrors, FAILED_LOAD_ERROR);
});

test("axe: a missing profile, a complete one, and one after a failed read", { tag: "@long" }, async ({
  page,
  technicians,
  revokeRead,
  pageErrors,
}) => {
  const { slug } = await technicians.add({
    verified_at: "2026-01-05",
    phone: "70 00 00 01",
    location: "Kaya",
    image: "/pictures/technicien-1-640.jpg",
  });
  for (const path of [`/technician/${slug}`, "/technician/nexiste-pas"]) {
    await page.goto(path);
    await expectNoAxeViolations(page);
  }
  await revokeRead("technician_profiles");
  await gotoUncached(page, `/technician/${slug}`);
  await expect(getToasts(page)).toBeVisible();
  await expectNoAxeViolations(page);
  allowErrors(pageErrors, FAILED_LOAD_ERROR);
});

test("axe: the contact form: empty, with its errors, and rejected", { tag: "@long" }, async ({
  page,
  technicians,
  pageErrors,
}) => {
  const { slug } = await technicians.add();
  await page.goto(`/technician/${slug}`);
  const dialog = await openContactForm(page);
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Envoyer" }).click();
  await expect(dialog.getByText("Le nom est requis")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.route(MESSAGES_URL, (route) => route.fulfill({ status: 500, json: { message: "boom" } }));
  await dialog.getByRole("button", { name: "Fermer" }).click();
  await fillContactForm(page);
  await dialog.getByRole("button", { name: "Envoyer" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expectNoAxeViolations(page);
  allowErrors(pageErrors, /status of 500|technicians: the message was not sent/);
});
