/** Variants and units in the cart: amounts that are typed, and what has changed since. */
import { randomUUID } from "node:crypto";
import { toCartEntry, toCartLine } from "#tests/support/browser-storage.ts";
import { createProduct, type StoredProduct } from "#tests/support/products.ts";
import { readStoredCart } from "#tests/support/screens/checkout.ts";
import { expect, screen, test, waitFor } from "#tests/support/screens/screen.ts";
import type { Shop } from "#tests/support/shop.ts";

async function createCable({ sql }: Pick<Shop, "sql">) {
  const cable = await createProduct(sql, { price: 600, stock: 40 });
  const soldBy = { unit: "metre", step_size: 0.5, minimum_quantity: 4 };
  await sql`update products set ${sql(soldBy)} where id = ${cable.id}`;
  return { ...cable, ...soldBy };
}

const findText = (text: RegExp) => screen.findByText(text);
const toLine = (product: StoredProduct, values: object) => ({ ...toCartLine(product), ...values });

test("an amount between two steps is rounded up, which is said, and the steps are what is bought", async ({
  open,
  shop,
}) => {
  const cable = await createCable(shop);
  const { user } = await open(`/product/${cable.slug}`);
  const field = await screen.findByRole("textbox", { name: "Quantité" });
  expect(field).toHaveValue("2");
  await user.clear(field);
  await user.type(field, "2,3");
  await user.tab();
  await findText(/2,3\sm arrondis à 2,5\sm\s: vendu par 0,5\sm\./);
  expect(field).toHaveValue("2,5");
  await user.click(screen.getByRole("button", { name: "Ajouter au panier" }));
  await waitFor(() =>
    expect(readStoredCart()).toMatchObject([{ id: cable.id, quantity: 5, step_size: 0.5 }]),
  );
});

test("more than there is becomes what is in stock, however long the number is", async ({ open, shop }) => {
  const cable = await createCable(shop);
  const { user } = await open(`/product/${cable.slug}`);
  const field = await screen.findByRole("textbox", { name: "Quantité" });
  for (const typed of ["20,3", "99999999999"]) {
    await user.clear(field);
    await user.type(field, typed);
    await user.tab();
    await findText(/^Maximum disponible\s: 20\sm\.$/);
    expect(field).toHaveValue("20");
  }
});

test("boxes are bought by what they cover, too", async ({ open, shop }) => {
  const tiles = await createProduct(shop.sql, { price: 11000, stock: 40 });
  const soldBy = { unit: "box", content_size: 1.76, content_unit: "square_metre" };
  await shop.sql`update products set ${shop.sql(soldBy)} where id = ${tiles.id}`;
  const { user } = await open(`/product/${tiles.slug}`);
  const field = await screen.findByRole("textbox", { name: "Quantité" });
  await user.clear(field);
  await user.type(field, "5 m²");
  await user.tab();
  await findText(/5\sm² arrondis à 3 cartons, 5,28\sm²\s: vendu par carton de 1,76\sm²\./);
  expect(field).toHaveValue("3");
});

test("the cart shows amounts, and a minimum that is not gone below", async ({ open, shop }) => {
  const cable = await createCable(shop);
  const { user } = await open("/cart", { storage: toCartEntry({ ...toLine(cable, cable), quantity: 5 }) });
  await findText(/^2,5\sm$/);
  await findText(/600\sXOF les 0,5\sm, 1\s200\sXOF\/m/);
  await user.click(screen.getByRole("button", { name: `Diminuer la quantité de ${cable.name}` }));
  await findText(/^minimum 2\sm$/);
  const field = screen.getByLabelText(`Quantité de ${cable.name}`);
  await user.clear(field);
  await user.type(field, "0,7");
  await user.tab();
  await findText(/0,7\sm arrondis à 2\sm\s: c'est le minimum\./);

  await shop.sql`update products set stock = 6 where id = ${cable.id}`;
  await open("/cart", { storage: toCartEntry({ ...toLine(cable, cable), quantity: 9 }) });
  await findText(/Il n'en reste que 3\sm\s: la quantité a été ramenée de 4,5\sm à 3\sm\./);
});

test("what has a minimum or a price by quantity is typed on its page, and never below its minimum", async ({
  open,
  shop,
}) => {
  const screws = await createProduct(shop.sql, { price: 100, stock: 500 });
  await shop.sql`update products set minimum_quantity = 5 where id = ${screws.id}`;
  await shop.sql`
    insert into price_breaks (product_id, minimum_quantity, price) values (${screws.id}, 50, 90)`;
  const { user } = await open(`/product/${screws.slug}`);
  const field = await screen.findByRole("textbox", { name: "Quantité" });
  await user.clear(field);
  await user.type(field, "12");
  await findText(/^12\spièces$/);
  await user.clear(field);
  await user.type(field, "3");
  await user.tab();
  expect(field).toHaveValue("5");
  await user.clear(field);
  await user.type(field, "50");
  await findText(/:\s4\s500\sXOF$/);
  await user.click(screen.getByRole("button", { name: "Ajouter au panier" }));
  await open("/cart");
  const inCart = await screen.findByLabelText(`Quantité de ${screws.name}`);
  await user.clear(inCart);
  await user.type(inCart, "12");
  await waitFor(() => expect(readStoredCart()).toMatchObject([{ id: screws.id, quantity: 12 }]));
});

test("a step that was changed is noticed before the order", async ({ open, shop }) => {
  const cable = await createCable(shop);
  await shop.sql`update products set step_size = 2, price = 2400, minimum_quantity = 1 where id = ${cable.id}`;
  await open("/cart", { storage: toCartEntry({ ...toLine(cable, cable), quantity: 5 }) });
  await findText(/Ce produit est maintenant vendu par 2\sm\s: vous en avez 4\sm, à 2\s400\sXOF les 2\sm\./);
  await waitFor(() => expect(readStoredCart()).toMatchObject([{ quantity: 2, step_size: 2, price: 2400 }]));
});

test("a variant that was deleted is removed with a notice, and the others stay", async ({ open, shop }) => {
  const { sql } = shop;
  const gloves = await createProduct(sql);
  const ids = [randomUUID(), randomUUID()] as const;
  await sql`
    insert into product_options (product_id, position, name, choices) values (${gloves.id}, 1, 'Taille', '{8,9}')`;
  await sql`
    insert into product_variants (id, product_id, position, choices, price, stock) values
      (${ids[0]}, ${gloves.id}, 1, '{8}', 900, 5), (${ids[1]}, ${gloves.id}, 2, '{9}', 900, 5)`;
  await sql`delete from product_variants where id = ${ids[0]}`;
  const lines = ids.map((id, index) =>
    toLine(gloves, { id, name: `${gloves.name} – ${index + 8}`, variant: String(index + 8), price: 900 }),
  );
  await open("/cart", { storage: toCartEntry(...lines) });
  await findText(/Ce produit n'est plus vendu/);
  expect(screen.getByRole("link", { name: /–\s9$/ })).toHaveAttribute(
    "href",
    `/product/${gloves.slug}?variant=${ids[1]}`,
  );
  await waitFor(() => expect(readStoredCart()).toMatchObject([{ id: ids[1], variant: "9" }]));
});
