/** Admin product reviews: failures are reported and change nothing. */
import { createProduct } from "#tests/support/products.ts";
import { createReview, listReviews } from "#tests/support/reviews.ts";
import {
  allowErrors,
  expect,
  expectLoggedError,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast, expectNewestToast } from "#tests/support/screens/toasts.ts";

const WRITE_URL = /\/rest\/v1\/product_reviews\?id=in/;
const LIST_URL = /\/rest\/v1\/(product_reviews\?select=id%2Crating|rpc\/search_reviews)/;

const button = (name: string) => screen.findByRole("button", { name });

test("a failed read of the list is reported and can be retried; a search that is too short shows a hint", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  await createReview(shop, await createProduct(shop.sql), { name: "Awa", is_published: false });
  const restore = shop.network.fail(LIST_URL);
  const { user, router } = await open("/admin/reviews", { as: await administrator() });
  await expectNewestErrorToast("Erreur", "Impossible de charger les avis");
  restore();
  await user.click(within(screen.getByRole("main")).getByRole("button", { name: "Réessayer" }));
  await button("Publier : Awa");
  for (const [query, sentence] of [
    ["search=a", "Saisissez au moins deux lettres pour chercher."],
    ["search=zzqqxx", "Aucun avis ne correspond à cette recherche."],
  ] as const) {
    await router.navigate(`/admin/reviews?${query}`);
    await screen.findByText(sentence);
  }
  await expectLoggedError(errors, /load reviews/);
});

test("a rejected change changes nothing, and an administrator who lost the right is signed out", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  await createReview(shop, drill, { name: "Awa", is_published: false });
  const me = await administrator();
  const list = `/admin/reviews?search=${encodeURIComponent(drill.name)}`;
  const { user, router } = await open(list, { as: me });
  const restore = shop.network.fail(WRITE_URL, { message: "disque plein" });
  await user.click(await button("Publier : Awa"));
  await expectNewestErrorToast("Erreur", "disque plein");
  await user.click(await button("Supprimer : Awa"));
  const confirmDialog = await screen.findByRole("dialog", { name: "Supprimer cet avis ?" });
  expect(confirmDialog).toHaveTextContent(`L'avis de Awa sur « ${drill.name} »`);
  await user.click(within(confirmDialog).getByRole("button", { name: "Supprimer" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(shop.network.listRequests(WRITE_URL, "DELETE")).toHaveLength(1);
  expect(await listReviews(shop, drill)).toMatchObject([{ name: "Awa", is_published: false }]);
  restore();
  await expectLoggedError(errors, /admin: Supprimer/);

  await shop.sql`delete from admin_users where id = ${me.id}`;
  await user.click(await button("Publier : Awa"));
  await expectNewestToast("Vous n'avez pas les droits d'administrateur");
  await waitFor(() => expect(router.state.location.pathname).toBe("/admin/login"));
  expect(await listReviews(shop, drill)).toMatchObject([{ is_published: false }]);
  await expectLoggedError(errors, /admin: Publier/);
  allowErrors(errors, /waits|load|admin/);
});
