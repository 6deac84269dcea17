/** The home page when some of its blocks fail: each reports it inline or in a toast, the others are shown. */
import {
  allowErrors,
  expect,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { getToasts } from "#tests/support/screens/toasts.ts";

test("failed blocks are reported inline and in toasts, and leave the others", async ({
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
  await waitFor(() => expect(getToasts()).toHaveLength(2));
  for (const sentence of [
    "Impossible de charger les témoignages",
    "Impossible de charger les marques partenaires",
  ]) {
    const message = screen.getByText(sentence).closest("[role=alert]");
    expect(message).toHaveTextContent(`Erreur${sentence}`);
  }
  allowErrors(errors, /^load (new arrivals|offers|testimonials|brands): /);
});

test("six skeletons stand in for the categories until the home page is loaded", async ({ open, shop }) => {
  const { router } = await open("/about");
  await screen.findByRole("heading", { level: 1 });
  const release = shop.network.hold(/rest\/v1\/testimonials/);
  void router.navigate("/");
  await waitFor(() => expect(document.querySelectorAll("[data-skeleton=category]")).toHaveLength(6));
  release();
  await screen.findByRole("region", { name: "Nos rayons" });
  expect(document.querySelector("[data-skeleton]")).toBeNull();
});
