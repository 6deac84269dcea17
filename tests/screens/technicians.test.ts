/** The technicians' screens while loading, when empty, and after failed reads. */
import { createEmptyResponse } from "#tests/support/screens/admin-lists.ts";
import {
  expect,
  expectLoggedError,
  getMain,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { getToasts } from "#tests/support/screens/toasts.ts";

const TECHNICIANS = /\/rest\/v1\/technician_profiles\?/;
const CATEGORIES = /\/rest\/v1\/categories\?/;

const skeletons = () => document.querySelectorAll("[data-skeleton=technician]");
const findTrades = async () => within(await screen.findByRole("navigation", { name: "Spécialités" }));

test("while another specialty is loading, skeletons are shown and announced", async ({ open, shop }) => {
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
  expect(getMain().getByRole("status")).toHaveTextContent("Chargement des techniciens...");
  expect(getMain().queryAllByRole("article")).toHaveLength(0);
  release();
  await waitFor(() => expect(getMain().getAllByRole("article")).toHaveLength(6));
  expect(skeletons()).toHaveLength(0);
  expect(getMain().getByRole("status")).toHaveTextContent("6 techniciens");
});

test("on the way to the list from another page, its skeletons are shown and announced", async ({
  open,
  shop,
}) => {
  const { user } = await open("/cart");
  const release = shop.network.hold(TECHNICIANS);
  const navigation = within(await screen.findByRole("navigation", { name: "Navigation principale" }));
  await user.click(navigation.getByRole("link", { name: "Techniciens" }));
  await waitFor(() => expect(skeletons()).toHaveLength(6));
  expect(getMain().getByRole("status")).toHaveTextContent("Chargement des techniciens...");
  release();
  await waitFor(() => expect(getMain().getAllByRole("article")).not.toHaveLength(0));
  expect(getMain().queryByText("Chargement des techniciens...")).toBeNull();
});

test("a failed read of the list is reported inline and in a toast", async ({ open, shop, errors }) => {
  shop.network.fail(TECHNICIANS);
  for (const path of ["/technicians", "/technician-matching"]) {
    await open(path);
    const alert = await screen.findByText(/La liste des techniciens n'a pas pu être lue/);
    expect(alert).toHaveAttribute("role", "alert");
    expect(within(alert).getByRole("link", { name: "Réessayer" })).toHaveAttribute("href", path);
    await waitFor(() => expect(getToasts()).toHaveLength(1));
    expect(getToasts()[0]).toHaveTextContent(/^ErreurImpossible de charger les techniciens$/);
    await expectLoggedError(errors, /load technicians/);
  }
});

test("a failed read of a profile is reported, with a link back", async ({ open, shop, errors }) => {
  shop.network.fail(TECHNICIANS);
  await open("/technician/adama-kabore");
  await screen.findByRole("heading", { level: 1, name: "Ce profil n'a pas pu être lu" });
  expect(screen.getByRole("link", { name: "Retour aux techniciens" })).toHaveAttribute(
    "href",
    "/technicians",
  );
  await waitFor(() => expect(getToasts()).toHaveLength(1));
  expect(getToasts()[0]).toHaveTextContent(/^ErreurImpossible de charger les détails du technicien$/);
  await expectLoggedError(errors, /load technician/);
});

test("without specialties the technicians are still listed", async ({ open, shop, errors }) => {
  shop.network.fail(CATEGORIES);
  await open("/technicians");
  expect((await findTrades()).getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Tous"]);
  expect(getMain().getAllByRole("article")).toHaveLength(12);
  await waitFor(() => expect(getToasts()).toHaveLength(1));
  expect(getToasts()[0]).toHaveTextContent("Impossible de charger les catégories");
  await expectLoggedError(errors, /load categories/);
});

test("without technicians the pages say so", async ({ open, shop }) => {
  shop.network.respond(TECHNICIANS, createEmptyResponse);
  await open("/technician-matching");
  await screen.findByText("Aucun technicien disponible pour le moment.");
  await open("/technicians");
  await screen.findByRole("heading", { name: "Aucun technicien trouvé" });
  screen.getByText("Essayez de modifier vos critères de recherche");
  expect(getMain().getByRole("link", { name: "Voir les produits" })).toHaveAttribute("href", "/products");
  await open("/technicians?specialty=jardinage");
  await screen.findByRole("heading", { name: "Aucun technicien trouvé" });
  expect(getMain().getByRole("link", { name: "Voir tous les techniciens" })).toHaveAttribute(
    "href",
    "/technicians",
  );
});
