/** What follows an order without the shopper waiting for it: the request for reviews, and the mails. */
import { mailsIn, recipientOf, reviewTokensIn } from "../../support/mails.ts";
import {
  atCheckout,
  cartLine,
  confirmButton,
  expect,
  expectConfirmed,
  forgive,
  ordersOf,
  test,
} from "../support/shopper.ts";

const FUNCTION = "**/functions/v1/send-review-request";

test("an order is confirmed by mail, and its delivery brings the links to review it", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const [drill, known] = [await goods(), await customer()];
  await atCheckout(page, shop, known, cartLine(drill));
  const answered = page.waitForResponse(FUNCTION);
  await confirmButton(page).click();
  const response = await answered;
  const key = await page.locator('meta[name="supabase-anon-key"]').getAttribute("content");
  expect(await response.request().headerValue("authorization")).toBe(`Bearer ${key}`);
  expect([response.status(), await response.json()]).toEqual([200, { ok: true }]);
  const [order] = await ordersOf(shop, known);
  await expectConfirmed(page, order);
  const id = order?.id ?? "";
  const requests = await shop.sql`select product_id from review_requests where order_id = ${id}`;
  expect([...requests]).toEqual([{ product_id: drill.id }]);

  const received = async () =>
    (await mailsIn(shop.dataDir)).filter((mail) => recipientOf(mail) === known.email);
  const subjects = async () => (await received()).map(({ subject }) => subject);
  const confirmation = `Votre commande ${order?.number} est bien enregistrée`;
  await expect.poll(subjects, { timeout: 20_000 }).toEqual([confirmation]);
  await shop.sql`update orders set status = 'completed' where id = ${id}`;
  const request = `Que pensez-vous de votre commande ${order?.number}\u00a0?`;
  await expect.poll(subjects, { timeout: 20_000 }).toEqual([confirmation, request]);
  const tokens = (await received()).flatMap(reviewTokensIn);
  expect(tokens).toHaveLength(1);
  const [link] =
    await shop.sql`select product_id from validate_review_token(${tokens[0] ?? ""}) where is_valid`;
  expect(link).toEqual({ product_id: drill.id });
});

for (const failure of ["an error", "a lost network"]) {
  test(`nobody waits for a review request, and one that meets ${failure} is only logged`, async ({
    page,
    shop,
    goods,
    customer,
    pageErrors,
  }) => {
    const known = await customer();
    const confirmed = Promise.withResolvers<void>();
    await page.route(FUNCTION, async (route) => {
      await confirmed.promise;
      await (failure === "an error" ? route.fulfill({ status: 503, json: {} }) : route.abort());
    });
    const warning = page.waitForEvent("console", (message) => message.text().startsWith("review request:"));
    await atCheckout(page, shop, known, cartLine(await goods()));
    await confirmButton(page).click();
    await expect(page).toHaveURL("/order-confirmation");
    const orders = await ordersOf(shop, known);
    expect(orders).toHaveLength(1);
    await expectConfirmed(page, orders[0]);
    confirmed.resolve();
    expect((await warning).type()).toBe("warning");
    await expect(page.getByRole("region", { name: "Notifications" }).getByRole("alert")).toHaveCount(0);
    forgive(pageErrors, /send-review-request/);
  });
}
