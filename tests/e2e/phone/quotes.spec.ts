/** Asking for a quote, on a phone and on a desktop: the two options, with and without a file, and what can go wrong. */
import { randomUUID } from "node:crypto";
import type { BrowserContext, Page, Route } from "@playwright/test";
import sharp from "sharp";
import { expectNoFindings } from "../support/axe.ts";
import { expect, forgive, fresh, settled, test } from "../support/storefront.ts";

const STORAGE = /\/storage\/v1\//;
const WHATSAPP_TOAST = "Redirection vers WhatsApp";
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

/** WhatsApp itself is not there in a test: an empty page stands for it. */
async function withoutWhatsApp(context: BrowserContext) {
  await context.route(/^https:\/\/wa\.me\//, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>WhatsApp</title>" }),
  );
}

/** What the chat's address says: the shop's number and the message. */
function chatOf(address: string) {
  const url = new URL(address);
  return { number: url.pathname.slice(1), text: url.searchParams.get("text") };
}

/** The storage service refuses as it words it. */
const refuse = (statusCode: string) => (route: Route) =>
  route.fulfill({ status: 400, json: { statusCode, error: "refused", message: "refused", code: "Refused" } });

const provoked = /quote: the file was not stored|Failed to load resource/;

test("both options say what they are for and lead to WhatsApp without a call to the backend", async ({
  page,
  context,
  shop,
}) => {
  await withoutWhatsApp(context);
  const [{ whatsapp } = { whatsapp: "" }] = await shop.sql<{ whatsapp: string }[]>`
    select whatsapp from shop_settings`;
  await page.goto("/request-quote");
  await settled(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Demander une cotation");
  await expectNoFindings(page);
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
    await expectNoFindings(page);
    const opened = context.waitForEvent("page");
    await next.click();
    const chat = await opened;
    expect(chatOf(chat.url())).toEqual({ number: whatsapp, text: expect.stringMatching(message) });
    expect(chatOf(chat.url()).text).not.toContain("COT-");
    expect(await chat.evaluate(() => window.opener)).toBeNull();
    await chat.close();
    await expect(page.getByRole("region", { name: "Notifications" })).toContainText(WHATSAPP_TOAST);
    await expect(popover).toBeHidden();
  }
  expect(calls).toEqual([]);
});

test("the number is the shop's setting", async ({ page, shop, undo }) => {
  undo(() => shop.sql`update shop_settings set whatsapp = default`);
  await shop.sql`update shop_settings set whatsapp = '22650000000'`;
  await page.goto(fresh("/request-quote"));
  await settled(page);
  const { next } = await open(page);
  await expect(next).toHaveAttribute("href", /^https:\/\/wa\.me\/22650000000\?text=/);
  await expect(next).toHaveAttribute("target", "_blank");
});

test("while the settings cannot be read, it says that WhatsApp is away", async ({ page, refuse }) => {
  await refuse("shop_settings");
  await page.goto(fresh("/request-quote"));
  await settled(page);
  const { popover, next } = await open(page);
  await expect(
    popover.getByRole("alert").filter({ hasText: "WhatsApp est momentanément indisponible" }),
  ).toBeVisible();
  await expect(next).toHaveCount(0);
});

