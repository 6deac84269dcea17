/** «Cotations»: what happens when something fails, and that what is typed survives it. */
import { randomUUID } from "node:crypto";
import type { Sql } from "../../backend/core/database.ts";
import { expectFailure, expectToast } from "./support/admin-lists.ts";
import { expect, expectLogged, forgive, screen, test, toasts, waitFor, within } from "./support/screen.ts";

const QUOTES = /\/rest\/v1\/quotes\?/;
const NOTE = "Devis de 125 000 XOF, valable un mois.";

/** A quote that somebody has looked at. */
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

test("what is typed survives a saving and a reading that fail, and what a colleague saves meanwhile", async ({
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
  const connect = shop.network.cut(QUOTES, "PATCH");
  await user.click(save);
  await expectFailure("Erreur", "Le serveur ne répond pas. Vérifiez la connexion, puis réessayez.");
  expect(note).toHaveValue(NOTE);
  connect();
  const mend = shop.network.fail(QUOTES);
  await router.revalidate();
  await expectFailure("Erreur", "Impossible de charger la cotation");
  expect(note).toHaveValue(NOTE);
  mend();
  await shop.sql`update quotes set status = 'in_progress' where id = ${id}`;
  await router.revalidate();
  await waitFor(() => expect(panel).toHaveTextContent("En cours"));
  expect(note).toHaveValue(NOTE);
  await user.click(save);
  await expectToast("Cotation enregistrée");
  expect([...(await shop.sql`select status, note from quotes where id = ${id}`)]).toEqual([
    { status: "answered", note: NOTE },
  ]);
  await expectLogged(errors, /office: Enregistrer/);
  forgive(errors, /load quote/);
});

test("a note that is too long is refused, and who leaves it unsaved is asked first", async ({
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
  const question = await screen.findByRole("dialog", { name: "Quitter sans enregistrer ?" });
  await user.click(within(question).getByRole("button", { name: "Annuler" }));
  expect(router.state.location.pathname).toBe(path);
  expect(shop.network.asked(QUOTES, "PATCH")).toHaveLength(0);
});

test("a quote that was not deleted stays, and it is said; one that is gone is missing", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const { id, reference, path } = await createQuote(shop.sql);
  const { user, router } = await open(path, { as: await administrator() });
  await screen.findByText("Ce format s'ouvre avec un programme, après le téléchargement.");
  await user.click(screen.getByRole("button", { name: "Supprimer" }));
  const question = await screen.findByRole("dialog", { name: "Supprimer cette cotation ?" });
  expect(question).toHaveTextContent(`${reference} et son fichier « plan.pdf »`);
  shop.network.answer(/\/storage\/v1\/object\/quotes$/, () =>
    Response.json({ statusCode: "500", error: "panne", message: "panne" }, { status: 400 }),
  );
  await user.click(within(question).getByRole("button", { name: "Supprimer" }));
  await expectFailure("Erreur", "Une erreur est survenue");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await shop.sql`select from quotes where id = ${id}`).toHaveLength(1);
  await shop.sql`delete from quotes where id = ${id}`;
  await router.revalidate();
  await screen.findByText("Cette cotation n'existe pas ou plus.");
  expect(screen.getByRole("link", { name: "Toutes les cotations" })).toHaveAttribute("href", "/admin/quotes");
  await expectLogged(errors, /office: Supprimer/);
});

test("an image that cannot be shown says so", async ({ open, shop, administrator, errors }) => {
  const { path } = await createQuote(shop.sql, "mur.png");
  await open(path, { as: await administrator() });
  await screen.findByText("L'image n'a pas pu être chargée.");
  await expectLogged(errors, /load preview/);
});

test("a list and a quote that cannot be read say so once, and come with another try", async ({
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
    const mend = shop.network.fail(QUOTES);
    const { user, router } = await open(address, { as: me });
    const main = within(await screen.findByRole("main"));
    expect(await main.findByRole("alert")).toHaveTextContent(sentence);
    await router.revalidate();
    expect(shop.network.asked(QUOTES).length).toBeGreaterThan(1);
    await expectFailure("Erreur", sentence);
    expect(toasts()).toHaveLength(1);
    mend();
    const retry = main.getByRole("button", { name: "Réessayer" });
    await waitFor(() => expect(retry).toHaveAttribute("aria-busy", "false"));
    await user.click(retry);
    await main.findByText(reference);
  }
  await expectLogged(errors, /load quotes/);
  forgive(errors, /load quote/);
});
