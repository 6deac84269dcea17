/**
 * A quote request on a desktop by keyboard alone: the file chooser, the upload, and the message with its
 * reference.
 */
import { expect, test } from "#tests/support/e2e/fixtures.ts";

const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n");
const plan = { name: "Plan de la villa.pdf", mimeType: "application/pdf", buffer: PDF };

test("a file is chosen, uploaded privately, and named in the WhatsApp message; Escape restores the focus", async ({
  page,
  context,
  shop,
}) => {
  await context.route(/^https:\/\/wa\.me\//, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>WhatsApp</title>" }),
  );
  // Registered early: the browser takes a moment to report its dialogs.
  const chooser = page.waitForEvent("filechooser");
  await page.goto("/request-quote");
  const opener = page.getByRole("button", { name: "Envoyer un fichier" });
  const popover = page.getByRole("dialog", { name: "Envoyer un fichier" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const input = popover.locator("input[type=file]");
  await expect(input).toBeFocused();
  const box = await popover.boundingBox();
  expect(box?.width).toBeLessThanOrEqual(512);
  await page.keyboard.press("Escape");
  await expect(popover).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(input).toBeFocused();
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(plan);
  await expect(popover.getByRole("status")).toContainText("Plan de la villa.pdf est bien arrivé.");
  const reference = await popover.getByText(/^COT-[0-9A-F]{8}$/).textContent();
  const [quote] = await shop.sql`
    select q.kind, q.file_name, q.read_at, o.metadata ->> 'size' as size, o.metadata ->> 'mimetype' as type
    from quotes q join storage.objects o on o.bucket_id = 'quotes' and o.name = q.file_path
    where q.reference = ${reference}`;
  expect(quote).toEqual({
    kind: "file",
    file_name: "Plan de la villa.pdf",
    read_at: null,
    size: String(PDF.length),
    type: "application/pdf",
  });
  await page.keyboard.press("Tab");
  const next = popover.getByRole("link", { name: "Continuer vers WhatsApp" });
  await expect(next).toBeFocused();
  const opened = context.waitForEvent("page");
  await page.keyboard.press("Enter");
  const chat = new URL((await opened).url());
  expect(chat.searchParams.get("text")).toContain(`référence ${reference}`);
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
    "Redirection vers WhatsApp",
  );

  // Tabbing past the end closes the popover, and nothing covers the next element.
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(input).toBeFocused();
  await next.focus();
  await page.keyboard.press("Tab");
  await expect(popover).toBeHidden();
});