test("a file is stored privately, and its reference goes into the message", async ({ page, shop }) => {
  await page.goto("/request-quote");
  await settled(page);
  const { popover, input, next, reference } = await open(page);
  await input.setInputFiles(plan);
  await expect(popover.getByRole("status")).toContainText("Plan de la villa.pdf est bien arrivé.");
  await expectNoFindings(page);
  const code = (await reference.textContent()) ?? "";
  const { text } = chatOf((await next.getAttribute("href")) ?? "");
  expect(text).toContain(`référence ${code}`);
  const [quote] = await shop.sql`
    select q.kind, q.file_name, q.read_at, o.metadata ->> 'size' as size, o.metadata ->> 'mimetype' as type
    from quotes q join storage.objects o on o.bucket_id = 'quotes' and o.name = q.file_path
    where q.reference = ${code}`;
  expect(quote).toEqual({
    kind: "file",
    file_name: "Plan de la villa.pdf",
    read_at: null,
    size: String(PDF.length),
    type: "application/pdf",
  });
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
  await settled(page);
  const { popover, input, reference } = await open(page, "Envoyer une image");
  await input.setInputFiles({ name: "IMG_2041.jpeg", mimeType: "image/jpeg", buffer });
  await expect(popover.getByRole("status")).toContainText(/Mo au lieu de \d,\d\sMo|Ko au lieu de \d,\d\sMo/);
  const [object] = await shop.sql<{ size: number }[]>`
    select (o.metadata ->> 'size')::int as size from storage.objects o join quotes q on q.file_path = o.name
    where q.reference = ${await reference.textContent()}`;
  expect(object?.size).toBeLessThan(buffer.length / 2);
});

test("what cannot be taken is said beside the choice, before anything is sent", async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => STORAGE.test(request.url()) && sent.push(request.url()));
  await page.goto("/request-quote");
  await settled(page);
  const { popover, input, next } = await open(page);
  for (const [file, sentence] of [
    [{ name: "virus.exe", mimeType: "", buffer: Buffer.from("MZ") }, "Ce type de fichier n'est pas accepté."],
    [{ ...plan, buffer: Buffer.from("<html>") }, "Le contenu de ce fichier ne correspond pas à son nom."],
    [{ ...plan, buffer: Buffer.alloc(0) }, "Ce fichier est vide."],
    [{ ...plan, name: `${"a".repeat(252)}.pdf` }, "Le nom de ce fichier est trop long."],
    [{ ...plan, buffer: Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]) }, "Ce fichier dépasse 10 Mo."],
  ] as const) {
    await input.setInputFiles(file);
    await expect(popover.getByRole("alert")).toContainText(sentence);
    await expect(input).toHaveAccessibleDescription(new RegExp(sentence.replaceAll(".", "\\.")));
    await expect(input).toHaveAttribute("aria-invalid", "true");
  }
  await expectNoFindings(page);
  await expect(next).toHaveAttribute("href", /^https:\/\/wa\.me\//);
  expect(sent).toEqual([]);

  const image = await (async () => {
    await page.keyboard.press("Escape");
    return open(page, "Envoyer une image");
  })();
  await image.input.setInputFiles(plan);
  await expect(image.popover.getByRole("alert")).toContainText(
    "Ce n'est pas une image JPEG, PNG, WebP ou HEIC.",
  );
});

