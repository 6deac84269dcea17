/** Admin mails: the outbox without the mail contents, and a retry that fails. */
import { randomUUID } from "node:crypto";
import {
  clickButton,
  createEmptyResponse,
  expectRows,
  findRow,
  queryRows,
} from "#tests/support/screens/admin-lists.ts";
import {
  expect,
  expectLoggedError,
  fillField,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast } from "#tests/support/screens/toasts.ts";

const LIST = "/admin/mails";
const MAILS = /\/rest\/v1\/(mails|rpc\/search_mails)\?/;

const GIVEN_UP = {
  attempts: 16,
  failed_at: new Date(),
  last_error: "The mail server answered 550 (EENVELOPE)",
};

test("mails are searched by recipient and filtered by state, and each shows its state", async ({
  open,
  shop,
  administrator,
}) => {
  const messageId = randomUUID();
  for (const mail of [
    { subject_id: randomUUID(), kind: "order_confirmation", recipient: "besoin-awa@exemple.bf", ...GIVEN_UP },
    { subject_id: randomUUID(), kind: "account_recovery", recipient: "besoin-ali@exemple.bf", ...GIVEN_UP },
    {
      subject_id: messageId,
      kind: "technician_message",
      recipient: "besoin-issa@exemple.bf",
      attempts: 3,
      next_attempt_at: new Date(Date.now() + 5 * 3_600_000),
      last_error: "No answer (ETIMEDOUT)",
    },
    {
      subject_id: randomUUID(),
      kind: "account_sign_in",
      recipient: "besoin-oumar@exemple.bf",
      attempts: 1,
      sent_at: new Date(),
    },
    {
      subject_id: randomUUID(),
      kind: "account_sign_in",
      recipient: "besoin-lea@exemple.bf",
      attempts: 1,
      sent_at: new Date(),
      is_local: true,
    },
  ]) {
    await shop.sql`insert into mails ${shop.sql(mail)}`;
  }
  const { user } = await open(LIST, { as: await administrator() });
  await screen.findByRole("heading", { level: 1, name: "E-mails" });
  await fillField(user, screen.getByRole("searchbox", { name: "Rechercher un destinataire" }), "besoin");
  await waitFor(() => expect(window.location.search).toBe("?search=besoin"));
  await waitFor(() => expect(queryRows()).toHaveLength(5));
  const waiting = findRow("-issa");
  expect(waiting).toHaveTextContent(/En attente.*3 essais, le prochain le .*ne répond pas \(ETIMEDOUT\)/);
  expect(screen.getByRole("link", { name: "Message à un technicien" })).toHaveAttribute(
    "href",
    `/admin/messages/${messageId}`,
  );
  // The code in this mail has expired: only the account's owner can request another one.
  const account = findRow("-ali");
  expect(account).toHaveTextContent(/Nouveau mot de passe.*La personne peut en demander un nouveau\./);
  expect(account?.querySelector("button")).toBeNull();
  const sent = findRow("-oumar");
  expect(sent).toHaveTextContent(/Envoyéle \d\d\/\d\d\/\d{4} \d\d:\d\d/);
  expect(sent?.querySelector("button")).toBeNull();
  expect(findRow("-awa")).toHaveTextContent(/Échec.*abandonné le .*16 essais.*a refusé le message \(550\)/);
  const state = screen.getByRole("combobox", { name: "État" });
  for (const [label, value, recipients] of [
    ["Échec", "failed", ["-ali", "-awa"]],
    ["Envoyé", "sent", ["-oumar"]],
    ["Gardé sur cette machine", "local", ["-lea"]],
    ["En attente", "waiting", ["-issa"]],
  ] as const) {
    await user.selectOptions(state, label);
    await waitFor(() => expect(window.location.search).toBe(`?search=besoin&status=${value}`));
    await waitFor(() => {
      expect(queryRows()).toHaveLength(recipients.length);
      for (const recipient of recipients) expect(findRow(recipient)).toBeDefined();
    });
  }
  await fillField(user, screen.getByRole("searchbox", { name: "Rechercher un destinataire" }), "zzqqxx");
  await screen.findByText("Aucun e-mail ne correspond à ces critères.");
  shop.network.respond(MAILS, createEmptyResponse);
  await open(LIST);
  await screen.findByText("Aucun e-mail pour le moment.");
});

test("the outbox is paged, shows no content, and reports failures", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  await shop.sql`
    insert into mails (subject_id, kind, recipient, payload, sent_at, attempts)
    select gen_random_uuid(), 'account_sign_in', 'pagine-' || n || '@exemple.bf', '{"link": "secret"}', now(), 1
    from generate_series(1, 26) n`;
  const subject_id = randomUUID();
  await shop.sql`insert into mails ${shop.sql({
    subject_id,
    kind: "order_confirmation",
    recipient: "pagine-retard@exemple.bf",
    ...GIVEN_UP,
  })}`;
  const restoreReads = shop.network.fail(MAILS);
  const { user } = await open(`${LIST}?search=pagine`, { as: await administrator() });
  await expectNewestErrorToast("Erreur", "Impossible de charger les e-mails");
  await expectLoggedError(errors, /load mails/);
  restoreReads();
  const responses: string[] = [];
  shop.network.respond(MAILS, async (_request, forward) => {
    const response = await forward();
    responses.push(await response.clone().text());
    return response;
  });
  await clickButton(user, "Réessayer", await screen.findByRole("main"));
  await waitFor(() => expect(screen.getByRole("navigation", { name: "Pages" })).toHaveTextContent("1 à 25"));
  expect(responses.join()).toContain("pagine-retard");
  expect(responses.join()).not.toContain("secret");

  const retry = () =>
    screen.findByRole("button", { name: "Réessayer : Confirmation de commande à pagine-retard@exemple.bf" });
  const restoreWrites = shop.network.disconnect(MAILS, "PATCH");
  await user.click(await retry());
  await expectNewestErrorToast("Erreur", "Le serveur ne répond pas. Vérifiez la connexion, puis réessayez.");
  restoreWrites();
  await waitFor(async () => expect(await retry()).toHaveAttribute("aria-busy", "false"));
  await shop.sql`update mails set sent_at = now() where subject_id = ${subject_id}`;
  await user.click(await retry());
  await expectNewestErrorToast("Erreur", "Cet e-mail est déjà parti.");
  await waitFor(() =>
    expect(within(screen.getByRole("main")).queryByRole("button", { name: /^Réessayer/ })).toBeNull(),
  );
  await user.click(screen.getByRole("link", { name: "Suivant" }));
  await expectRows("pagine", "pagine");
  await expectLoggedError(errors, /admin: Réessayer d'envoyer/);
});

test("the focus moves to the next mail's button when a mail leaves the list, and to the content after the last", async ({
  open,
  shop,
  administrator,
}) => {
  for (const name of ["suivi-awa", "suivi-issa"]) {
    await shop.sql`insert into mails ${shop.sql({
      subject_id: randomUUID(),
      kind: "order_confirmation",
      recipient: `${name}@exemple.bf`,
      ...GIVEN_UP,
    })}`;
  }
  const { user } = await open(`${LIST}?search=suivi&status=failed`, { as: await administrator() });
  const findButtons = () =>
    within(screen.getByRole("main")).findAllByRole("button", { name: /^Réessayer :/ });
  await waitFor(async () => expect(await findButtons()).toHaveLength(2));
  const [first, second] = await findButtons();
  first?.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(first).not.toBeInTheDocument());
  await waitFor(() => expect(second).toHaveFocus());
  await user.keyboard("{Enter}");
  await screen.findByText("Aucun e-mail ne correspond à ces critères.");
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
});
