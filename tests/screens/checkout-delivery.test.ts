/** The checkout of a shop with zones and pick-up points: the fee, the day, the pick-up and the saved addresses. */
import { toCartLine } from "#tests/support/browser-storage.ts";
import { createProduct } from "#tests/support/products.ts";
import {
  DELIVERY_ADDRESS,
  expectOneOrder,
  getAmounts,
  getConfirmButton,
  openCheckout,
} from "#tests/support/screens/checkout.ts";
import {
  expect,
  expectLoggedError,
  fillField,
  formatXof,
  screen,
  testWithOwnShop as test,
  waitFor,
} from "#tests/support/screens/screen.ts";

/** Removes what a test adds to the shop, which the other tests share. */
async function withDelivery(
  sql: { unsafe(statement: string): PromiseLike<unknown> },
  insert: string,
  run: () => Promise<void>,
): Promise<void> {
  await sql.unsafe(insert);
  try {
    await run();
  } finally {
    await sql.unsafe("delete from public.delivery_zones; delete from public.pickup_points");
  }
}

const ZONE = `
  with zone as (
    insert into public.delivery_zones (name, delay_hours, days) values ('Centre', 24, '{1,2,3,4,5,6,7}') returning id
  ), place as (insert into public.delivery_places (zone_id, town) select id, 'Ouagadougou' from zone)
  insert into public.delivery_fees (zone_id, fee) select id, 1000 from zone`;

test("the fee and the days follow the town, and the order is placed with them", async ({
  open,
  customer,
  shop,
}) => {
  await withDelivery(shop.sql, ZONE, async () => {
    const account = await customer();
    const drill = await createProduct(shop.sql, { price: 12_500 });
    const { user } = await openCheckout(open, account, toCartLine(drill));
    await waitFor(() => expect(screen.getByRole("main")).toHaveTextContent("Livraison : 1 000 XOF"));
    await waitFor(() => expect(getAmounts("Votre commande")[1]).toBe(formatXof(1000)));
    const days = screen.getByRole("combobox", { name: /Jour de livraison/ });
    await user.selectOptions(days, days.querySelectorAll("option")[2] ?? "");
    await user.selectOptions(screen.getByRole("combobox", { name: /Moment/ }), "afternoon");
    await fillField(user, screen.getByLabelText(/^Repère/), "Portail bleu");
    await user.click(screen.getByLabelText(/^Garder ce lieu/));
    await user.click(getConfirmButton());
    await expectOneOrder(shop.sql, account);
    await screen.findByText(/, après-midi \(14 h – 18 h\)$/);
    const [order] = await shop.sql`
      select shipping_amount, zone_name, delivery_half, delivery_day is not null as has_day,
        shipping_address ->> 'landmark' as landmark
      from public.orders where user_id = ${account.id}`;
    expect(order).toEqual({
      shipping_amount: 1000,
      zone_name: "Centre",
      delivery_half: "afternoon",
      has_day: true,
      landmark: "Portail bleu",
    });
    await waitFor(async () => {
      const kept = await shop.sql`
        select name, address, landmark from public.customer_addresses where user_id = ${account.id}`;
      expect([...kept]).toEqual([
        { name: "Ouagadougou", address: DELIVERY_ADDRESS, landmark: "Portail bleu" },
      ]);
    });
  });
});

test("saved addresses that could not be read are said beside the address, which can be typed", async ({
  open,
  customer,
  shop,
  errors,
}) => {
  const mend = shop.network.fail(/customer_addresses/);
  const account = await customer();
  await openCheckout(open, account, toCartLine(await createProduct(shop.sql)));
  await screen.findByText("Vos lieux n'ont pas pu être chargés. Saisissez l'adresse.");
  await expectLoggedError(errors, /the addresses could not be read/);
  mend();
});

test("a day that is served no more is taken out of the form, and the order goes without it", async ({
  open,
  customer,
  shop,
  errors,
}) => {
  const elsewhere =
    "insert into public.delivery_zones (name, delay_hours, days) values ('Banfora', 48, '{1}')";
  await withDelivery(shop.sql, `${ZONE}; ${elsewhere}`, async () => {
    const account = await customer();
    const { user } = await openCheckout(open, account, toCartLine(await createProduct(shop.sql)));
    const days = screen.getByRole("combobox", { name: /Jour de livraison/ });
    await waitFor(() => expect(days).toBeEnabled());
    await user.selectOptions(days, days.querySelectorAll("option")[2] ?? "");
    await shop.sql`update public.delivery_zones set is_active = false where name = 'Centre'`;
    await user.click(getConfirmButton());
    await screen.findByText("Pour cette adresse, nous convenons avec vous du jour de la livraison.");
    await waitFor(() =>
      expect(screen.getByRole("main")).toHaveTextContent("Nous convenons du jour avec vous."),
    );
    expect(days).toBeDisabled();
    await expectLoggedError(errors, /order: refused/);
    await user.click(getConfirmButton());
    await expectOneOrder(shop.sql, account);
  });
});

test("the day, the half-day and the pick-up survive a reload", async ({ open, customer, shop }) => {
  const point = `insert into public.pickup_points (name, address, town) values ('Magasin', 'Zone du bois', 'Ouagadougou')`;
  await withDelivery(shop.sql, `${ZONE}; ${point}`, async () => {
    const account = await customer();
    const line = toCartLine(await createProduct(shop.sql));
    const { user } = await openCheckout(open, account, line);
    const getDays = () => screen.getByRole("combobox", { name: /Jour de livraison/ });
    await waitFor(() => expect(getDays()).toBeEnabled());
    const chosen = getDays().querySelectorAll("option")[2]?.value ?? "";
    await user.selectOptions(getDays(), chosen);
    await user.selectOptions(screen.getByRole("combobox", { name: /Moment/ }), "afternoon");
    const again = await open("/checkout");
    await waitFor(() => expect(getDays()).toHaveValue(chosen));
    expect(screen.getByRole("combobox", { name: /Moment/ })).toHaveValue("afternoon");

    const getPickup = () => screen.getByRole("radio", { name: /Retrait en magasin/ });
    await again.user.click(getPickup());
    await open("/checkout");
    await waitFor(() => expect(getPickup()).toBeChecked());
    // The point was closed since: the order is delivered again.
    await shop.sql`delete from public.pickup_points`;
    await open("/checkout");
    await screen.findByLabelText("Adresse");
  });
});

test("a pick-up costs nothing and asks for no address", async ({ open, customer, shop }) => {
  const point = `insert into public.pickup_points (name, address, town) values ('Magasin', 'Zone du bois', 'Ouagadougou')`;
  await withDelivery(shop.sql, point, async () => {
    const account = await customer();
    const { user } = await openCheckout(open, account, toCartLine(await createProduct(shop.sql)));
    await user.click(screen.getByRole("radio", { name: /Retrait en magasin, gratuit : Magasin/ }));
    await waitFor(() => expect(screen.queryByLabelText("Adresse")).toBeNull());
    expect(getAmounts("Votre commande")[1]).toBe(formatXof(0));
    await user.click(getConfirmButton());
    await expectOneOrder(shop.sql, account);
    await screen.findByText("Retrait en magasin : Magasin");
    const [order] = await shop.sql`
      select shipping_amount, pickup_point_name from public.orders where user_id = ${account.id}`;
    expect(order).toEqual({ shipping_amount: 0, pickup_point_name: "Magasin" });
  });
});
