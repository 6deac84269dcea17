/** Orders as browsers send them: the same one again until it is answered; and what the database has of them. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createOrderBody, type OrderedProduct } from "#harness/orders.ts";
import { toVisitorAddress } from "#harness/visitor-address.ts";
import type { Customer, DrillProduct, Shop } from "./drill-shop.ts";
import { HANG_MS, type LightAnswer } from "./light-get.ts";
import { expectSame } from "./report.ts";

const SHIPPING_FEE = 2000;
/** The pause after an answer that names none, or none at all. */
const RETRY_MS = 1000;

export interface SentOrder {
  id: string;
  body: string;
  customer: Customer;
  number: number;
}

export interface Answer extends LightAnswer {
  code: string;
}

export function createOrder(
  number: number,
  customer: Customer,
  products: readonly (OrderedProduct & { quantity?: number })[],
): SentOrder {
  const id = randomUUID();
  const body = createOrderBody(id, products, { shipping: SHIPPING_FEE, customer: number % 10_000 });
  return { id, body, customer, number };
}

/** Throws when it is not answered in time. */
export async function sendOrder(
  { url, anonKey }: Pick<Shop, "url" | "anonKey">,
  order: SentOrder,
): Promise<Answer> {
  try {
    const response = await fetch(`${url}/rest/v1/orders`, {
      method: "POST",
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${order.customer.token}`,
        "content-type": "application/json",
        "x-forwarded-for": toVisitorAddress(order.number),
      },
      body: order.body,
      signal: AbortSignal.timeout(HANG_MS),
    });
    const text = await response.text();
    const { code }: { code?: string } = text.startsWith("{") ? JSON.parse(text) : {};
    return { status: response.status, code: code ?? "", retryAfter: response.headers.get("retry-after") };
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") {
      throw new Error(`The order ${order.id} was not answered within ${HANG_MS / 1000} s`);
    }
    return { status: 0, code: "", retryAfter: null };
  }
}

/** It was stored now, or before an answer that was lost. */
export const isPlaced = ({ status, code }: Answer) => status === 201 || (status === 409 && code === "23505");

/** Sends it until it is placed, or refused for good. `onAnswer` is called with each answer and its milliseconds. */
async function placeOrder(
  shop: Pick<Shop, "url" | "anonKey">,
  order: SentOrder,
  onAnswer: (answer: Answer, milliseconds: number) => void,
): Promise<Answer> {
  for (;;) {
    const start = performance.now();
    const answer = await sendOrder(shop, order);
    onAnswer(answer, performance.now() - start);
    if (answer.status === 401 && order.customer.renew) {
      await order.customer.renew();
      continue;
    }
    if (isPlaced(answer) || (answer.status >= 400 && answer.status < 500)) return answer;
    await sleep(answer.retryAfter === null ? RETRY_MS : Number(answer.retryAfter) * 1000);
  }
}

/** Orders of three lines that arrive at a rate until `stop`. */
export function startOrders(
  shop: Pick<Shop, "url" | "anonKey">,
  { customers, products, perSecond }: { customers: Customer[]; products: DrillProduct[]; perSecond: number },
) {
  const acknowledged: SentOrder[] = [];
  let longest = 0;
  const answers = new Map<string, number>();
  const times: number[] = [];
  const refused: Answer[] = [];
  /** Those that are sent again. */
  const failed: Answer[] = [];
  const pending = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let number = 0;
  const waitUntil = async (isDone: () => boolean) => {
    while (!isDone()) {
      if (failures.length > 0) throw failures[0];
      await sleep(5);
    }
  };
  const timer = setInterval(() => {
    const customer = customers[number % customers.length];
    if (!customer) throw new Error("no customers");
    const lines = [0, 1, 2].map((line) => products[(number * 7 + line * 5) % products.length]);
    const order = createOrder(
      number++,
      customer,
      [...new Set(lines)].filter((product) => product !== undefined),
    );
    const sent: Promise<void> = placeOrder(shop, order, (answer, milliseconds) => {
      longest = Math.max(longest, milliseconds);
      const name = answer.status === 0 ? "none" : `${answer.status} ${answer.code}`.trim();
      answers.set(name, (answers.get(name) ?? 0) + 1);
      if (answer.status >= 500) failed.push(answer);
    })
      .then((answer) => {
        if (isPlaced(answer)) {
          acknowledged.push(order);
          times.push(performance.now());
        } else refused.push(answer);
      })
      .catch((error: unknown) => void failures.push(error))
      .finally(() => pending.delete(sent));
    pending.add(sent);
  }, 1000 / perSecond);
  return {
    acknowledged,
    /** Resolves when an order has been acknowledged after this moment, to the milliseconds since then. */
    waitForAcknowledgement: async (since: number) => {
      await waitUntil(() => (times.at(-1) ?? 0) > since);
      return (times.find((time) => time > since) ?? 0) - since;
    },
    /** Resolves when at most so many orders wait for their answer. */
    waitForBacklog: (most: number) => waitUntil(() => pending.size <= most),
    /** Resolves when every order has its answer. */
    stop: async () => {
      clearInterval(timer);
      await Promise.all(pending);
      if (failures.length > 0) throw failures[0];
      expectSame("orders that were refused", refused, []);
      const counts = [...answers].map(([name, count]) => `${count} × ${name}`).join(", ");
      return { answers: counts, longest, failed };
    },
  };
}

/**
 * The database has exactly these orders, each once and whole, and what they took is missing in the stock and stands in
 * its ledger. Returns what was found.
 */
export async function checkOrders(
  shop: Pick<Shop, "withDatabase">,
  orders: readonly SentOrder[],
  initialStock: number,
): Promise<string> {
  return shop.withDatabase(async (sql) => {
    const stored = await sql<{ id: string; total: number; lines: number }[]>`
      select o.id, o.total_amount as total, count(i.*)::integer as lines
      from public.orders o left join public.order_items i on i.order_id = o.id group by o.id`;
    const sent = new Map(
      orders.map(({ id, body }) => {
        const { total_amount, payment_info }: { total_amount: number; payment_info: { items: unknown[] } } =
          JSON.parse(body);
        return [id, { total: total_amount, lines: payment_info.items.length }];
      }),
    );
    const ids = new Set(stored.map(({ id }) => id));
    expectSame(
      "acknowledged orders that are lost",
      [...sent.keys()].filter((id) => !ids.has(id)),
      [],
    );
    expectSame(
      "orders that nobody sent",
      [...ids].filter((id) => !sent.has(id)),
      [],
    );
    expectSame(
      "orders that are not as they were sent",
      stored.filter(({ id, total, lines }) => {
        const order = sent.get(id);
        return order?.total !== total || order.lines !== lines;
      }),
      [],
    );
    const wrongStocks = await sql`
      select p.id, p.stock, sold.pieces, ledger.pieces as ledger
      from public.products p
      cross join lateral (
        select coalesce(sum(i.quantity), 0)::integer as pieces from public.order_items i where i.product_id = p.id
      ) sold
      cross join lateral (
        select coalesce(sum(e.quantity), 0)::integer as pieces from private.stock_entries e where e.product_id = p.id
      ) ledger
      where p.stock <> ${initialStock} - sold.pieces or p.stock <> ledger.pieces`;
    expectSame("products whose stock is wrong", [...wrongStocks], []);
    const [row] = await sql<{ pieces: number }[]>`
      select coalesce(sum(quantity), 0)::integer as pieces from public.order_items`;
    return `${stored.length} orders, each once; ${row?.pieces ?? 0} pieces missing in the stock and in its ledger`;
  });
}
