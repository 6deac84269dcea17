/** Admin quotes: failures, and the unsaved text that survives them. */
import { randomUUID } from "node:crypto";
import type { Sql } from "#backend/core/database/database.ts";
import {
  allowErrors,
  expect,
  expectLoggedError,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast, expectNewestToast, getToasts } from "#tests/support/screens/toasts.ts";

const QUOTES = /\/rest\/v1\/quotes\?/;
const NOTE = "Devis de 125 000 XOF, valable un mois.";

/** Inserts a quote that was opened before. */
async function createQuote(sql: Sql, fileName = "plan.pdf") {
  const id = randomUUID();
  const row = {
    id,
    kind: "file",
    file_path: `file/${id}/${fileName}`,
    file_name: fileName,
    read_at: new Date(),
  };
  await sql`insert into quotes ${sql(row)}`;
  return { id, reference: `COT-${id.slice(0, 8).toUpperCase()}`, path: `/admin/quotes/${id}` };
}

test("typed text survives a failed save, a failed read, and a colleague's save", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const { id, reference, path } = await createQuote(shop.sql);
  const { user, router } = await open(path, { as: await administrator() });
  const note = await screen.findByLabelText(/^Note/);
  const save = screen.getByRole("button", { name: "Enregistrer" });
  const panel = screen.getByRole("region", { name: reference });
  await user.selectOptions(screen.getByLabelText("Statut"), "Répondue");
  await user.type(note, NOTE);
  const connect = shop.network.disconnect(QUOTES, "PATCH");
  await user.click(save);
  await expectNewestErrorToast("Erreur", "Le serveur ne répond pas. Vérifiez la connexion, puis réessayez.");
  expect(note).toHaveValue(NOTE);
  connect();
  const restore = shop.network.fail(QUOTES);
  await router.revalidate();
  await expectNewestErrorToast("Erreur", "Impossible de charger la cotation");
  expect(note).toHaveValue(NOTE);
  restore();
  await shop.sql`update quotes set status = 'in_progress' where id = ${id}`;
  await router.revalidate();
  await waitFor(() => expect(panel).toHaveTextContent("En cours"));
  expect(note).toHaveValue(NOTE);
  await user.click(save);
  const conflict = await screen.findByText(/Quelqu'un d'autre a enregistré cette cotation entre-temps/);
  expect(conflict.closest("[role=alert]")).toHaveTextContent("Statut :En cours");
  expect(note).toHaveValue(NOTE);
  expect([...(await shop.sql`select status, note from quotes where id = ${id}`)]).toEqual([
    { status: "in_progress", note: "" },
  ]);
  await user.click(screen.getByRole("button", { name: "Garder les miennes" }));
  await user.click(save);
  await expectNewestToast("Cotation enregistrée");
  expect([...(await shop.sql`select status, note from quotes where id = ${id}`)]).toEqual([
    { status: "answered", note: NOTE },
  ]);
  await expectLoggedError(errors, /admin: the quote could not be saved/);
  allowErrors(errors, /load quote/);
});

test("while nothing is typed, a colleague's note and status appear, and are saved over", async ({
  open,
  shop,
  administrator,
}) => {
  const { id, path } = await createQuote(shop.sql);
  const { user, router } = await open(path, { as: await administrator() });
  const note = await screen.findByLabelText(/^Note/);
  await shop.sql`update quotes set status = 'in_progress', note = 'Je rappelle' where id = ${id}`;
  await router.revalidate();
  await waitFor(() => expect(note).toHaveValue("Je rappelle"));
  expect(screen.getByLabelText("Statut")).toHaveValue("in_progress");
  await user.type(note, " demain");
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  await expectNewestToast("Cotation enregistrée");
  expect([...(await shop.sql`select status, note from quotes where id = ${id}`)]).toEqual([
    { status: "in_progress", note: "Je rappelle demain" },
  ]);
});

test("a note that is too long is rejected, and leaving it unsaved asks for confirmation", async ({
  open,
  shop,
  administrator,
}) => {
  const { path } = await createQuote(shop.sql);
  const { user, router } = await open(path, { as: await administrator() });
  const note = await screen.findByLabelText(/^Note/);
  await user.click(note);
  await user.paste("x".repeat(2001));
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  await screen.findByText("2000 caractères au plus");
  await user.click(screen.getByRole("link", { name: "Toutes les cotations" }));
  const confirmDialog = await screen.findByRole("dialog", { name: "Quitter sans enregistrer ?" });
  await user.click(within(confirmDialog).getByRole("button", { name: "Annuler" }));
  expect(router.state.location.pathname).toBe(path);
  expect(shop.network.listRequests(QUOTES, "PATCH")).toHaveLength(0);
});

test("a failed delete of a quote is reported and leaves it; a deleted one is not found", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const { id, reference, path } = await createQuote(shop.sql);
  const { user, router } = await open(path, { as: await administrator() });
  await screen.findByText("Ce format s'ouvre avec un programme, après le téléchargement.");
  await user.click(screen.getByRole("button", { name: "Supprimer" }));
  const confirmDialog = await screen.findByRole("dialog", { name: "Supprimer cette cotation ?" });
  expect(confirmDialog).toHaveTextContent(`${reference} et son fichier « plan.pdf »`);
  shop.network.respond(/\/storage\/v1\/object\/quotes$/, () =>
    Response.json(
      { statusCode: "500", error: "Internal", message: "Internal server error" },
      { status: 400 },
    ),
  );
  await user.click(within(confirmDialog).getByRole("button", { name: "Supprimer" }));
  await expectNewestErrorToast("Erreur", "Une erreur est survenue");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await shop.sql`select from quotes where id = ${id}`).toHaveLength(1);
  await shop.sql`delete from quotes where id = ${id}`;
  await router.revalidate();
  await screen.findByText("Cette cotation n'existe pas ou plus.");
  expect(screen.getByRole("link", { name: "Toutes les cotations" })).toHaveAttribute("href", "/admin/quotes");
  await expectLoggedError(errors, /admin: Supprimer/);
});

test("an image that cannot be loaded says so", async ({ open, shop, administrator, errors }) => {
  const { path } = await createQuote(shop.sql, "mur.png");
  await open(path, { as: await administrator() });
  await screen.findByText("L'image n'a pas pu être chargée.");
  await expectLoggedError(errors, /load preview/);
});

test("a failed read of a list and of a quote is reported once, and can be retried", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const { reference, path } = await createQuote(shop.sql);
  const me = await administrator();
  for (const [address, sentence] of [
    ["/admin/quotes", "Impossible de charger les cotations"],
    [path, "Impossible de charger la cotation"],
  ] as const) {
    const removeFirst = shop.network.fail(QUOTES);
    const { user } = await open(address, { as: me });
    const main = within(await screen.findByRole("main"));
    expect(await main.findByRole("alert")).toHaveTextContent(sentence);
    await expectNewestErrorToast("Erreur", sentence);
    const { promise: after, resolve: respond } = Promise.withResolvers<void>();
    const removeSecond = shop.network.fail(QUOTES, { after });
    const retry = main.getByRole("button", { name: "Réessayer" });
    await user.click(retry);
    await waitFor(() => expect(retry).toHaveAttribute("aria-busy", "true"));
    respond();
    await waitFor(() => expect(retry).toHaveAttribute("aria-busy", "false"));
    await expectNewestErrorToast("Erreur", sentence);
    expect(getToasts()).toHaveLength(1);
    removeSecond();
    removeFirst();
    await user.click(retry);
    await main.findByText(reference);
  }
  await expectLoggedError(errors, /load quotes/);
  allowErrors(errors, /load quote/);
});
