/** Reaching a technician: who sees which number, and messages that fail, come twice or come too often. */
import { hold } from "../support/shopper.ts";
import { expect, FAILED_LOAD, forgive, settled } from "../support/storefront.ts";
import {
  dialogOf,
  letter,
  MESSAGES,
  messagesTo,
  openForm,
  signInAs,
  test,
  toasts,
  writeLetter,
} from "../support/technicians.ts";

const PHONE = "+226 71 98 76 54";
const EMAIL = "secrete-adresse@exemple.bf";
const CONTACTS = /\/rest\/v1\/technicians\?/;

/** What the shop's own chat is asked. */
const SHOP_CHAT = /^https:\/\/wa\.me\/\d+\?text=Bonjour%2C%20je%20souhaite/;

test("neither number nor e-mail is in any page, nor asked for by visitors and customers", async ({
  page,
  request,
  shop,
  directory,
}) => {
  const { name, slug } = await directory.add({ phone: PHONE, email: EMAIL });
  const path = `/technician/${slug}`;
  for (const address of [path, `${path}.data`, `/technicians?search=${directory.word}`]) {
    const text = await (await request.get(address)).text();
    expect(text, address).toContain(name);
    expect(text, address).not.toMatch(/71 ?98 ?76 ?54|secrete-adresse/);
  }
  const asked: string[] = [];
  page.on("request", (sent) => CONTACTS.test(sent.url()) && asked.push(sent.url()));
  await page.goto(path);
  await settled(page);
  await expect(page.getByText("Non spécifié", { exact: true })).toHaveCount(3);
  const chat = page.getByRole("link", { name: "Contacter sur WhatsApp" });
  await expect(chat).toHaveAttribute("href", SHOP_CHAT);
  const [settings] = await shop.sql<{ whatsapp: string }[]>`select whatsapp from shop_settings`;
  const link = new URL((await chat.getAttribute("href")) ?? "");
  expect(link.pathname.slice(1)).toBe(settings?.whatsapp.replace(/\D/g, ""));
  expect(link.searchParams.get("text")).toContain(`${name} (Plomberie)`);
  expect(link.searchParams.get("text")).toContain(path);
  await expect(chat).toHaveAttribute("target", "_blank");

  await signInAs(page, shop, "customer");
  const checked = page.waitForResponse("**/rest/v1/rpc/is_admin_user");
  await page.goto(path);
  expect(await (await checked).json()).toBe(false);
  await expect(page.getByText("Non spécifié", { exact: true })).toHaveCount(3);
  await expect(chat).toHaveAttribute("href", SHOP_CHAT);
  expect(asked).toEqual([]);
});

test("an administrator sees both, and writes to the technician", async ({ page, shop, directory }) => {
  const { slug } = await directory.add({ phone: PHONE, email: EMAIL });
  await signInAs(page, shop, "administrator");
  await page.goto(`/technician/${slug}`);
  await expect(page.getByRole("link", { name: "+226 71 98 76 54" })).toHaveAttribute(
    "href",
    "tel:+22671987654",
  );
  await expect(page.getByRole("link", { name: EMAIL })).toHaveAttribute("href", `mailto:${EMAIL}`);
  await expect(page.getByRole("link", { name: "Contacter sur WhatsApp" })).toHaveAttribute(
    "href",
    /^https:\/\/wa\.me\/22671987654\?/,
  );
  const silent = await directory.add({ name: "Sans contact" });
  const read = page.waitForResponse(CONTACTS);
  await page.goto(`/technician/${silent.slug}`);
  expect((await read).status()).toBe(200);
  await expect(page.getByText("Non spécifié", { exact: true })).toHaveCount(3);
});

test("an administrator is told when both cannot be read", async ({ page, shop, directory, pageErrors }) => {
  const { slug } = await directory.add({ phone: PHONE });
  await signInAs(page, shop, "administrator");
  await page.route(CONTACTS, (route) => route.fulfill({ status: 500, json: { message: "boom" } }));
  await page.goto(`/technician/${slug}`);
  await expect(toasts(page)).toContainText("Impossible de charger les coordonnées du technicien");
  await expect(page.getByText("Non spécifié", { exact: true })).toHaveCount(3);
  forgive(pageErrors, /status of 500|technicians: the contacts could not be read/);
});

