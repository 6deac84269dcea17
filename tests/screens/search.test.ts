/** The search of the header: its suggestions while typing, and the input that it accepts. */
import { TestProducts } from "#tests/support/products.ts";
import { expect, getCurrentPath, screen, test, waitFor, within } from "#tests/support/screens/screen.ts";

const PROPOSALS = {
  categories: [{ slug: "plomberie", name: "Plomberie", image: null }],
  brands: [{ slug: "tournesol", name: "Tournesol" }],
  products: [{ slug: "tournebroche", name: "Tournebroche", price: 10_000, image: null }],
};
const ADDRESS = /\/search-suggestions\?/;

const field = () => screen.findByLabelText("Rechercher un produit");
/** Those of the suggestions; the list of orders has some as well. */
const options = () => screen.queryAllByRole("option").filter((option) => !option.closest("select"));
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
    "De la marque Tournesol",
    "Tournebroche10 000 XOF",
    "Tous les résultats pour « tour »",
  ]);
  expect(screen.getByText("4 suggestions")).toHaveAttribute("role", "status");
  expect(box).toHaveAttribute("role", "combobox");
  await waitFor(() => expect(box).toHaveAttribute("aria-expanded", "true"));
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(chosen()).toEqual([options()[0]]));
  await waitFor(() => expect(box).toHaveAttribute("aria-activedescendant", options()[0]?.id));
  await user.keyboard("{ArrowUp}");
  await waitFor(() => expect(chosen()).toEqual([]));
  await waitFor(() => expect(box).not.toHaveAttribute("aria-activedescendant"));
  await user.keyboard("{ArrowUp}");
  await waitFor(() => expect(chosen()).toEqual([options()[3]]));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(options()).toEqual([]));
  await waitFor(() => expect(box).toHaveAttribute("aria-expanded", "false"));
  expect(box).toHaveValue("tour");
  expect(box).toHaveFocus();
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(chosen()).toEqual([options()[0]]));
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(chosen()).toEqual([options()[1]]));
  expect(chosen()[0]).toHaveAttribute("href", "/brands/tournesol");
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(chosen()).toEqual([options()[2]]));
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
  shop.network.respond(ADDRESS, () => Response.json({ categories: [], brands: [], products: [] }));
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

test("the results of a mistyped word are those that are suggested", async ({ open, shop }) => {
  const { name } = await new TestProducts(shop.sql).add({ name: "Echafaudette" });
  await open("/products?search=chafaudettte");
  await heading('Résultats pour "chafaudettte"');
  expect(within(screen.getByRole("main")).getByRole("link", { name })).toBeInTheDocument();
});

test("a search without results shows near products, and asks the shop with the searched words", async ({
  open,
  shop,
}) => {
  const { name } = await new TestProducts(shop.sql).add({
    name: "Echafaudette",
    description: "Pour les grimpolettes.",
  });
  await open("/products?search=grimpolettes+zzqqxx");
  expect(await screen.findByText("Aucun produit trouvé")).toBeInTheDocument();
  expect(screen.getByText("0 produit")).toBeInTheDocument();
  const near = within(screen.getByRole("region", { name: "Résultats proches" }));
  expect(near.getByRole("link", { name })).toBeInTheDocument();
  const chat = screen.getByRole("link", { name: "Demander sur WhatsApp" });
  expect(new URL(chat.getAttribute("href") ?? "").searchParams.get("text")).toBe(
    "Bonjour, je cherche : grimpolettes zzqqxx",
  );
});

test("a word that no product has beside the name of one leaves that one", async ({ open, shop }) => {
  const { name } = await new TestProducts(shop.sql).add({ name: "Echafaudette" });
  await open("/products?search=echafaudette+zzqqxx");
  await heading('Résultats pour "echafaudette zzqqxx"');
  expect(screen.getByText(/^Aucun résultat pour/)).toHaveTextContent(
    /^Aucun résultat pour «\sechafaudette zzqqxx\s»\s; voici ceux pour «\sechafaudette\s»\.$/,
  );
  await waitFor(async () =>
    expect(await shop.sql`select answered from missed_searches where term = 'echafaudette zzqqxx'`).toEqual([
      { answered: "echafaudette" },
    ]),
  );
  expect(screen.queryByText("Aucun produit trouvé")).not.toBeInTheDocument();
  expect(within(screen.getByRole("main")).getByRole("link", { name })).toBeInTheDocument();
});

