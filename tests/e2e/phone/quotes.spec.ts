/** A quote request on a phone: both options, a photo, a slow upload, and without JavaScript. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "#tests/support/e2e/fixtures.ts";

const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n");
const plan = { name: "Plan de la villa.pdf", mimeType: "application/pdf", buffer: PDF };

/** Opens an option's popover. */
async function openOption(page: Page, name = "Envoyer un fichier") {
  const opener = page.getByRole("button", { name });
  await opener.click();
  const popover = page.getByRole("dialog", { name });
  await expect(popover).toBeVisible();
  return {
    opener,
    popover,
    input: popover.locator("input[type=file]"),
    next: popover.getByRole("link", { name: "Continuer vers WhatsApp" }),
    reference: popover.getByText(/^COT-[0-9A-F]{8}$/),
  };
}

/** The contents of a WhatsApp link: the shop's number and the message. */
function parseWhatsAppLink(address: string) {
  const url = new URL(address);
  return { number: url.pathname.slice(1), text: url.searchParams.get("text") };
}

test("both options are described and lead to WhatsApp without a request to the backend", async ({
  page,
  context,
  shop,
}) => {
  await context.route(/^https:\/\/wa\.me\//, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>WhatsApp</title>" }),
  );
  const [{ whatsapp } = { whatsapp: "" }] = await shop.sql<{ whatsapp: string }[]>`
    select whatsapp from shop_settings`;
  await page.goto("/request-quote");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Demander une cotation");
  const calls: string[] = [];
  page.on("request", (request) => {
    const isCall = /\/(rest|auth|storage|functions)\/v1\/|\.data/.test(request.url());
    if (isCall || request.method() !== "GET") calls.push(request.url());
  });

  for (const [name, purpose, message] of [
    ["Envoyer une image", "Produits et matériaux", /^Bonjour, .*cotation.*produits ou matériaux.*image/],
    ["Envoyer un fichier", "Plans et projets complets", /^Bonjour, .*cotation.*projet complet.*fichier/],
  ] as const) {
    await expect(page.getByRole("region", { name })).toContainText(purpose);
    const { popover, next } = await openOption(page, name);
    const opened = context.waitForEvent("page");
    await next.click();
    const chat = await opened;
    expect(parseWhatsAppLink(chat.url())).toEqual({ number: whatsapp, text: expect.stringMatching(message) });
    expect(parseWhatsAppLink(chat.url()).text).not.toContain("COT-");
    expect(await chat.evaluate(() => window.opener)).toBeNull();
    await chat.close();
    await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
      "Redirection vers WhatsApp",
    );
    await expect(popover).toBeHidden();
  }
  expect(calls).toEqual([]);
});

test("a large photo is resized before the upload, and the page says by how much", async ({ page, shop }) => {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const buffer = await sharp({
    create: { width: 2400, height: 1800, channels: 3, background: "#888", noise },
  })
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Artist: "Awa" } })
    .toBuffer();
  await page.goto("/request-quote");
  const { popover, input, reference } = await openOption(page, "Envoyer une image");
  await input.setInputFiles({ name: "IMG_2041.jpeg", mimeType: "image/jpeg", buffer });
  await expect(popover.getByRole("status")).toContainText(/Mo au lieu de \d,\d\sMo|Ko au lieu de \d,\d\sMo/);
  const [object] = await shop.sql<{ size: number }[]>`
    select (o.metadata ->> 'size')::int as size from storage.objects o join quotes q on q.file_path = o.name
    where q.reference = ${await reference.textContent()}`;
  expect(object?.size).toBeLessThan(buffer.length / 2);
});

test("the upload shows its progress, disables WhatsApp, and can be cancelled without a trace", async ({
  page,
  shop,
}) => {
  const client = await page.context().newCDPSession(page);
  await page.goto("/request-quote");
  const large = {
    ...plan,
    name: `${randomUUID()}.pdf`,
    buffer: Buffer.concat([PDF, Buffer.alloc(5_000_000)]),
  };
  const { popover, input, next } = await openOption(page);
  // The network is so slow that the upload would take minutes.
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 20_000,
  });
  await input.setInputFiles(large);
  const progress = popover.getByRole("progressbar", { name: `Envoi de ${large.name}` });
  await expect(progress).toBeVisible();
  await expect(popover).toContainText(/sur 5\sMo/);
  await expect(next).toHaveAttribute("aria-disabled", "true");
  await expect(next).not.toHaveAttribute("href");
  await expect.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0);

  // The upload continues while the popover is closed.
  await page.keyboard.press("Escape");
  await openOption(page);
  await expect(progress).toBeVisible();
  await popover.getByRole("button", { name: "Annuler" }).click();
  await expect(progress).toHaveCount(0);
  await expect(input).toBeFocused();
  await expect(next).toHaveAttribute("href", /^https:\/\/wa\.me\//);
  // The next upload is not blocked, although the network is still slow, and nothing of the first one was stored.
  await input.setInputFiles(plan);
  await expect(popover.getByRole("status")).toContainText("est bien arrivé.");
  expect(await shop.sql`select id from quotes where file_name = ${large.name}`).toEqual([]);
});

test("the popover fits the screen, however long the file name is", async ({ page }) => {
  await page.goto("/request-quote");
  const { popover, input } = await openOption(page);
  await input.setInputFiles({ ...plan, name: `Plan ${"très long ".repeat(12)}.pdf` });
  await expect(popover.getByRole("status")).toContainText("est bien arrivé.");
  const overflow = await popover.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  const box = await popover.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("both options open and lead to WhatsApp; nothing that needs JavaScript is offered", async ({
    page,
  }) => {
    await page.goto("/request-quote");
    for (const name of ["Envoyer une image", "Envoyer un fichier"]) {
      const { popover, next, input } = await openOption(page, name);
      await expect(next).toHaveAttribute("href", /^https:\/\/wa\.me\/\d+\?text=Bonjour/);
      await expect(next).toHaveAttribute("target", "_blank");
      await expect(input).toBeHidden();
      await page.keyboard.press("Escape");
      await expect(popover).toBeHidden();
    }
  });
});