test("a message that fails is said in the form and in a toast, and nothing typed is lost", async ({
  page,
  shop,
  directory,
  pageErrors,
}) => {
  const technician = await directory.add();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/technician/${technician.slug}`);
  await settled(page);
  const dialog = await writeLetter(page);
  const send = dialog.getByRole("button", { name: "Envoyer" });
  const sentence = "Votre message n'a pas pu être envoyé. Vérifiez votre connexion, puis réessayez.";
  const failures = [
    { status: 500, json: { message: "boom" } },
    { status: 503, body: "<h1>Bad gateway</h1>" },
    null,
  ];
  for (const answer of failures) {
    await page.route(MESSAGES, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await send.click();
    await expect(dialog.getByRole("alert")).toHaveText(sentence);
    await expect(dialog.getByRole("alert")).toBeInViewport({ ratio: 1 });
    await expect(toasts(page).first().getByRole("alert")).toHaveText(`Erreur${sentence}`);
    for (const [label, text] of Object.entries(letter)) {
      await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(text);
    }
    await page.unroute(MESSAGES);
  }
  await send.click();
  await expect(toasts(page).first()).toContainText("Message envoyé");
  expect(await messagesTo(shop, technician)).toHaveLength(1);
  forgive(pageErrors, /Failed to load resource|technicians: the message was not sent/);
});

test("too many messages, and one to somebody who left, are refused in words", async ({
  page,
  shop,
  directory,
  pageErrors,
}) => {
  const technician = await directory.add();
  for (const number of [1, 2, 3]) {
    await shop.sql`
      insert into messages (technician_id, name, email, phone, message)
      values (${technician.id}, 'Awa', ${letter.Email}, '70123456', ${`Un message, le ${number}`})`;
  }
  await page.goto(`/technician/${technician.slug}`);
  await settled(page);
  const dialog = await writeLetter(page);
  await dialog.getByRole("button", { name: "Envoyer" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "Vous avez déjà écrit plusieurs fois à ce technicien. Réessayez dans une heure.",
  );
  await expect(dialog.getByLabel("Message")).toHaveValue(letter.Message);
  await shop.sql`delete from messages where technician_id = ${technician.id}`;
  await shop.sql`delete from technician_profiles where id = ${technician.id}`;
  await dialog.getByRole("button", { name: "Envoyer" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Ce technicien n'est plus dans l'annuaire.");
  forgive(pageErrors, /Failed to load resource|technicians: the message was not sent/);
});

test("a message that is pressed twice is sent once", async ({ page, shop, directory }) => {
  const technician = await directory.add();
  await page.goto(`/technician/${technician.slug}`);
  await settled(page);
  const dialog = await writeLetter(page);
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/rest/v1/messages")) sent += 1;
  });
  const held = await hold(page, MESSAGES);
  await dialog.getByRole("button", { name: "Envoyer" }).dblclick();
  const busy = dialog.getByRole("button", { name: "Envoi en cours..." });
  await expect(busy).toHaveAttribute("aria-busy", "true");
  await busy.click({ force: true });
  await held.release();
  await expect(toasts(page)).toContainText("Message envoyé");
  expect(sent).toBe(1);
  expect(await messagesTo(shop, technician)).toHaveLength(1);
});

test("each field says what it wants", async ({ page, shop, directory }) => {
  const technician = await directory.add();
  await page.goto(`/technician/${technician.slug}`);
  await settled(page);
  const wrong = [
    { typed: { Nom: "  " }, said: "Le nom est requis" },
    { typed: { Email: "awa@" }, said: "Email invalide" },
    { typed: { Téléphone: " " }, said: "Le téléphone est requis" },
    { typed: { Téléphone: "70 12" }, said: "Numéro de téléphone invalide" },
    { typed: { Message: "neuf !!!!" }, said: "Le message doit contenir au moins 10 caractères" },
  ];
  const dialog = await openForm(page);
  for (const { typed, said } of wrong) {
    for (const [label, text] of Object.entries({ ...letter, ...typed })) {
      await dialog.getByLabel(label, { exact: true }).fill(text);
    }
    await dialog.getByRole("button", { name: "Envoyer" }).click();
    await expect(dialog.locator("p[id$=error]")).toHaveText(`⚠${said}`);
  }
  expect(await messagesTo(shop, technician)).toEqual([]);
  for (const [label, attributes] of Object.entries({
    Nom: { autocomplete: "name" },
    Email: { autocomplete: "email", inputmode: "email", type: "email" },
    Téléphone: { autocomplete: "tel", inputmode: "tel", type: "tel" },
  })) {
    for (const [attribute, value] of Object.entries(attributes)) {
      await expect(dialog.getByLabel(label, { exact: true })).toHaveAttribute(attribute, value);
    }
  }
});

test("the form's code comes with the first press, and its absence is said", async ({
  page,
  directory,
  pageErrors,
}) => {
  const { slug } = await directory.add();
  await page.route(/\/assets\/contact-dialog-.*\.js/, (route) => route.abort());
  await page.goto(`/technician/${slug}`);
  await settled(page);
  const write = page.getByRole("button", { name: "Envoyer un message" });
  await write.click();
  await expect(toasts(page)).toContainText(
    "Le formulaire n'a pas pu être chargé. Vérifiez votre connexion, puis réessayez.",
  );
  await expect(write).toHaveAttribute("aria-busy", "false");
  await expect(dialogOf(page)).toHaveCount(0);
  forgive(pageErrors, /Failed to load resource|technicians: the contact form/);
  forgive(pageErrors, FAILED_LOAD);
});
