/** No finding of axe on the directory's states. */
import { expectNoFindings } from "../support/axe.ts";
import { DATA, expect, FAILED_LOAD, forgive, fresh, hold } from "../support/storefront.ts";
import { MESSAGES, openForm, test, toasts, writeLetter } from "../support/technicians.ts";

test("the directory: narrowed, on its way, empty and failed", async ({ page, refuse }) => {
  await page.goto("/technicians?specialty=plomberie");
  await expectNoFindings(page);
  const release = await hold(page, DATA);
  await page.getByRole("link", { name: "Tous", exact: true }).click();
  await expect(page.locator("[data-skeleton=technician]")).toHaveCount(6);
  await expectNoFindings(page);
  release();
  await page.goto("/technicians?search=zzzzzz");
  await expectNoFindings(page);
  await refuse("technician_profiles");
  await page.goto(fresh("/technicians"));
  await expect(toasts(page)).toBeVisible();
  await expectNoFindings(page);
});

test("a profile that is not there, one with all that it can have, and one that failed", async ({
  page,
  directory,
  refuse,
  pageErrors,
}) => {
  const { slug } = await directory.add({
    verified_at: "2026-01-05",
    phone: "70 00 00 01",
    location: "Kaya",
    image: "/pictures/technicien-1-640.jpg",
  });
  for (const path of [`/technician/${slug}`, "/technician/nexiste-pas"]) {
    await page.goto(path);
    await expectNoFindings(page);
  }
  await refuse("technician_profiles");
  await page.goto(fresh(`/technician/${slug}`));
  await expect(toasts(page)).toBeVisible();
  await expectNoFindings(page);
  forgive(pageErrors, FAILED_LOAD);
});

test("the contact form: empty, with its errors, and refused", async ({ page, directory, pageErrors }) => {
  const { slug } = await directory.add();
  await page.goto(`/technician/${slug}`);
  const dialog = await openForm(page);
  await expectNoFindings(page);
  await dialog.getByRole("button", { name: "Envoyer" }).click();
  await expect(dialog.getByText("Le nom est requis")).toBeVisible();
  await expectNoFindings(page);
  await page.route(MESSAGES, (route) => route.fulfill({ status: 500, json: { message: "boom" } }));
  await dialog.getByRole("button", { name: "Fermer" }).click();
  await writeLetter(page);
  await dialog.getByRole("button", { name: "Envoyer" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expectNoFindings(page);
  forgive(pageErrors, /status of 500|technicians: the message was not sent/);
});
