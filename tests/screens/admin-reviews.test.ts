/** «Avis produits»: what fails says so and changes nothing. */
import { createProduct } from "../support/products.ts";
import { addReview, reviewsOf } from "../support/reviews.ts";
import { expectFailure, expectToast } from "./support/admin-lists.ts";
import { expect, expectLogged, forgive, screen, test, waitFor, within } from "./support/screen.ts";

const WRITTEN = /\/rest\/v1\/product_reviews\?id=in/;
const READ = /\/rest\/v1\/(product_reviews\?select=id%2Crating|rpc\/search_reviews)/;

const button = (name: string) => screen.findByRole("button", { name });

test("a list that cannot be read says so and comes with another try; short searches say what they need", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  await addReview(shop, await createProduct(shop.sql), { name: "Awa", is_published: false });
  const mend = shop.network.fail(READ);
  const { user, router } = await open("/admin/reviews", { as: await administrator() });
  await expectFailure("Erreur", "Impossible de charger les avis");
  mend();
  await user.click(within(screen.getByRole("main")).getByRole("button", { name: "Réessayer" }));
  await button("Publier : Awa");
  for (const [query, sentence] of [
    ["search=aw", "Saisissez au moins trois lettres pour chercher."],
    ["search=zzqqxx", "Aucun avis ne correspond à cette recherche."],
  ] as const) {
    await router.navigate(`/admin/reviews?${query}`);
    await screen.findByText(sentence);
  }
  await expectLogged(errors, /load reviews/);
});

test("what is refused changes nothing, and who has lost the right is led out", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  await addReview(shop, drill, { name: "Awa", is_published: false });
  const me = await administrator();
  const list = `/admin/reviews?search=${encodeURIComponent(drill.name)}`;
  const { user, router } = await open(list, { as: me });
  const mend = shop.network.fail(WRITTEN, { message: "disque plein" });
  await user.click(await button("Publier : Awa"));
  await expectFailure("Erreur", "disque plein");
  await user.click(await button("Supprimer : Awa"));
  const question = await screen.findByRole("dialog", { name: "Supprimer cet avis ?" });
  expect(question).toHaveTextContent(`L'avis de Awa sur « ${drill.name} »`);
  await user.click(within(question).getByRole("button", { name: "Supprimer" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(shop.network.asked(WRITTEN, "DELETE")).toHaveLength(1);
  expect(await reviewsOf(shop, drill)).toMatchObject([{ name: "Awa", is_published: false }]);
  mend();
  await expectLogged(errors, /office: Supprimer/);

  await shop.sql`delete from admin_users where id = ${me.id}`;
  await user.click(await button("Publier : Awa"));
  await expectToast("Vous n'avez pas les droits d'administrateur");
  await waitFor(() => expect(router.state.location.pathname).toBe("/admin/login"));
  expect(await reviewsOf(shop, drill)).toMatchObject([{ is_published: false }]);
  await expectLogged(errors, /office: Publier/);
  forgive(errors, /waits|load|office/);
});
