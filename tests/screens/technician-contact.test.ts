/**
 * Contacting a technician: access to phone and e-mail, and messages that are rejected, fail, are sent twice
 * or too often.
 */
import type { UserEvent } from "@testing-library/user-event";
import { vi } from "vitest";
import { clickButton, findDialog } from "#tests/support/screens/admin-lists.ts";
import {
  allowErrors,
  expect,
  expectLoggedError,
  fillField,
  screen,
  test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast, expectNewestToast } from "#tests/support/screens/toasts.ts";
import { contactMessage, createTechnician, listMessages } from "#tests/support/technicians.ts";

const CONTACTS = /\/rest\/v1\/technicians\?/;
const MESSAGES = /\/rest\/v1\/messages/;
const IS_ADMIN_URL = /\/rest\/v1\/rpc\/is_admin_user/;
const PHONE = "+226 71 98 76 54";
const EMAIL = "secrete-adresse@exemple.bf";

const SEND_FAILED = "Votre message n'a pas pu être envoyé.";
const CHECK_NETWORK = `${SEND_FAILED} Vérifiez votre connexion, puis réessayez.`;
const RETRY_SOON = `${SEND_FAILED} Réessayez dans un instant.`;

const findWhatsAppLink = () => screen.findByRole("link", { name: "Contacter sur WhatsApp" });

async function openContactForm(user: UserEvent, { name }: { name: string }) {
  await clickButton(user, "Envoyer un message");
  return within(await findDialog(`Écrire à ${name}`));
}

async function fillContactForm(
  user: UserEvent,
  form: Awaited<ReturnType<typeof openContactForm>>,
  typed = {},
) {
  for (const [label, text] of Object.entries({ ...contactMessage, ...typed })) {
    await fillField(user, form.getByLabelText(label), text);
  }
}

test("visitors and customers see no phone and no e-mail, and their browser does not request them", async ({
  open,
  shop,
  customer,
}) => {
  const { name, slug } = await createTechnician(shop.sql, { phone: PHONE, email: EMAIL });
  const path = `/technician/${slug}`;
  const [settings] = await shop.sql<{ whatsapp: string }[]>`select whatsapp from shop_settings`;
  for (const as of [undefined, await customer()]) {
    await open(path, as && { as });
    const chat = await findWhatsAppLink();
    if (as) await waitFor(() => expect(shop.network.listRequests(IS_ADMIN_URL)).not.toHaveLength(0));
    expect(screen.getAllByText("Non spécifié")).toHaveLength(3);
    const link = new URL(chat.getAttribute("href") ?? "");
    expect(link.host + link.pathname).toBe(`wa.me/${settings?.whatsapp.replace(/\D/g, "")}`);
    expect(link.searchParams.get("text")).toMatch(/^Bonjour, je souhaite/);
    expect(link.searchParams.get("text")).toContain(`${name} (Plomberie)`);
    expect(link.searchParams.get("text")).toContain(path);
    expect(chat).toHaveAttribute("target", "_blank");
  }
  expect(shop.network.listRequests(CONTACTS)).toHaveLength(0);
});

test("an administrator sees both, and writes to the technician", async ({ open, shop, administrator }) => {
  const me = await administrator();
  const { slug } = await createTechnician(shop.sql, { phone: PHONE, email: EMAIL });
  await open(`/technician/${slug}`, { as: me });
  expect(await screen.findByRole("link", { name: "+226 71 98 76 54" })).toHaveAttribute(
    "href",
    "tel:+22671987654",
  );
  expect(screen.getByRole("link", { name: EMAIL })).toHaveAttribute("href", `mailto:${EMAIL}`);
  expect((await findWhatsAppLink()).getAttribute("href")).toMatch(/^https:\/\/wa\.me\/22671987654\?/);
  const silent = await createTechnician(shop.sql, { name: "Sans contact" });
  const before = shop.network.listRequests(CONTACTS).length;
  await open(`/technician/${silent.slug}`);
  await waitFor(() => expect(shop.network.listRequests(CONTACTS)).toHaveLength(before + 1));
  expect(screen.getAllByText("Non spécifié")).toHaveLength(3);
});

test("a failed read of both is reported to an administrator", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const { slug } = await createTechnician(shop.sql, { phone: PHONE });
  shop.network.fail(CONTACTS);
  await open(`/technician/${slug}`, { as: await administrator() });
  await waitFor(() =>
    expect(screen.getByRole("region", { name: "Notifications" })).toHaveTextContent(
      "Impossible de charger les coordonnées du technicien",
    ),
  );
  expect(screen.getAllByText("Non spécifié")).toHaveLength(3);
  await expectLoggedError(errors, /technicians: the contacts could not be read/);
});

