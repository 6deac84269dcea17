/** Reaching a technician: who sees which number, and messages that are refused, fail, come twice or come too often. */
import type { UserEvent } from "@testing-library/user-event";
import { vi } from "vitest";
import { createTechnician, letter, messagesTo } from "../support/technicians.ts";
import { expectFailure, expectToast, findDialog, press } from "./support/admin-lists.ts";
import { expect, expectLogged, fill, forgive, screen, test, waitFor, within } from "./support/screen.ts";

const CONTACTS = /\/rest\/v1\/technicians\?/;
const MESSAGES = /\/rest\/v1\/messages/;
const ADMINISTRATOR = /\/rest\/v1\/rpc\/is_admin_user/;
const PHONE = "+226 71 98 76 54";
const EMAIL = "secrete-adresse@exemple.bf";

const UNSENT = "Votre message n'a pas pu être envoyé. Vérifiez votre connexion, puis réessayez.";

const findChat = () => screen.findByRole("link", { name: "Contacter sur WhatsApp" });

async function openForm(user: UserEvent, { name }: { name: string }) {
  await press(user, "Envoyer un message");
  return within(await findDialog(`Écrire à ${name}`));
}

async function writeLetter(user: UserEvent, form: Awaited<ReturnType<typeof openForm>>, typed = {}) {
  for (const [label, text] of Object.entries({ ...letter, ...typed })) {
    await fill(user, form.getByLabelText(label), text);
  }
}

test("visitors and customers are not told number and e-mail, nor does their browser ask", async ({
  open,
  shop,
  customer,
}) => {
  const { name, slug } = await createTechnician(shop.sql, { phone: PHONE, email: EMAIL });
  const path = `/technician/${slug}`;
  const [settings] = await shop.sql<{ whatsapp: string }[]>`select whatsapp from shop_settings`;
  for (const as of [undefined, await customer()]) {
    await open(path, as && { as });
    const chat = await findChat();
    if (as) await waitFor(() => expect(shop.network.asked(ADMINISTRATOR)).not.toHaveLength(0));
    expect(screen.getAllByText("Non spécifié")).toHaveLength(3);
    const link = new URL(chat.getAttribute("href") ?? "");
    expect(link.host + link.pathname).toBe(`wa.me/${settings?.whatsapp.replace(/\D/g, "")}`);
    expect(link.searchParams.get("text")).toMatch(/^Bonjour, je souhaite/);
    expect(link.searchParams.get("text")).toContain(`${name} (Plomberie)`);
    expect(link.searchParams.get("text")).toContain(path);
    expect(chat).toHaveAttribute("target", "_blank");
  }
  expect(shop.network.asked(CONTACTS)).toHaveLength(0);
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
  expect((await findChat()).getAttribute("href")).toMatch(/^https:\/\/wa\.me\/22671987654\?/);
  const silent = await createTechnician(shop.sql, { name: "Sans contact" });
  const asked = shop.network.asked(CONTACTS).length;
  await open(`/technician/${silent.slug}`);
  await waitFor(() => expect(shop.network.asked(CONTACTS)).toHaveLength(asked + 1));
  expect(screen.getAllByText("Non spécifié")).toHaveLength(3);
});

test("an administrator is told when both cannot be read", async ({ open, shop, administrator, errors }) => {
  const { slug } = await createTechnician(shop.sql, { phone: PHONE });
  shop.network.fail(CONTACTS);
  await open(`/technician/${slug}`, { as: await administrator() });
  await waitFor(() =>
    expect(screen.getByRole("region", { name: "Notifications" })).toHaveTextContent(
      "Impossible de charger les coordonnées du technicien",
    ),
  );
  expect(screen.getAllByText("Non spécifié")).toHaveLength(3);
  await expectLogged(errors, /technicians: the contacts could not be read/);
});

test("each field says what it wants, and what was typed outlives the dialog until it is sent", async ({
  open,
  shop,
}) => {
  const technician = await createTechnician(shop.sql);
  const { user } = await open(`/technician/${technician.slug}`);
  const form = await openForm(user, technician);
  await press(user, "Envoyer");
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
    await writeLetter(user, form, typed);
    await press(user, "Envoyer");
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
  expect(shop.network.asked(MESSAGES)).toHaveLength(0);

  await writeLetter(user, form);
  await press(user, "Fermer");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const again = await openForm(user, technician);
  for (const [label, text] of Object.entries(letter)) expect(again.getByLabelText(label)).toHaveValue(text);
  await press(user, "Envoyer");
  await expectToast("Message envoyéVotre message a été envoyé avec succès au technicien");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await messagesTo(shop.sql, technician)).toEqual([
    { name: letter.Nom, email: letter.Email, phone: "+22670123456", message: letter.Message },
  ]);
  const emptied = await openForm(user, technician);
  for (const label of Object.keys(letter)) expect(emptied.getByLabelText(label)).toHaveValue("");
});

