/** The state of the shop: all is well, what is wrong with what to do, and a database that does not answer. */
import {
  expect,
  expectLoggedError,
  type Shop,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";

const STATUS = "/admin/status";
const STATE = /\/rest\/v1\/rpc\/get_shop_state/;

async function reportInstance(shop: Shop, disk = { free: 50e9, total: 100e9 }) {
  await shop.sql`truncate private.instances`;
  const tasks = [
    { name: "Sales days", intervalSeconds: 360, endedAt: new Date().toISOString(), error: null },
    { name: "Stock check", intervalSeconds: 360, endedAt: null, error: null },
  ];
  await shop.sql`
    insert into private.instances (name, version, started_at, database_ms, disk_free_bytes, disk_total_bytes, backed_up_at, certificate_ends_at, tasks)
    values ('marché:3000', '1.2.3', now(), 2.6, ${disk.free}, ${disk.total}, now(), '2120-01-01', ${shop.sql.json(tasks)})`;
}

test("a shop without problems says so, with its parts", async ({ open, shop, administrator }) => {
  await reportInstance(shop);
  await open(STATUS, { as: await administrator() });
  expect(await screen.findByRole("heading", { name: "Tout va bien" })).toBeVisible();
  const copies = screen.getByRole("region", { name: "1 copie de la boutique" });
  expect(within(copies).getByText("En marche")).toBeVisible();
  expect(copies).toHaveTextContent("marché:3000");
  expect(copies).toHaveTextContent("Version 1.2.3");
  expect(copies).toHaveTextContent("La base répond en 3 ms");
  expect(copies).toHaveTextContent("Le certificat vaut jusqu'au 01/01/2120");
  const work = screen.getByRole("region", { name: "Travaux réguliers" });
  expect(
    within(work)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual([
    expect.stringMatching(/^Contrôle du stockpas encore passé$/),
    expect.stringMatching(/^Ventes par jour\d/),
  ]);
});

test("a problem says what to do, and is gone when it is over", async ({ open, shop, administrator }) => {
  await reportInstance(shop, { free: 500e6, total: 100e9 });
  const { user } = await open(STATUS, { as: await administrator() });
  const problem = await screen.findByRole("heading", { name: /^Le disque se remplit/ });
  expect(problem.closest("li")).toHaveTextContent("Libérez de la place sur marché:3000");
  expect(screen.queryByText("Tout va bien")).toBeNull();
  await reportInstance(shop);
  await user.click(screen.getByRole("button", { name: "Actualiser" }));
  expect(await screen.findByRole("heading", { name: "Tout va bien" })).toBeVisible();
});

test("a database that does not answer is named, and asked again", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  await reportInstance(shop);
  const restore = shop.network.fail(STATE);
  const { user } = await open(STATUS, { as: await administrator() });
  const main = within(await screen.findByRole("main"));
  const retry = await main.findByRole("button", { name: "Réessayer" });
  expect(main.getByRole("alert")).toHaveTextContent("La base de données ne répond pas");
  await expectLoggedError(errors, /shop state/);
  restore();
  await user.click(retry);
  await waitFor(() => expect(screen.getByRole("heading", { name: "Tout va bien" })).toBeVisible());
});
