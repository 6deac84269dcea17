/** Copies of the shop behind a balancer under a load of orders: one is killed again and again, one is paused. */
import { setTimeout as sleep } from "node:timers/promises";
import { openCopies } from "./support/copies.ts";
import { addCustomers, addProducts } from "./support/drill-shop.ts";
import { startMailSink } from "./support/mail-sink.ts";
import { checkOrders, startOrders } from "./support/orders.ts";
import { type Drill, expectSame, getSize, toMedian, toSeconds } from "./support/report.ts";
import { openSockets } from "./support/sockets.ts";

const STOCK = 1_000_000;
const KILL_INTERVAL_MS = 10_000;
const RESTART_PAUSE_MS = 1_000;
const PAUSE_MS = 20_000;
const SOCKETS = 30;
/** How many mails a copy sends at the same time: those may have arrived when it is killed, and arrive again. */
const MAILS_IN_FLIGHT = 3;
const MAILS_TIMEOUT_MS = 180_000;

export const copies: Drill = {
  title: "copies behind a balancer, killed and paused under orders",
  sizes: { copies: 3, kills: 30, rate: 20 },
  run: async (sizes, print) => {
    const [count, kills, perSecond] = [
      getSize(sizes, "copies"),
      getSize(sizes, "kills"),
      getSize(sizes, "rate"),
    ];
    const sink = await startMailSink();
    const shop = await openCopies(count, { SMTP_URL: sink.url, MAIL_FROM: "boutique@exemple.bf" });
    try {
      const customers = await addCustomers(shop, 200);
      const products = await addProducts(shop, 20, STOCK);
      const sockets = await openSockets(shop, SOCKETS);
      const orders = startOrders(shop, { customers, products, perSecond });
      for (let kill = 0; kill < kills; kill++) {
        await sleep(KILL_INTERVAL_MS);
        const victim = shop.copies[kill % count];
        victim?.signal("SIGKILL");
        await sleep(RESTART_PAUSE_MS);
        await victim?.start();
      }
      shop.copies[0]?.signal("SIGSTOP");
      await sleep(PAUSE_MS);
      shop.copies[0]?.signal("SIGCONT");
      await sleep(KILL_INTERVAL_MS);
      const { answers, longest } = await orders.stop();
      print(`did: ${kills} kills and one pause of ${toSeconds(PAUSE_MS)} of ${count} copies`);
      print(
        `acknowledged: ${orders.acknowledged.length} orders, answers ${answers}, the slowest answer after ${toSeconds(longest)}`,
      );
      print(`found: ${await checkOrders(shop, orders.acknowledged, STOCK)}`);
      const owed = await shop.withDatabase(async (sql) => {
        const end = performance.now() + MAILS_TIMEOUT_MS;
        for (;;) {
          const [mails] = await sql<{ all: number; waiting: number }[]>`
            select count(*)::integer as all, count(*) filter (where sent_at is null)::integer as waiting
            from public.mails`;
          if (mails?.waiting === 0 || performance.now() > end) return mails;
          await sleep(500);
        }
      });
      const twins = [...sink.arrivals.values()].filter((times) => times > 1);
      print(
        `mails: ${owed?.all} owed, ${sink.arrivals.size} arrived, ${twins.length} of them again under the same Message-ID after a kill`,
      );
      expectSame("mails that still wait", owed?.waiting, 0);
      expectSame("mails that arrived", sink.arrivals.size, owed?.all);
      expectSame("more twins than mails in flight at kills", twins.length > kills * MAILS_IN_FLIGHT, false);
      const { interruptions } = sockets;
      print(
        `sockets: ${interruptions.length} interruptions, back after ${toSeconds(toMedian(interruptions))} (median), ${toSeconds(Math.max(...interruptions))} (longest)`,
      );
      expectSame("sockets without their channel", sockets.countLost(), 0);
      await sockets.stop();
    } finally {
      await shop.stop();
      await sink.stop();
    }
  },
};
