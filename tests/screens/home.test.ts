/** The home page when blocks of it fail in the browser: each says so in its place or in a toast, the others stand. */
import { expect, forgive, screen, test, toasts, waitFor, within } from "./support/screen.ts";

test("blocks that cannot be read say so, in their place and in toasts, and leave the others", async ({
  open,
  shop,
  errors,
}) => {
  shop.network.fail(/rest\/v1\/(products|testimonials|brands)/);
  await open("/");
  const offers = within(await screen.findByRole("region", { name: "Offres spéciales" }));
  expect(offers.getByRole("alert")).toHaveTextContent("Erreur lors du chargement des promotions.");
  expect(screen.getByText("Aucun témoignage disponible pour le moment.")).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Nouveautés" })).toBeNull();
  expect(within(screen.getByRole("region", { name: "Nos rayons" })).getAllByRole("listitem")).toHaveLength(6);
  await waitFor(() => expect(toasts()).toHaveLength(2));
  for (const sentence of [
    "Impossible de charger les témoignages",
    "Impossible de charger les marques partenaires",
  ]) {
    const said = screen.getByText(sentence).closest("[role=alert]");
    expect(said).toHaveTextContent(`Erreur${sentence}`);
  }
  forgive(errors, /^load (new arrivals|offers|testimonials|brands): /);
});

test("six shapes stand for the families until the home page is there", async ({ open, shop }) => {
  const { router } = await open("/about");
  await screen.findByRole("heading", { level: 1 });
  const release = shop.network.hold(/rest\/v1\/testimonials/);
  void router.navigate("/");
  await waitFor(() => expect(document.querySelectorAll("[data-skeleton=category]")).toHaveLength(6));
  release();
  await screen.findByRole("region", { name: "Nos rayons" });
  expect(document.querySelector("[data-skeleton]")).toBeNull();
});
