/** Asking for a quote on a phone: both options, a photo, a sending that takes its time, and without script. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "../support/storefront.ts";

const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n");
const plan = { name: "Plan de la villa.pdf", mimeType: "application/pdf", buffer: PDF };

/** Opens an option's popover. */
async function open(page: Page, name = "Envoyer un fichier") {
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

/** What the chat's address says: the shop's number and the message. */
function chatOf(address: string) {
  const url = new URL(address);
  return { number: url.pathname.slice(1), text: url.searchParams.get("text") };
}

test("both options say what they are for and lead to WhatsApp without a call to the backend", async ({
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
    const { popover, next } = await open(page, name);
    const opened = context.waitForEvent("page");
    await next.click();
    const chat = await opened;
    expect(chatOf(chat.url())).toEqual({ number: whatsapp, text: expect.stringMatching(message) });
    expect(chatOf(chat.url()).text).not.toContain("COT-");
    expect(await chat.evaluate(() => window.opener)).toBeNull();
    await chat.close();
    await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
      "Redirection vers WhatsApp",
    );
    await expect(popover).toBeHidden();
  }
  expect(calls).toEqual([]);
});

test("a large photo is made lighter before it is sent, and it says by how much", async ({ page, shop }) => {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const buffer = await sharp({
    create: { width: 2400, height: 1800, channels: 3, background: "#888", noise },
  })
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Artist: "Awa" } })
    .toBuffer();
  await page.goto("/request-quote");
  const { popover, input, reference } = await open(page, "Envoyer une image");
  await input.setInputFiles({ name: "IMG_2041.jpeg", mimeType: "image/jpeg", buffer });
  await expect(popover.getByRole("status")).toContainText(/Mo au lieu de \d,\d\sMo|Ko au lieu de \d,\d\sMo/);
  const [object] = await shop.sql<{ size: number }[]>`
    select (o.metadata ->> 'size')::int as size from storage.objects o join quotes q on q.file_path = o.name
    where q.reference = ${await reference.textContent()}`;
  expect(object?.size).toBeLessThan(buffer.length / 2);
});

test("the sending shows how far it is, holds WhatsApp back, and is cancelled without a trace", async ({
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
  const { popover, input, next } = await open(page);
  // So slow that it would take minutes.
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

  // It goes on while the popover is closed.
  await page.keyboard.press("Escape");
  await open(page);
  await expect(progress).toBeVisible();
  await popover.getByRole("button", { name: "Annuler" }).click();
  await expect(progress).toHaveCount(0);
  await expect(input).toBeFocused();
  await expect(next).toHaveAttribute("href", /^https:\/\/wa\.me\//);
  // The next one has the way free, slow as it still is, and nothing of the first has arrived.
  await input.setInputFiles(plan);
  await expect(popover.getByRole("status")).toContainText("est bien arrivé.");
  expect(await shop.sql`select id from quotes where file_name = ${large.name}`).toEqual([]);
});

test("everything of the popover is within the screen, however long the file's name is", async ({ page }) => {
  await page.goto("/request-quote");
  const { popover, input } = await open(page);
  await input.setInputFiles({ ...plan, name: `Plan ${"très long ".repeat(12)}.pdf` });
  await expect(popover.getByRole("status")).toContainText("est bien arrivé.");
  const overflow = await popover.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  const box = await popover.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("both options open and lead to WhatsApp; nothing offers what needs script", async ({ page }) => {
    await page.goto("/request-quote");
    for (const name of ["Envoyer une image", "Envoyer un fichier"]) {
      const { popover, next, input } = await open(page, name);
      await expect(next).toHaveAttribute("href", /^https:\/\/wa\.me\/\d+\?text=Bonjour/);
      await expect(next).toHaveAttribute("target", "_blank");
      await expect(input).toBeHidden();
      await page.keyboard.press("Escape");
      await expect(popover).toBeHidden();
    }
  });
});