test("the sending shows how far it is, holds WhatsApp back, and is cancelled without a trace", async ({
  page,
  shop,
}) => {
  const client = await page.context().newCDPSession(page);
  await page.goto("/request-quote");
  await settled(page);
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
  await expectNoFindings(page);

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

test("after a lost network the same file goes again without being chosen again, as the same quote", async ({
  page,
  shop,
  pageErrors,
}) => {
  await page.goto("/request-quote");
  await settled(page);
  const { popover, input, next, reference } = await open(page);
  const paths: string[] = [];
  page.on("request", (request) => STORAGE.test(request.url()) && paths.push(request.url()));
  // The first does not arrive; the second does, but its answer is lost.
  let attempt = 0;
  await page.route(STORAGE, async (route) => {
    attempt += 1;
    if (attempt === 2) await route.fetch();
    if (attempt <= 2) return route.abort("connectionfailed");
    return route.continue();
  });
  await input.setInputFiles(plan);
  const alert = popover.getByRole("alert");
  await expect(alert).toHaveText(/La connexion a été perdue\. Votre fichier est gardé ici/);
  await expect(next).toHaveAttribute("href", /^https:\/\/wa\.me\//);
  await expectNoFindings(page);
  const again = popover.getByRole("button", { name: "Réessayer" });
  await again.click();
  await expect.poll(() => attempt).toBe(2);
  await expect(alert).toHaveText(/La connexion a été perdue/);
  await again.click();
  await expect(popover.getByRole("status")).toContainText("est bien arrivé.");
  expect(new Set(paths).size).toBe(1);
  const quotes = await shop.sql`select id from quotes where reference = ${await reference.textContent()}`;
  expect(quotes).toHaveLength(1);
  await expect.poll(() => pageErrors.length).toBeGreaterThan(0);
  forgive(pageErrors, provoked);
});

test("each refusal of the storage has its sentence, and what may pass can be tried again", async ({
  page,
  pageErrors,
}) => {
  await page.goto("/request-quote");
  await settled(page);
  const { popover, input, next } = await open(page);
  for (const [answer, sentence, retry] of [
    [refuse("413"), "Ce fichier dépasse 10 Mo.", false],
    [refuse("415"), "Le contenu de ce fichier n'est pas d'un type accepté.", false],
    [refuse("403"), "Trop de fichiers viennent d'arriver.", true],
    [
      (route: Route) => route.fulfill({ status: 429, body: "" }),
      "Trop de fichiers viennent d'arriver.",
      true,
    ],
    [(route: Route) => route.fulfill({ status: 500, body: "secret" }), "L'envoi n'a pas abouti.", true],
  ] as const) {
    await page.route(STORAGE, answer);
    await input.setInputFiles(plan);
    await expect(popover.getByRole("alert")).toContainText(sentence);
    await expect(popover.getByRole("button", { name: "Réessayer" })).toHaveCount(retry ? 1 : 0);
    await page.unroute(STORAGE);
  }
  await expect(popover).not.toContainText("secret");
  await popover.getByRole("button", { name: "Continuer sans fichier" }).click();
  await expect(popover.getByRole("alert")).toHaveText("");
  await expect(input).toBeFocused();
  expect(chatOf((await next.getAttribute("href")) ?? "").text).not.toContain("COT-");
  await expect.poll(() => pageErrors.length).toBeGreaterThan(0);
  forgive(pageErrors, provoked);
});

test("a file is added and WhatsApp reached by keyboard alone; Escape gives the focus back", async ({
  page,
  context,
}) => {
  await withoutWhatsApp(context);
  // From the start: it takes the browser a moment to hand its dialogs over.
  const chooser = page.waitForEvent("filechooser");
  await page.goto("/request-quote");
  await settled(page);
  const opener = page.getByRole("button", { name: "Envoyer un fichier" });
  const popover = page.getByRole("dialog", { name: "Envoyer un fichier" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const input = popover.locator("input[type=file]");
  await expect(input).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(popover).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(input).toBeFocused();
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(plan);
  await expect(popover.getByRole("status")).toContainText("est bien arrivé.");
  await page.keyboard.press("Tab");
  const next = popover.getByRole("link", { name: "Continuer vers WhatsApp" });
  await expect(next).toBeFocused();
  const opened = context.waitForEvent("page");
  await page.keyboard.press("Enter");
  expect(chatOf((await opened).url()).text).toContain("COT-");
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(WHATSAPP_TOAST);

  // Who goes on past the end leaves the popover, and nothing stands before what is reached.
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(input).toBeFocused();
  await next.focus();
  await page.keyboard.press("Tab");
  await expect(popover).toBeHidden();
});

test("on the phone everything of the popover is within the screen", async ({ page }) => {
  await page.goto("/request-quote");
  await settled(page);
  const { popover, input } = await open(page);
  await input.setInputFiles({ ...plan, name: `Plan ${"très long ".repeat(12)}.pdf` });
  await expect(popover.getByRole("status")).toContainText("est bien arrivé.");
  const overflow = await popover.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  const box = await popover.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  expect(box?.width).toBeLessThanOrEqual(512);
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
