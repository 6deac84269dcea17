/**
 * What the tests of reviews start from: reviews of a product, customers who bought it, the link that asks them, and
 * an administrator who publishes.
 */
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { createUser } from "../../../backend/auth/accounts.ts";
import { loadKeys } from "../../../backend/core/keys.ts";
import type { Shop } from "../../support/shop.ts";
import type { Customer } from "./fixtures.ts";
import { type Goods, signInOver } from "./shopper.ts";

export {
  asSession,
  expect,
  expectLogged,
  forgive,
  type Goods,
  hold,
  remember,
  signInOver,
  test,
} from "./shopper.ts";
export { fresh, settled } from "./storefront.ts";

/** The browser's requests for reviews, votes and links. */
export const REVIEWS = /\/rest\/v1\/product_reviews/;
export const VOTES = /\/rest\/v1\/review_votes/;
export const VALIDATE = /\/rest\/v1\/rpc\/validate_review_token/;
export const MARK = /\/rest\/v1\/rpc\/mark_review_token_used/;

interface ReviewValues {
  rating?: number;
  title?: string | null;
  comment?: string;
  name?: string;
  is_published?: boolean;
  is_verified?: boolean;
  helpful_count?: number;
  created_at?: string;
}

/** A review as somebody wrote it earlier; its id. */
export async function addReview(shop: Shop, goods: Goods, values: ReviewValues = {}): Promise<string> {
  const id = randomUUID();
  const row = {
    id,
    product_id: goods.id,
    rating: 4,
    comment: "Un bon outil, je le garde.",
    name: "Salif",
    email: "salif@exemple.bf",
    is_published: true,
    ...values,
  };
  await shop.sql`insert into product_reviews ${shop.sql(row)}`;
  return id;
}

/** What the database holds of a product's reviews, oldest first. */
export function reviewsOf(shop: Shop, goods: Goods) {
  return shop.sql<
    {
      id: string;
      name: string;
      email: string;
      title: string | null;
      comment: string;
      rating: number;
      is_published: boolean;
      is_verified: boolean;
      user_id: string | null;
      order_id: string | null;
      helpful_count: number;
    }[]
  >`
    select id, name, email, title, comment, rating::float, is_published, is_verified, user_id, order_id, helpful_count
    from product_reviews where product_id = ${goods.id} order by created_at, id`;
}

/** The customer orders one piece, and the shop delivers it; the order's id. */
export async function deliver(shop: Shop, customer: Customer, goods: Goods): Promise<string> {
  const id = randomUUID();
  const { access_token } = await signInOver(shop, customer);
  const { id: goodsId, name, price } = goods;
  const [settings] = await shop.sql<{ shipping_fee: number }[]>`select shipping_fee from shop_settings`;
  await callRest(shop, access_token, "orders", "POST", {
    id,
    customer_name: "Fatou Sawadogo",
    customer_email: customer.email,
    customer_phone: "+22676543210",
    total_amount: price + (settings?.shipping_fee ?? 0),
    items_count: 1,
    status: "pending",
    shipping_address: { address: "Patte d'Oie", city: "Ouagadougou", postalCode: "", phone: "+22676543210" },
    payment_info: { method: "cod", items: [{ id: goodsId, name, price, quantity: 1, image: null }] },
  });
  await shop.sql`update orders set status = 'completed' where id = ${id}`;
  return id;
}

interface Link {
  token: string;
  orderId: string;
}

/** A link that asks this customer for a review, with a token that the test knows. */
export async function sendLink(shop: Shop, customer: Customer, goods: Goods): Promise<Link> {
  const orderId = await deliver(shop, customer, goods);
  const token = randomUUID();
  await shop.sql`
    insert into review_requests (order_id, product_id, customer_email)
    values (${orderId}, ${goods.id}, ${customer.email}) on conflict do nothing`;
  await shop.sql`
    update review_requests
    set token_hash = sha256(convert_to(${token}, 'UTF8')), expires_at = now() + interval '1 day'
    where order_id = ${orderId}`;
  return { token, orderId };
}

/** Publishes as the back office does: over the API, with an administrator's token. */
export async function publish(shop: Shop, reviewId: string): Promise<void> {
  const administrator = { email: `admin-${randomUUID()}@exemple.bf`, password: "mot-de-passe-1" };
  const { id } = await createUser(shop.sql, { ...administrator, confirmed: true });
  await shop.sql`
    insert into admin_users ${shop.sql({ id, name: "Direction", email: administrator.email })}`;
  const { access_token } = await signInOver(shop, administrator);
  await callRest(shop, access_token, `product_reviews?id=eq.${reviewId}`, "PATCH", { is_published: true });
}

async function callRest(shop: Shop, token: string, path: string, method: string, body: object) {
  const { anonKey } = await loadKeys(shop.dataDir);
  const response = await fetch(`${shop.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      prefer: "return=minimal",
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}

export const productPath = ({ slug }: Goods) => `/product/${slug}`;

/** The product's writing tab, as the address of its own leads to it. */
export const writingPath = ({ slug }: Goods) => `/product/${slug}#donner-mon-avis`;

/** The form's fields, on whichever page it stands. */
export function formOf(page: Page) {
  const main = page.getByRole("main");
  return {
    stars: main.getByRole("group", { name: "Votre note" }).getByRole("radio"),
    name: main.getByLabel("Nom", { exact: true }),
    email: main.getByLabel("Email"),
    title: main.getByLabel("Titre"),
    comment: main.getByRole("textbox", { name: "Votre avis" }),
    send: main.getByRole("button", { name: /^(Envoyer mon avis|Envoi en cours...)$/ }),
  };
}

export const toasts = (page: Page): Locator =>
  page.getByRole("region", { name: "Notifications" }).getByRole("listitem");

export const reviewTabs = (page: Page): Locator =>
  page.getByRole("tablist", { name: "Avis des clients" }).getByRole("tab");