test("a message that fails is said in the form and in a toast, and nothing typed is lost", async ({
  open,
  shop,
  errors,
}) => {
  const technician = await createTechnician(shop.sql);
  const { user } = await open(`/technician/${technician.slug}`);
  const form = await openForm(user, technician);
  await writeLetter(user, form);
  const failures = [
    () => shop.network.fail(MESSAGES, { message: "boom" }),
    () => shop.network.answer(MESSAGES, () => new Response("<h1>Bad gateway</h1>", { status: 503 })),
    () => shop.network.cut(MESSAGES),
  ];
  for (const [index, fail] of failures.entries()) {
    const mend = fail();
    await press(user, "Envoyer");
    await waitFor(() =>
      expect(screen.getByRole("region", { name: "Notifications" }).querySelectorAll("li")).toHaveLength(
        index + 1,
      ),
    );
    await expectFailure("Erreur", UNSENT);
    expect(form.getByRole("alert")).toHaveTextContent(UNSENT);
    for (const [label, text] of Object.entries(letter)) expect(form.getByLabelText(label)).toHaveValue(text);
    mend();
  }
  await press(user, "Envoyer");
  await expectToast("Message envoyé");
  expect(await messagesTo(shop.sql, technician)).toHaveLength(1);
  await expectLogged(errors, /technicians: the message was not sent/);
});

test("too many messages, and one to somebody who left, are refused in words", async ({
  open,
  shop,
  errors,
}) => {
  const technician = await createTechnician(shop.sql);
  await shop.sql`
    insert into messages (technician_id, name, email, phone, message)
    select ${technician.id}, 'Awa', ${letter.Email}, '70123456', 'Un message, le ' || n from generate_series(1, 3) n`;
  const { user } = await open(`/technician/${technician.slug}`);
  const form = await openForm(user, technician);
  await writeLetter(user, form);
  await press(user, "Envoyer");
  expect(await form.findByRole("alert")).toHaveTextContent(
    "Vous avez déjà écrit plusieurs fois à ce technicien. Réessayez dans une heure.",
  );
  expect(form.getByLabelText("Message")).toHaveValue(letter.Message);
  await shop.sql`delete from messages where technician_id = ${technician.id}`;
  await shop.sql`delete from technician_profiles where id = ${technician.id}`;
  await press(user, "Envoyer");
  await waitFor(() =>
    expect(form.getByRole("alert")).toHaveTextContent("Ce technicien n'est plus dans l'annuaire."),
  );
  await expectLogged(errors, /technicians: the message was not sent/);
});

test("a message that is pressed twice is sent once", async ({ open, shop }) => {
  const technician = await createTechnician(shop.sql);
  const { user } = await open(`/technician/${technician.slug}`);
  const form = await openForm(user, technician);
  await writeLetter(user, form);
  const release = shop.network.hold(MESSAGES);
  await user.dblClick(form.getByRole("button", { name: "Envoyer" }));
  const busy = await form.findByRole("button", { name: "Envoi en cours..." });
  expect(busy).toHaveAttribute("aria-busy", "true");
  await user.click(busy);
  release();
  await expectToast("Message envoyé");
  expect(shop.network.asked(MESSAGES, "POST")).toHaveLength(1);
  expect(await messagesTo(shop.sql, technician)).toHaveLength(1);
});

test("a form whose code cannot be fetched says so, and may be tried again", async ({
  open,
  shop,
  errors,
}) => {
  const technician = await createTechnician(shop.sql);
  vi.doMock("../../app/features/technicians/contact-dialog.tsx", () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  const { user } = await open(`/technician/${technician.slug}`);
  const write = await screen.findByRole("button", { name: "Envoyer un message" });
  await user.click(write);
  await expectFailure(
    "Erreur",
    "Le formulaire n'a pas pu être chargé. Vérifiez votre connexion, puis réessayez.",
  );
  expect(write).toHaveAttribute("aria-busy", "false");
  expect(screen.queryByRole("dialog")).toBeNull();
  vi.doUnmock("../../app/features/technicians/contact-dialog.tsx");
  await openForm(user, technician);
  await expectLogged(errors, /technicians: the contact form could not be fetched/);
  forgive(errors, /mock/);
});