test("each field shows its error, and the draft survives the dialog until it is sent", async ({
  open,
  shop,
}) => {
  const technician = await createTechnician(shop.sql);
  const { user } = await open(`/technician/${technician.slug}`);
  const form = await openContactForm(user, technician);
  await clickButton(user, "Envoyer");
  const empty = {
    Nom: "Le nom est requis",
    Email: "Email invalide",
    Téléphone: "Le téléphone est requis",
    Message: "Le message doit contenir au moins 10 caractères",
  };
  await waitFor(() => expect(form.getByLabelText("Nom")).toHaveFocus());
  for (const [label, said] of Object.entries(empty)) {
    expect(form.getByLabelText(label)).toHaveAccessibleDescription(new RegExp(said));
  }
  for (const { typed, said } of [
    { typed: { Nom: "  " }, said: "Le nom est requis" },
    { typed: { Email: "awa@" }, said: "Email invalide" },
    { typed: { Téléphone: " " }, said: "Le téléphone est requis" },
    { typed: { Téléphone: "70 12" }, said: "Numéro de téléphone invalide" },
    { typed: { Message: "neuf !!!!" }, said: "Le message doit contenir au moins 10 caractères" },
  ]) {
    await fillContactForm(user, form, typed);
    await clickButton(user, "Envoyer");
    await waitFor(() =>
      expect(
        [...document.querySelectorAll("dialog p[id$=error]")].map(({ textContent }) => textContent),
      ).toEqual([`⚠${said}`]),
    );
  }
  for (const [label, attributes] of Object.entries({
    Nom: { autocomplete: "name" },
    Email: { autocomplete: "email", inputmode: "email", type: "email" },
    Téléphone: { autocomplete: "tel", inputmode: "tel", type: "tel" },
  })) {
    for (const [attribute, value] of Object.entries(attributes)) {
      expect(form.getByLabelText(label)).toHaveAttribute(attribute, value);
    }
  }
  expect(shop.network.listRequests(MESSAGES)).toHaveLength(0);

  await fillContactForm(user, form);
  await clickButton(user, "Fermer");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const again = await openContactForm(user, technician);
  for (const [label, text] of Object.entries(contactMessage))
    expect(again.getByLabelText(label)).toHaveValue(text);
  await clickButton(user, "Envoyer");
  await expectNewestToast("Message envoyéVotre message a été envoyé avec succès au technicien");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await listMessages(shop.sql, technician)).toEqual([
    {
      name: contactMessage.Nom,
      email: contactMessage.Email,
      phone: "+22670123456",
      message: contactMessage.Message,
    },
  ]);
  const emptied = await openContactForm(user, technician);
  for (const label of Object.keys(contactMessage)) expect(emptied.getByLabelText(label)).toHaveValue("");
});

test("a failed message is reported in the form and in a toast, and nothing typed is lost", async ({
  open,
  shop,
  errors,
}) => {
  const technician = await createTechnician(shop.sql);
  const { user } = await open(`/technician/${technician.slug}`);
  const form = await openContactForm(user, technician);
  await fillContactForm(user, form);
  const failures = [
    { fail: () => shop.network.fail(MESSAGES, { message: "boom" }), sentence: RETRY_SOON, toasts: 1 },
    {
      fail: () => shop.network.respond(MESSAGES, () => new Response("<h1>Bad gateway</h1>", { status: 503 })),
      sentence: RETRY_SOON,
      // The same sentence is shown once.
      toasts: 1,
    },
    { fail: () => shop.network.disconnect(MESSAGES), sentence: CHECK_NETWORK, toasts: 2 },
  ];
  for (const { fail, sentence, toasts } of failures) {
    const restore = fail();
    await clickButton(user, "Envoyer");
    await expectLoggedError(errors, /technicians: the message was not sent/);
    await waitFor(() =>
      expect(screen.getByRole("region", { name: "Notifications" }).querySelectorAll("li")).toHaveLength(
        toasts,
      ),
    );
    await expectNewestErrorToast("Erreur", sentence);
    expect(form.getByRole("alert")).toHaveTextContent(sentence);
    for (const [label, text] of Object.entries(contactMessage))
      expect(form.getByLabelText(label)).toHaveValue(text);
    restore();
  }
  await clickButton(user, "Envoyer");
  await expectNewestToast("Message envoyé");
  expect(await listMessages(shop.sql, technician)).toHaveLength(1);
});

