/** The search of the header: its suggestions while typing, and the input that it accepts. */
import { TestProducts } from "#tests/support/products.ts";
import { expect, getCurrentPath, screen, test, waitFor, within } from "#tests/support/screens/screen.ts";

const PROPOSALS = {
  categories: [{ slug: "plomberie", name: "Plomberie" }],
  products: [{ slug: "tournebroche", name: "Tournebroche", price: 10_000, image: null }],
};
const ADDRESS = /\/search-suggestions\?/;

const field = () => screen.findByLabelText("Rechercher un produit");
const options = () => screen.queryAllByRole("option");
const chosen = () => options().filter((option) => option.getAttribute("aria-selected") === "true");
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

test("by keyboard: down into the list, through it in a loop, Escape to close it, Enter to choose", async ({
  open,
  shop,
}) => {
  shop.network.respond(ADDRESS, () => Response.json(PROPOSALS));
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
  await waitFor(() => expect(getCurrentPath()).toBe("/product/tournebroche"));
  expect(box).toHaveValue("");
});

test("Enter without a choice searches for what was typed", async ({ open, shop }) => {
  shop.network.respond(ADDRESS, () => Response.json(PROPOSALS));
  const { user } = await open("/about");
  await user.type(await field(), "plomb");
  await screen.findByRole("listbox", { name: "Suggestions" });
  await user.keyboard("{Enter}");
  await heading('Résultats pour "plomb"');
  expect(getCurrentPath()).toBe("/products?search=plomb");
  expect(options()).toEqual([]);
  // The field is remounted with each search, and the former one is gone.
  expect(await field()).toHaveValue("plomb");
});

test("when suggestions fail, the search still works", async ({ open, shop }) => {
  const restore = shop.network.disconnect(ADDRESS);
  const { user } = await open("/about");
  await user.type(await field(), "ciment");
  await waitFor(() => expect(shop.network.listRequests(ADDRESS)).not.toEqual([]));
  restore();
  shop.network.fail(ADDRESS);
  await user.keyboard("{Backspace}");
  await waitFor(() => expect(shop.network.listRequests(/search-suggestions\?q=cimen$/)).not.toEqual([]));
  expect(options()).toEqual([]);
  expect(await screen.findByText(/^Impossible de charger les suggestions/)).toHaveAttribute("role", "status");
  await user.keyboard("t{Enter}");
  await heading('Résultats pour "ciment"');
});

test("the search rejects spaces only, and trims the spaces around", async ({ open, shop }) => {
  shop.network.respond(ADDRESS, () => Response.json({ categories: [], products: [] }));
  const products = new TestProducts(shop.sql);
  const { name } = await products.add({ name: "Truelle" });
  const { user } = await open("/about");
  const box = await field();
  const send = screen.getByRole("button", { name: "Rechercher" });
  await user.click(send);
  await user.type(box, "   ");
  await user.click(send);
  await user.type(box, "{Enter}");
  expect(getCurrentPath()).toBe("/about");
  await user.type(box, `${products.uniqueWord}  {Enter}`);
  await heading(`Résultats pour "${products.uniqueWord}"`);
  const found = within(screen.getByRole("main")).getAllByRole("article");
  expect(found).toHaveLength(1);
  expect(found[0]).toHaveTextContent(name);
});

test("a search without results shows suggestions for a mistyped word", async ({ open, shop }) => {
  const { name } = await new TestProducts(shop.sql).add({ name: "Echafaudette" });
  await open("/products?search=chafaudettte");
  expect(await screen.findByText("Aucun produit trouvé")).toBeInTheDocument();
  const meant = within(screen.getByRole("region", { name: "Vous cherchiez peut-être" }));
  expect(meant.getByRole("link", { name })).toBeInTheDocument();
});
