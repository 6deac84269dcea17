/**
 * The clock of the shop's process is set apart from that of its database, and back, under orders: as on a machine whose
 * clock is wrong beside a database that has the right time.
 */
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#backend/core/database/database.ts";
import {
  addCustomers,
  addProducts,
  addShoppers,
  type Customer,
  type DrillShop,
  openDrillShop,
} from "./support/drill-shop.ts";
import { startMailSink } from "./support/mail-sink.ts";
import { checkOrders, startOrders } from "./support/orders.ts";
import { createProbe } from "./support/probe.ts";
import { type Drill, expectSame, getSize, toSeconds } from "./support/report.ts";
import { openSockets } from "./support/sockets.ts";

const STOCK = 1_000_000;
const SOCKETS = 30;
/** How long an ended session may still read (backend/rest/session-checks.ts), and a moment. */
const SESSION_END_MS = 32_000;
const SET_MS = 500;

export const clock: Drill = {
  title: "the clock of the shop set back and forward under orders",
  sizes: { times: 10, minutes: 60, rate: 10 },
  run: async (sizes, print) => {
    const offset = getSize(sizes, "minutes") * 60_000;
    const steps = Array.from(
      { length: getSize(sizes, "times") },
      (_, time) => [-offset, 0, offset, 0][time % 4] ?? 0,
    );
    const probe = createProbe();
    const sink = await startMailSink();
    const shop = await openDrillShop(tmpdir(), {
      ...probe.env,
      SMTP_URL: sink.url,
      MAIL_FROM: "boutique@exemple.bf",
      AUTH_EMAIL_CONFIRM: "0",
    });
    try {
      await addCustomers(shop, 1);
      const customers = await addShoppers(shop, 20);
      const products = await addProducts(shop, 20, STOCK);
      const sockets = await openSockets(shop, SOCKETS);
      const orders = startOrders(shop, { customers, products, perSecond: getSize(sizes, "rate") });
      const recoveries: number[] = [];
      for (const step of steps) {
        const [leaving] = await addShoppers(shop, 1);
        if (!leaving) throw new Error("no shopper");
        expectSame("a read of a customer", await readOrders(shop, leaving), 200);
        const marker = randomUUID();
        probe.setClock(step);
        await sleep(SET_MS);
        recoveries.push(await orders.waitForAcknowledgement(performance.now()));
        await shop.withDatabase(async (sql) => {
          await sql`delete from auth.sessions where user_id = ${leaving.id}`;
          await sql`update public.shop_settings set address = ${marker}`;
        });
        await sleep(SESSION_END_MS);
        const page = await fetch(`${shop.url}/`);
        expectSame("the page shows the change", (await page.text()).includes(marker), true);
        expectSame("the age of the page", Number(page.headers.get("age") ?? 0) < 0, false);
        expectSame("an ended session reads", await readOrders(shop, leaving), 401);
      }
      const { answers, longest } = await orders.stop();
      print(
        `did: set the clock ${steps.length} times, to ${steps.map((step) => step / 60_000).join(", ")} minutes from that of the database`,
      );
      print(
        `acknowledged: ${orders.acknowledged.length} orders, answers ${answers}, the slowest answer after ${toSeconds(longest)}`,
      );
      print(`the next order after a step: longest ${toSeconds(Math.max(...recoveries))}`);
      print(`found: ${await checkOrders(shop, orders.acknowledged, STOCK)}`);
      const mails = await shop.withDatabase(waitForMails);
      const twins = [...sink.arrivals.values()].filter((times) => times > 1);
      print(`mails: ${mails} owed, ${sink.arrivals.size} arrived`);
      expectSame("mails that arrived", [sink.arrivals.size, twins], [mails, []]);
      print(`sockets: ${sockets.interruptions.length} interruptions of ${SOCKETS}`);
      expectSame(
        "sockets that were interrupted",
        [sockets.interruptions.length, sockets.countLost()],
        [0, 0],
      );
      const foreign = await shop.withDatabase((sql) => listForeignTimes(sql, offset / 2));
      print(`times in the database by the clock of the process: ${foreign.join(", ") || "none"}`);
      expectSame(
        "times of the shop's own tables by the clock of the process",
        foreign.filter((column) => /^(public|private)\./.test(column)),
        [],
      );
      await sockets.stop();
    } finally {
      await shop.stop();
      await Promise.all([sink.stop(), probe.stop()]);
    }
  },
};

/** Of one customer, with the token that they have: a browser would renew it after a 401. */
async function readOrders(shop: DrillShop, { token }: Customer): Promise<number> {
  const headers = { apikey: shop.anonKey, authorization: `Bearer ${token}` };
  const response = await fetch(`${shop.url}/rest/v1/orders?select=id`, { headers });
  await response.arrayBuffer();
  return response.status;
}

/** Returns how many there were. */
async function waitForMails(sql: Sql): Promise<number> {
  for (;;) {
    const [mails] = await sql<{ all: number; waiting: number }[]>`
      select count(*)::integer as all, count(*) filter (where sent_at is null and failed_at is null)::integer as waiting
      from public.mails`;
    if (mails?.waiting === 0) return mails.all;
    await sleep(500);
  }
}

/** The columns with times that the database's clock has not reached, and that are no end of something. */
async function listForeignTimes(sql: Sql, milliseconds: number): Promise<string[]> {
  const columns = await sql<{ name: string; table: string; column: string }[]>`
    select format('%s.%s.%s', table_schema, table_name, column_name) as name,
      format('%I.%I', table_schema, table_name) as table, format('%I', column_name) as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where data_type = 'timestamp with time zone' and table_type = 'BASE TABLE'
      and table_schema in ('public', 'private', 'auth', 'storage', 'realtime')
      and column_name !~ '(until|expires|not_after|next_|ends|due|_end$)'`;
  const found: string[] = [];
  for (const { name, table, column } of columns) {
    const rows = await sql.unsafe(
      `select from ${table} where ${column} > now() + make_interval(secs => ${milliseconds / 1000}) limit 1`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