test("too many messages, and a message to a deleted technician, are rejected with a message", async ({
  open,
  shop,
  errors,
}) => {
  const technician = await createTechnician(shop.sql);
  await shop.sql`
    insert into messages (technician_id, name, email, phone, message)
    select ${technician.id}, 'Awa', ${contactMessage.Email}, '70123456', 'Un message, le ' || n from generate_series(1, 3) n`;
  const { user } = await open(`/technician/${technician.slug}`);
  const form = await openContactForm(user, technician);
  await fillContactForm(user, form);
  await clickButton(user, "Envoyer");
  expect(await form.findByRole("alert")).toHaveTextContent(
    "Vous avez déjà écrit plusieurs fois à ce technicien. Réessayez dans une heure.",
  );
  expect(form.getByLabelText("Message")).toHaveValue(contactMessage.Message);
  await shop.sql`delete from messages where technician_id = ${technician.id}`;
  await shop.sql`delete from technician_profiles where id = ${technician.id}`;
  await clickButton(user, "Envoyer");
  await waitFor(() =>
    expect(form.getByRole("alert")).toHaveTextContent("Ce technicien n'est plus dans l'annuaire."),
  );
  await expectLoggedError(errors, /technicians: the message was not sent/);
});

test("a double click sends the message once", async ({ open, shop }) => {
  const technician = await createTechnician(shop.sql);
  const { user } = await open(`/technician/${technician.slug}`);
  const form = await openContactForm(user, technician);
  await fillContactForm(user, form);
  const release = shop.network.hold(MESSAGES);
  await user.dblClick(form.getByRole("button", { name: "Envoyer" }));
  const busy = await form.findByRole("button", { name: "Envoi en cours..." });
  expect(busy).toHaveAttribute("aria-busy", "true");
  await user.click(busy);
  release();
  await expectNewestToast("Message envoyé");
  expect(shop.network.listRequests(MESSAGES, "POST")).toHaveLength(1);
  expect(await listMessages(shop.sql, technician)).toHaveLength(1);
});

test("a failed load of the form's chunk is reported, and can be retried", async ({ open, shop, errors }) => {
  const technician = await createTechnician(shop.sql);
  vi.doMock("#app/features/technicians/contact-dialog.tsx", () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  const { user } = await open(`/technician/${technician.slug}`);
  const write = await screen.findByRole("button", { name: "Envoyer un message" });
  await user.click(write);
  await expectNewestErrorToast(
    "Erreur",
    "Le formulaire n'a pas pu être chargé. Vérifiez votre connexion, puis réessayez.",
  );
  expect(write).toHaveAttribute("aria-busy", "false");
  expect(screen.queryByRole("dialog")).toBeNull();
  vi.doUnmock("#app/features/technicians/contact-dialog.tsx");
  await openContactForm(user, technician);
  await expectLoggedError(errors, /technicians: the contact form could not be fetched/);
  allowErrors(errors, /mock/);
});

test("a customer finds the form filled and a first sentence, and a draft that survives a reload", async ({
  open,
  shop,
  customer,
}) => {
  const account = await customer();
  const technician = await createTechnician(shop.sql);
  const { user } = await open(`/technician/${technician.slug}`, { as: account });
  const form = await openContactForm(user, technician);
  await waitFor(() => expect(form.getByLabelText("Nom")).toHaveValue("Fatou Sawadogo"));
  expect(form.getByLabelText("Email")).toHaveValue(account.email);
  expect(form.getByLabelText("Téléphone")).toHaveValue("+226 76 54 32 10");
  const sentence = "Bonjour Ali Sanou, j'ai besoin de vos services en plomberie. ";
  expect(form.getByLabelText("Message")).toHaveValue(sentence);
  await user.type(form.getByLabelText("Message"), "Une fuite.");

  const { user: again } = await open(`/technician/${technician.slug}`);
  const reopened = await openContactForm(again, technician);
  expect(reopened.getByLabelText("Message")).toHaveValue(`${sentence}Une fuite.`);
  await clickButton(again, "Envoyer");
  await waitFor(async () => expect(await listMessages(shop.sql, technician)).toHaveLength(1));
  expect((await listMessages(shop.sql, technician))[0]).toMatchObject({
    name: "Fatou Sawadogo",
    message: `${sentence}Une fuite.`,
  });
  expect(JSON.stringify(sessionStorage)).not.toContain("Une fuite");
});
