/** The directory's screens while they wait, without anything to show, and where something cannot be read. */
import { noRows } from "./support/admin-lists.ts";
import { expect, expectLogged, screen, test, toasts, waitFor, within } from "./support/screen.ts";

const TECHNICIANS = /\/rest\/v1\/technician_profiles\?/;
const CATEGORIES = /\/rest\/v1\/categories\?/;

const main = () => within(screen.getByRole("main"));
const skeletons = () => document.querySelectorAll("[data-skeleton=technician]");
const findTrades = async () => within(await screen.findByRole("navigation", { name: "Spécialités" }));

test("while another trade is on its way, its shape stands there and says so", async ({ open, shop }) => {
  const { user } = await open("/technicians");
  const trades = await findTrades();
  expect(trades.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Tous",
    "Électricité",
    "Jardinage",
    "Matériaux",
    "Plomberie",
  ]);
  const release = shop.network.hold(TECHNICIANS);
  await user.click(trades.getByRole("link", { name: "Jardinage" }));
  await waitFor(() => expect(skeletons()).toHaveLength(6));
  expect(main().getByRole("status")).toHaveTextContent("Chargement des techniciens...");
  expect(main().queryAllByRole("article")).toHaveLength(0);
  release();
  await waitFor(() => expect(main().getAllByRole("article")).toHaveLength(6));
  expect(skeletons()).toHaveLength(0);
  expect(main().getByRole("status")).toHaveTextContent("6 techniciens");
});

test("a list that cannot be read says so, in its place and in a toast", async ({ open, shop, errors }) => {
  shop.network.fail(TECHNICIANS);
  for (const path of ["/technicians", "/technician-matching"]) {
    await open(path);
    const alert = await screen.findByText(/La liste des techniciens n'a pas pu être lue/);
    expect(alert).toHaveAttribute("role", "alert");
    expect(within(alert).getByRole("link", { name: "Réessayer" })).toHaveAttribute("href", path);
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(toasts()[0]).toHaveTextContent(/^ErreurImpossible de charger les techniciens$/);
    await expectLogged(errors, /load technicians/);
  }
});

test("a profile that cannot be read says so, and leads back", async ({ open, shop, errors }) => {
  shop.network.fail(TECHNICIANS);
  await open("/technician/adama-kabore");
  await screen.findByRole("heading", { level: 1, name: "Ce profil n'a pas pu être lu" });
  expect(screen.getByRole("link", { name: "Retour aux techniciens" })).toHaveAttribute(
    "href",
    "/technicians",
  );
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(toasts()[0]).toHaveTextContent(/^ErreurImpossible de charger les détails du technicien$/);
  await expectLogged(errors, /load technician/);
});

test("without categories there are still technicians", async ({ open, shop, errors }) => {
  shop.network.fail(CATEGORIES);
  await open("/technicians");
  expect((await findTrades()).getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Tous"]);
  expect(main().getAllByRole("article")).toHaveLength(12);
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(toasts()[0]).toHaveTextContent("Impossible de charger les catégories");
  await expectLogged(errors, /load categories/);
});

test("without technicians the pages say so", async ({ open, shop }) => {
  shop.network.answer(TECHNICIANS, noRows);
  await open("/technician-matching");
  await screen.findByText("Aucun technicien disponible pour le moment.");
  await open("/technicians");
  await screen.findByRole("heading", { name: "Aucun technicien trouvé" });
  screen.getByText("Essayez de modifier vos critères de recherche");
  expect(main().getByRole("link", { name: "Voir les produits" })).toHaveAttribute("href", "/products");
  await open("/technicians?specialty=jardinage");
  await screen.findByRole("heading", { name: "Aucun technicien trouvé" });
  expect(main().getByRole("link", { name: "Voir tous les techniciens" })).toHaveAttribute(
    "href",
    "/technicians",
  );
});
