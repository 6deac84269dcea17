/**
 * The attacks of one hostile visitor with a script, each at the strength at which it once worked, repeated until it
 * is told to stop. Attackers come from networks of their own, which no shopper shares.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import type { Sql } from "#backend/core/database/database.ts";
import { createOrderBody } from "#harness/orders.ts";
import type { Attack, AttackedShop, AttackInit, Send } from "./attack.ts";
import { listHttp2Attacks } from "./http2-attacks.ts";
import { readCatalog, type ShopCatalog } from "./shoppers.ts";

const VICTIM = "victime@exemple.bf";
const STRONG_PASSWORD = "une phrase que personne ne devine";
const PAUSE_MS = 1000;
/** Each takes all the time that a visitor's statement has. */
const SLOW_PATTERN = `match.${encodeURIComponent("((a?){30}){30}b")}`;
const SLOW_WORDS = `fts.${Array.from({ length: 2500 }, (_, index) => `m${index}`).join("|")}`;

/** Repeats an attack until the signal is aborted. Resolves to the number of answers by their status. */
export async function repeatAttack(
  shop: AttackedShop,
  attack: Attack,
  signal: AbortSignal,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const count = (status: number) => {
    if (!signal.aborted) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const send: Send = async (address, path, init = {}) => {
    signal.throwIfAborted();
    const headers = { apikey: shop.anonKey, "x-forwarded-for": address, ...init.headers };
    const { isDropped, ...rest } = init;
    const answer = await (isDropped
      ? readStatus(shop.url + path, headers, signal)
      : fetch(shop.url + path, { ...rest, headers, signal }).then(async (response) => ({
          status: response.status,
          body: await response.text(),
        }))
    ).catch(() => ({ status: 0, body: "" }));
    count(answer.status);
    return answer;
  };
  while (!signal.aborted) {
    await attack.run(send, signal, count).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    await sleep(PAUSE_MS, null, { signal }).catch(() => {});
  }
  return statuses;
}

async function readStatus(url: string, headers: Record<string, string>, signal: AbortSignal) {
  const request = get(url, { headers: { ...headers, "accept-encoding": "br, gzip" }, signal });
  const [response]: IncomingMessage[] = await once(request, "response");
  if (!response) return { status: 0, body: "" };
  await once(response.resume(), "end");
  return { status: response.statusCode ?? 0, body: "" };
}

/** Prepares what the attacks need to know of the shop: its products, a review and an uploaded image. */
export async function listAttacks(shop: AttackedShop, sql: Sql): Promise<Attack[]> {
  const catalog = await readCatalog(sql);
  const reviewId = await findReview(sql, catalog);
  const image = await uploadImage(shop);
  return [
    { name: "orders of the whole stock", run: (send) => emptyStock(send, sql, catalog) },
    { name: "letters to a victim", run: (send) => sendLetters(send, sql, catalog) },
    { name: "deep embeds", run: sendDeepEmbeds },
    {
      name: "an image in 130 sizes",
      run: (send) =>
        sendAll(130, (index) =>
          send(toAddress(4, 0), `${image}?width=${100 + index * 7}&quality=${60 + (index % 40)}&format=avif`),
        ),
    },
    {
      name: "reads until they are cancelled",
      run: (send) =>
        sendAll(40, (index) =>
          send(
            toAddress(10, 0),
            `/rest/v1/products?select=id&description=${index % 2 ? SLOW_PATTERN : SLOW_WORDS}`,
          ),
        ),
    },
    {
      name: "240 sign-ins",
      run: (send) =>
        sendAll(240, (index) =>
          send(
            toAddress(5, index % 8),
            "/auth/v1/token?grant_type=password",
            post({ email: `nobody-${index}@exemple.bf`, password: `${STRONG_PASSWORD} ${index}` }),
          ),
        ),
    },
    {
      name: "330 recoveries",
      run: (send) =>
        sendAll(330, (index) =>
          send(toAddress(6, index % 12), "/auth/v1/recover", post({ email: `${randomUUID()}@exemple.bf` })),
        ),
    },
    {
      name: "unknown page parameters",
      run: (send) =>
        sendAll(200, (index) =>
          send(toAddress(7, 0), `/${index % 2 ? "products" : ""}?${randomUUID()}=1`, { isDropped: true }),
        ),
    },
    {
      name: "votes and reviews by the 500",
      run: (send) => sendVotesAndReviews(send, catalog, reviewId),
    },
    {
      name: "40 files for quotes",
      run: (send) =>
        sendAll(40, () =>
          send(toAddress(9, 0), `/storage/v1/object/quotes/file/${randomUUID()}/plan.pdf`, {
            method: "POST",
            headers: { "content-type": "application/pdf" },
            body: "%PDF-1.7\n%%EOF\n",
          }),
        ),
    },
    ...listHttp2Attacks(shop),
  ];
}

/** An address of an attack's own: networks of an attack differ, and those of two attacks too. */
function toAddress(attack: number, network: number): string {
  return `203.${attack}.${network}.66`;
}

function sendAll<T>(count: number, send: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => send(index)));
}

function post(body: unknown, token?: string): AttackInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  };
}

