/** The search of the header: what it proposes while someone types, and what it accepts. */
import { OwnProducts } from "../support/products.ts";
import { expect, screen, test, waitFor, within } from "./support/screen.ts";

const PROPOSALS = {
  categories: [{ slug: "plomberie", name: "Plomberie" }],
  products: [{ slug: "tournebroche", name: "Tournebroche", price: 10_000, image: null }],
};
const ADDRESS = /\/search-suggestions\?/;

const field = () => screen.findByLabelText("Rechercher un produit");
const options = () => screen.queryAllByRole("option");
const chosen = () => options().filter((option) => option.getAttribute("aria-selected") === "true");
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const address = () => window.location.pathname + window.location.search;

test("by keyboard: down into the list, round it, Escape out of it, Enter to the choice", async ({
  open,
  shop,
}) => {
  shop.network.answer(ADDRESS, () => Response.json(PROPOSALS));
  const { user } = await open("/about");
  const box = await field();
  await user.type(box, "tour");
  await screen.findByRole("listbox", { name: "Suggestions" });
  expect(options().map(({ textContent }) => textContent?.replace(/\s/g, " "))).toEqual([
    "Dans la catégorie Plomberie",
    "Tournebroche10 000 XOF",
    "Tous les résultats pour « tour »",
  ]);
  expect(screen.getByText("3 suggestions")).toHaveAttribute("role", "status");
  expect(box).toHaveAttribute("role", "combobox");
  await waitFor(() => expect(box).toHaveAttribute("aria-expanded", "true"));
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(chosen()).toEqual([options()[0]]));
  await waitFor(() => expect(box).toHaveAttribute("aria-activedescendant", options()[0]?.id));
  await user.keyboard("{ArrowUp}");
  await waitFor(() => expect(chosen()).toEqual([]));
  await waitFor(() => expect(box).not.toHaveAttribute("aria-activedescendant"));
  await user.keyboard("{ArrowUp}");
  await waitFor(() => expect(chosen()).toEqual([options()[2]]));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(options()).toEqual([]));
  await waitFor(() => expect(box).toHaveAttribute("aria-expanded", "false"));
  expect(box).toHaveValue("tour");
  expect(box).toHaveFocus();
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(chosen()).toEqual([options()[0]]));
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(chosen()).toEqual([options()[1]]));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(address()).toBe("/product/tournebroche"));
  expect(box).toHaveValue("");
});

test("Enter without a choice searches for what was typed", async ({ open, shop }) => {
  shop.network.answer(ADDRESS, () => Response.json(PROPOSALS));
  const { user } = await open("/about");
  await user.type(await field(), "plomb");
  await screen.findByRole("listbox", { name: "Suggestions" });
  await user.keyboard("{Enter}");
  await heading('Résultats pour "plomb"');
  expect(address()).toBe("/products?search=plomb");
  expect(options()).toEqual([]);
  // The field is another one with each search, and the former one is gone.
  expect(await field()).toHaveValue("plomb");
});

test("when proposals fail, the search goes on", async ({ open, shop }) => {
  const mend = shop.network.cut(ADDRESS);
  const { user } = await open("/about");
  await user.type(await field(), "ciment");
  await waitFor(() => expect(shop.network.asked(ADDRESS)).not.toEqual([]));
  mend();
  shop.network.fail(ADDRESS);
  await user.keyboard("{Backspace}");
  await waitFor(() => expect(shop.network.asked(/search-suggestions\?q=cimen$/)).not.toEqual([]));
  expect(options()).toEqual([]);
  await user.keyboard("t{Enter}");
  await heading('Résultats pour "ciment"');
});

test("the search wants more than spaces, and finds with spaces around", async ({ open, shop }) => {
  shop.network.answer(ADDRESS, () => Response.json({ categories: [], products: [] }));
  const goods = new OwnProducts(shop.sql);
  const { name } = await goods.add({ name: "Truelle" });
  const { user } = await open("/about");
  const box = await field();
  const send = screen.getByRole("button", { name: "Rechercher" });
  await user.click(send);
  await user.type(box, "   ");
  await user.click(send);
  await user.type(box, "{Enter}");
  expect(address()).toBe("/about");
  await user.type(box, `${goods.word}  {Enter}`);
  await heading(`Résultats pour "${goods.word}"`);
  const found = within(screen.getByRole("main")).getAllByRole("article");
  expect(found).toHaveLength(1);
  expect(found[0]).toHaveTextContent(name);
});

test("a search that finds nothing shows what may have been meant", async ({ open, shop }) => {
  const { name } = await new OwnProducts(shop.sql).add({ name: "Echafaudette" });
  await open("/products?search=chafaudettte");
  expect(await screen.findByText("Aucun produit trouvé")).toBeInTheDocument();
  const meant = within(screen.getByRole("region", { name: "Vous cherchiez peut-être" }));
  expect(meant.getByRole("link", { name })).toBeInTheDocument();
});
