/**
 * Pages, reads and orders arrive at a fixed rate, whether or not those before have been answered; then several times as
 * many. What the shop cannot serve it has to refuse, and what it serves must not become much slower.
 *
 * Who sends needs as much of the processor as who answers. `shop-cores` gives the shop so many cores of its own and the
 * drill the others, so that one machine can send more than the shop can serve; with 0 both share all of them.
 */
import { type Arrival, sendAtRate, toPercentile } from "#harness/arrivals.ts";
import { toVisitorAddress } from "#harness/visitor-address.ts";
import { countCores, moveToCores } from "./support/cores.ts";
import { addCustomers, addProducts, openDrillShop } from "./support/drill-shop.ts";
import { createLightGet, type LightAnswer } from "./support/light-get.ts";
import { checkOrders, createOrder, isPlaced, type SentOrder, sendOrder } from "./support/orders.ts";
import { type Drill, expectSame, getSize } from "./support/report.ts";

const STOCK = 100_000_000;
const WARM_UP_SECONDS = 10;

type Answer = Arrival<LightAnswer>;
type Send = (number: number) => Promise<LightAnswer>;

export const openLoad: Drill = {
  title: "an open load, and then several times as much",
  sizes: { pages: 300, reads: 500, orders: 50, seconds: 600, times: 5, "p99-ms": 250, "shop-cores": 0 },
  run: async (sizes, print) => {
    const [seconds, times] = [getSize(sizes, "seconds"), getSize(sizes, "times")];
    const shopCores = getSize(sizes, "shop-cores");
    if (shopCores > 0) await moveToCores(0, shopCores - 1);
    const shop = await openDrillShop();
    try {
      if (shopCores > 0) await moveToCores(shopCores, countCores() - 1);
      const customers = await addCustomers(shop, 2_000);
      const products = await addProducts(shop, 200, STOCK);
      const placed: SentOrder[] = [];
      const uncertain: SentOrder[] = [];
      let sent = 0;
      const get = createLightGet();
      const read = (path: string) => (number: number) =>
        get(shop.url + path, { apikey: shop.anonKey, "x-forwarded-for": toVisitorAddress(number) });
      const kinds: Record<string, Send> = {
        pages: read("/"),
        reads: read("/rest/v1/products?select=id,name,price,stock&order=name&limit=20"),
        orders: async () => {
          const number = sent++;
          const customer = customers[number % customers.length];
          if (!customer) throw new Error("no customers");
          const lines = [0, 1, 2].flatMap(
            (line) => products[(number * 7 + line * 67) % products.length] ?? [],
          );
          const order = createOrder(number, customer, lines);
          const answer = await sendOrder(shop, order);
          if (isPlaced(answer)) placed.push(order);
          else if (answer.status === 0 || answer.status >= 500) uncertain.push(order);
          return answer;
        },
      };
      const load = async (factor: number, duration: number) => {
        const answers = await Promise.all(
          Object.entries(kinds).map(
            async ([kind, send]) =>
              [kind, await sendAtRate(getSize(sizes, kind) * factor, duration, send)] as const,
          ),
        );
        return new Map(answers);
      };
      await load(1, WARM_UP_SECONDS);
      const usual = await load(1, seconds);
      const beyond = await load(times, seconds);
      for (const [kind, answers] of usual) {
        print(`${kind}, ${getSize(sizes, kind)} a second: ${describe(answers)}`);
        print(`${kind}, ${getSize(sizes, kind) * times} a second: ${describe(beyond.get(kind) ?? [])}`);
      }
      // Sent again, as a browser does: what was answered by an error may have been stored.
      for (const order of uncertain) {
        for (;;) {
          const answer = await sendOrder(shop, order);
          if (!isPlaced(answer)) continue;
          placed.push(order);
          break;
        }
      }
      print(`found: ${await checkOrders(shop, placed, STOCK)}`);
      for (const [kind, answers] of usual) {
        const served = toServed(answers);
        expectSame(`${kind} that were not served`, answers.length - served.length, 0);
        expectSame(
          `${kind}: the 99th percentile is beyond`,
          toPercentile(served, 0.99) > getSize(sizes, "p99-ms"),
          false,
        );
      }
      for (const [kind, answers] of beyond) {
        const untold = answers.filter((one) => !isServed(one) && one.answer.retryAfter === null);
        expectSame(`${kind} that were neither served nor told when to come back`, untold.slice(0, 3), []);
        const usualTime = toPercentile(toServed(usual.get(kind) ?? []), 0.99);
        expectSame(
          `${kind} that are served take more than twice the time`,
          toPercentile(toServed(answers), 0.99) > 2 * Math.max(usualTime, getSize(sizes, "p99-ms")),
          false,
        );
      }
    } finally {
      await shop.stop();
    }
  },
};

const isServed = ({ answer: { status } }: Answer) => status === 200 || status === 201;

const toServed = (answers: readonly Answer[]) =>
  answers.filter(isServed).map(({ milliseconds }) => milliseconds);

function describe(answers: readonly Answer[]): string {
  const served = toServed(answers);
  const refused = answers.filter((answer) => !isServed(answer));
  const [p50, p99] = [0.5, 0.99].map((share) => Math.round(toPercentile(served, share)));
  const refusals = new Map<number, number>();
  for (const {
    answer: { status },
  } of refused)
    refusals.set(status, (refusals.get(status) ?? 0) + 1);
  const counts = [...refusals].map(([status, count]) => `${count} × ${status || "no answer"}`).join(", ");
  const p99Refused = Math.round(
    toPercentile(
      refused.map(({ milliseconds }) => milliseconds),
      0.99,
    ),
  );
  return `${served.length} of ${answers.length} served, p50 ${p50} ms, p99 ${p99} ms${counts && `; ${counts}, p99 ${p99Refused} ms`}`;
}