/** A throw-away account; its token is empty when the shop refuses it. */
async function signUp(send: Send, address: string): Promise<string> {
  const email = `jetable-${randomUUID()}@exemple.bf`;
  const { body } = await send(address, "/auth/v1/signup", post({ email, password: STRONG_PASSWORD }));
  return /"access_token":"(?<token>[^"]+)"/.exec(body)?.groups?.token ?? "";
}

/** Three orders of 100 lines, each with all that there is. */
async function emptyStock(send: Send, sql: Sql, { products, shippingFee }: ShopCatalog): Promise<void> {
  const address = toAddress(1, 0);
  const token = await signUp(send, address);
  const stocks = await sql<{ id: string; stock: number }[]>`
    select id, stock from public.products where stock > 0 and not has_variants`;
  const left = new Map(stocks.map(({ id, stock }) => [id, stock]));
  const lines = products.flatMap((product) => {
    const quantity = left.get(product.id);
    return quantity === undefined ? [] : [{ ...product, quantity }];
  });
  for (let order = 0; order < 3; order++) {
    const body = createOrderBody(randomUUID(), lines.slice(order * 100, order * 100 + 100), {
      shipping: shippingFee,
      customer: order,
    });
    await send(address, "/rest/v1/orders", post(JSON.parse(body), token));
  }
}

/** Orders in the victim's name, changes of address to the victim, and messages to a technician in one request. */
async function sendLetters(send: Send, sql: Sql, { products, shippingFee }: ShopCatalog): Promise<void> {
  const address = toAddress(2, 0);
  const token = await signUp(send, address);
  const [cheapest] = products.toSorted((one, other) => one.price - other.price);
  if (!cheapest) return;
  for (let order = 0; order < 25; order++) {
    const body = createOrderBody(randomUUID(), [cheapest], {
      shipping: shippingFee,
      customer: order,
      email: VICTIM,
    });
    await send(address, "/rest/v1/orders", post(JSON.parse(body), token));
  }
  for (let change = 0; change < 25; change++) {
    await send(address, "/auth/v1/user", {
      ...post({ email: `victime+${randomUUID()}@exemple.bf` }, token),
      method: "PUT",
    });
  }
  const [technician] = await sql<{ id: string }[]>`select id from public.technician_profiles limit 1`;
  const message = {
    technician_id: technician?.id,
    name: "Votre compte sera suspendu. Confirmez ici",
    email: VICTIM,
    phone: "70112233",
    message: "Confirmez votre compte avant ce soir, sinon il sera suspendu.",
  };
  await send(address, "/rest/v1/messages", post(new Array(750).fill(message)));
}

/** Forty connections that ask for seven pairs of embeds, and one that asks for 99 beside each other. */
async function sendDeepEmbeds(send: Send, signal: AbortSignal): Promise<void> {
  const pairs = 7;
  const deep = `${"category:categories(id,products(id,".repeat(pairs)}name${"))".repeat(pairs)}`;
  const wide = Array.from({ length: 99 }, (_, index) => `e${index}:categories(*)`).join(",");
  const ask = async (select: string) => {
    for (let request = 0; request < 3 && !signal.aborted; request++) {
      await send(toAddress(3, 0), `/rest/v1/products?select=${encodeURIComponent(select)}`);
    }
  };
  await Promise.all([...Array.from({ length: 40 }, () => ask(deep)), ask(`id,${wide}`)]);
}

async function sendVotesAndReviews(send: Send, { products }: ShopCatalog, reviewId: string): Promise<void> {
  const address = toAddress(8, 0);
  const votes = Array.from({ length: 500 }, () => ({ review_id: reviewId, device_id: randomUUID() }));
  await send(address, "/rest/v1/review_votes", post(votes));
  const token = await signUp(send, address);
  const reviews = Array.from({ length: 500 }, (_, index) => ({
    product_id: products[index % products.length]?.id,
    name: "Un client",
    email: "client@exemple.bf",
    comment: `Un avis qui n'apprend rien à personne, le numéro ${index} ${randomUUID()}.`,
  }));
  await send(address, "/rest/v1/product_reviews", post(reviews, token));
  await sendAll(100, () =>
    send(address, "/rest/v1/review_votes", post({ review_id: reviewId, device_id: randomUUID() })),
  );
}

async function findReview(sql: Sql, { products }: ShopCatalog): Promise<string> {
  const [review] = await sql<{ id: string }[]>`
    insert into public.product_reviews (product_id, name, email, comment, is_published)
    values (${products[0]?.id ?? null}, 'Awa Traoré', 'awa@exemple.bf', 'Solide, et livré le jour même.', true)
    returning id`;
  return review?.id ?? "";
}

/** Uploads a photograph as an administrator's program does. Returns the path that transforms it. */
async function uploadImage({ url, dataDir }: AttackedShop): Promise<string> {
  const keys: { serviceRoleKey: string } = JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const create = { width: 1600, height: 1200, channels: 3, background: "teal", noise } as const;
  const path = `product-pictures/${randomUUID()}/${randomUUID()}.jpg`;
  const response = await fetch(`${url}/storage/v1/object/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${keys.serviceRoleKey}`, "content-type": "image/jpeg" },
    body: new Uint8Array(await sharp({ create }).jpeg().toBuffer()),
  });
  if (!response.ok) throw new Error(`The image could not be uploaded: ${response.status}.`);
  return `/storage/v1/render/image/public/${path}`;
}