test("what descriptions only mention is shown as that", async ({ open, shop }) => {
  const { name } = await new TestProducts(shop.sql).add({
    description: "Se range à côté de la grimpillonne.",
  });
  await open("/products?search=grimpillonne");
  await heading('Résultats pour "grimpillonne"');
  expect(screen.getByText(/^Aucun produit ne s'appelle/)).toHaveTextContent(
    /^Aucun produit ne s'appelle «\sgrimpillonne\s»\s; ceux-ci en parlent\.$/,
  );
  expect(within(screen.getByRole("main")).getByRole("link", { name })).toBeInTheDocument();
});

test("a search in a category stays there, says so, and offers the whole shop", async ({ open, shop }) => {
  const products = new TestProducts(shop.sql);
  const word = products.uniqueWord;
  shop.network.respond(ADDRESS, () => Response.json({ ...PROPOSALS, categories: [], brands: [] }));
  await products.add({ name: "Siphon", category: "plomberie" });
  await products.add({ name: "Douille", category: "electricite" });
  const { user } = await open("/products?category=plomberie");
  const box = await field();
  expect(box).toHaveAttribute("placeholder", "Chercher dans Plomberie...");
  await user.type(box, word);
  await screen.findByRole("listbox", { name: "Suggestions" });
  expect(options().map((option) => option.getAttribute("href"))).toEqual([
    "/product/tournebroche",
    `/products?category=plomberie&search=${word}`,
    `/products?search=${word}`,
  ]);
  expect(shop.network.listRequests(ADDRESS).at(-1)?.url).toContain(`?q=${word}&category=plomberie`);
  await user.keyboard("{Enter}");
  await heading(`Résultats pour "${word}"`);
  expect(getCurrentPath()).toBe(`/products?category=plomberie&search=${word}`);
  const main = within(screen.getByRole("main"));
  expect(main.getAllByRole("article")).toHaveLength(1);
  expect(main.getByText(/^dans/)).toHaveTextContent("dans Plomberie");
  await user.click(main.getByRole("link", { name: "Chercher dans tout le magasin (2)" }));
  await waitFor(() => expect(getCurrentPath()).toBe(`/products?search=${word}`));
  await waitFor(() => expect(main.getAllByRole("article")).toHaveLength(2));
  expect(main.queryByText(/^dans/)).toBeNull();
});

test("a search without results in a category shows those of the whole shop", async ({ open, shop }) => {
  const products = new TestProducts(shop.sql);
  const { name } = await products.add({ name: "Douille", category: "electricite" });
  await open(`/products?category=plomberie&search=${products.uniqueWord}`);
  const near = within(await screen.findByRole("region", { name: "Résultats proches" }));
  expect(near.getAllByRole("article")).toHaveLength(1);
  expect(near.getByRole("link", { name })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Chercher dans tout le magasin (1)" })).toBeInTheDocument();
});

test("the letters that match are marked, accents or not", async ({ open, shop }) => {
  shop.network.respond(ADDRESS, () =>
    Response.json({
      categories: [{ slug: "echelles", name: "Échelles", image: null }],
      brands: [],
      products: [{ slug: "echelle", name: "Petite échelle", price: 10_000, image: null }],
    }),
  );
  const { user } = await open("/about");
  await user.type(await field(), "echel");
  await screen.findByRole("listbox", { name: "Suggestions" });
  const marked = options().map((option) =>
    [...option.querySelectorAll("mark")].map((mark) => mark.textContent),
  );
  expect(marked).toEqual([["Échel"], ["échel"], []]);
});

test("while suggestions load, those before stay; without any it says so", async ({ open, shop }) => {
  const respondLater = (products: object[]) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    shop.network.respond(ADDRESS, () =>
      promise.then(() => Response.json({ categories: [], brands: [], products })),
    );
    return resolve;
  };
  const release = respondLater(PROPOSALS.products);
  const { user } = await open("/about");
  await user.type(await field(), "tr");
  expect(await screen.findByText("Recherche...")).toHaveAttribute("role", "status");
  release();
  const list = await screen.findByRole("listbox", { name: "Suggestions" });
  expect(options()).toHaveLength(2);
  const releaseNext = respondLater([]);
  await user.keyboard("uc");
  await waitFor(() => expect(list).toHaveAttribute("aria-busy", "true"));
  expect(options()).toHaveLength(2);
  releaseNext();
  expect(await screen.findByText(/^Aucune suggestion pour «\struc\s»/)).toHaveAttribute("role", "status");
  expect(options()).toEqual([]);
});
