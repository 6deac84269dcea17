import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { StaffRole } from "#app/lib/supabase/database.types.ts";
import type { Sql } from "#backend/core/database.ts";
import { type Actor, createAnonymousActor, createCustomerActor, createStaffActor, getSqlState, runAs } from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { liftLimits } from "#tests/support/limits.ts";
import { createOrderInput, insertOrder } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let staff: Record<StaffRole, Actor>;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator", 20);
  await liftLimits(admin, "order");
  await admin`update public.limits set maximum = null where name in ('promo_codes')`;
  const hire = (role: StaffRole) => createStaffActor(admin, `${role}@example.com`, role);
  staff = { owner: await hire("owner"), manager: await hire("manager"), sales: await hire("sales"), stock: await hire("stock"), courier: await hire("courier") };
});
afterAll(() => database.drop());

const call = (actor: Actor, name: string, ...args: unknown[]) =>
  runAs(api, actor, (tx) =>
    tx.unsafe(
      `select * from public.${name}(${args.map((a, i) => `$${i + 1}${typeof a === "object" && a !== null ? "::text::jsonb" : ""}`).join(",")})`,
      args.map((a) => (typeof a === "object" && a !== null ? JSON.stringify(a) : a)) as never,
    ),
  );
const msg = async (p: Promise<unknown>) => { try { await p; return "ok"; } catch (e) { return `${(e as { code?: string }).code} ${(e as Error).message}`; } };
const ev = (actor: Actor, order_id: string, kind: string, data: object = {}) => call(actor, "record_order_event", { id: randomUUID(), order_id, kind, data });
const row = async (id: string) => (await admin`select * from public.orders where id=${id}`)[0] as Record<string, never> & { total_amount: number; paid_amount: number; credited_amount: number; shipping_amount: number; discount_amount: number; status: string; stage: string; promo_code: string | null; updated_at: Date };
const items = (id: string) => admin`select position,name,unit_price::int,quantity,discount_amount,returned_quantity,counted_in_quantity from public.order_items where order_id=${id} order by position`;
const change = (id: string, values: object, actor = staff.manager) => runAs(api, actor, async (tx) => {
  const [v] = await admin`select updated_at::text v from public.orders where id=${id}`;
  return tx`select * from public.change_order(${id}, ${v?.v}::text::timestamptz, ${tx.json({ id: randomUUID(), ...values })})`;
});
const split = (id: string, lines: object[]) => runAs(api, staff.manager, async (tx) => {
  const [v] = await admin`select updated_at::text v from public.orders where id=${id}`;
  const [r] = await tx`select * from public.split_order(${id}, ${v?.v}::text::timestamptz, ${tx.json({ id: randomUUID(), lines: lines as never })})`;
  return r as { id: string; total_amount: number; first_total: number };
});
async function web(actor: Actor, lines: { product: { id: string; name: string; price: number }; quantity: number }[], code?: string) {
  const input = { ...createOrderInput(lines), ...(code && { promo_code: code }) };
  for (let i = 0; i < 2; i += 1) {
    try { return await runAs(api, actor, (tx) => insertOrder(tx, input)); } catch (e) {
      const d = (e as { detail?: string; code?: string });
      if (d.code !== "YA001") throw e;
      input.total_amount = JSON.parse(d.detail ?? "{}").total;
    }
  }
  throw new Error("no");
}
const codeOf = async (v: object) => { const code = `Z${randomUUID().slice(0, 8).toUpperCase()}`; await admin`insert into public.promo_codes ${admin({ code, kind: "percent", percent: 10, ...v })}`; return code; };
let seed = 7;
const rnd = (n: number) => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % n; };
const newCustomer = () => createCustomerActor(admin, `${randomUUID()}@example.com`);
const ledger = () => admin`select i.name, i.stock, coalesce((select sum(s.quantity) from private.stock_entries s where s.product_id=i.product_id and s.variant_id is not distinct from i.variant_id),0)::int booked from public.sellable_items i where i.stock <> coalesce((select sum(s.quantity) from private.stock_entries s where s.product_id=i.product_id and s.variant_id is not distinct from i.variant_id),0)`;

it("random flows end to the franc", async () => {
  for (let n = 0; n < 40; n += 1) {
    const who = await newCustomer();
    const products = [];
    for (let k = 0; k < 1 + rnd(3); k += 1) products.push(await createProduct(admin, { price: 1 + rnd(9999), stock: 200 }));
    for (const p of products) if (rnd(2)) await admin`insert into public.price_breaks (product_id, minimum_quantity, price) values (${p.id}, 5, ${Math.max(1, p.price - 1 - rnd(p.price))})`;
    const kind = rnd(4);
    const code = kind === 0 ? undefined : await codeOf(kind === 1 ? { percent: 1 + rnd(89) } : kind === 2 ? { kind: "amount", percent: null, amount: 1 + rnd(5000) } : { kind: "free_delivery", percent: null });
    if (code) await runAs(api, who, (tx) => tx`select public.enter_promo_code(${code})`);
    const placed = await web(who, products.map((product) => ({ product, quantity: 1 + rnd(12) })), code);
    const ids = [placed.id];
    const uses = async () => code ? (await admin`select used_count::int u from public.promo_codes where code=${code}`)[0]?.u : null;
    // change quantities
    if (rnd(2)) { const ls = await items(placed.id); await change(placed.id, { items: ls.map((l) => ({ position: l.position, quantity: 1 + rnd(12) })) }); }
    { const o = await row(placed.id); const ls = await items(placed.id); const sub = ls.reduce((s, l) => s + l.unit_price * l.quantity, 0);
      expect(ls.reduce((s, l) => s + l.discount_amount, 0)).toBe(o.discount_amount);
      expect(o.total_amount).toBe(sub - o.discount_amount + o.shipping_amount);
      if (kind === 3) expect(o.shipping_amount).toBe(0); }
    if (rnd(2)) { const ls = await items(placed.id); const part = ls.map((l) => ({ position: l.position, quantity: rnd(l.quantity + 1) })).filter((l) => l.quantity > 0);
      const pieces = ls.reduce((s, l) => s + l.quantity, 0);
      if (part.length && part.reduce((s, l) => s + l.quantity, 0) < pieces) { const r = await split(placed.id, part); ids.push(r.id); expect(r.total_amount + r.first_total).toBeGreaterThan(0); } }
    let usesExpected = code ? 1 : null;
    for (const id of ids) {
      const what = rnd(3);
      if (what === 0) { await ev(staff.manager, id, "cancelled", { reason: "x" }); continue; }
      const o = await row(id); const ls = await items(id);
      const refused = what === 1 ? ls.map((l) => ({ position: l.position, quantity: rnd(l.quantity) })).filter((l) => l.quantity > 0) : [];
      if (refused.length) {
        const due = (await admin`select sum(private.get_line_credit(i, l.quantity))::int c from jsonb_to_recordset(${admin.json(refused as never)}) l(position int, quantity int) join public.order_items i on i.order_id=${id} and i.position=l.position`)[0]?.c;
        await ev(staff.manager, id, "partly_delivered", { cash: o.total_amount - due, lines: refused });
      } else await ev(staff.manager, id, "delivered", { cash: o.total_amount });
      let now = await row(id);
      expect([now.stage, now.status]).toEqual(["delivered", "completed"]);
      expect(now.paid_amount).toBe(now.total_amount - now.credited_amount);
      // returns one by one until nothing is kept
      for (let guard = 0; guard < 60; guard += 1) {
        const left = (await items(id)).filter((l) => l.quantity > l.returned_quantity);
        if (!left.length) break;
        const l = left[rnd(left.length)] as never as { position: number; quantity: number; returned_quantity: number };
        const q = 1 + rnd(l.quantity - l.returned_quantity);
        const ret = randomUUID();
        await call(staff.sales, "open_return", { id: ret, order_id: id, reason: "r", lines: [{ position: l.position, quantity: q }] });
        const a = rnd(q + 1);
        const dest = [{ position: l.position, quantity: a, destination: "stock" }, { position: l.position, quantity: q - a, destination: "loss" }].filter((x) => x.quantity > 0);
        await runAs(api, staff.stock, (tx) => tx`select public.receive_return(${ret}, ${tx.json(dest)}, ${guard === 0})`);
        now = await row(id);
        const refundable = now.paid_amount - (now.total_amount - now.credited_amount);
        if (refundable > 0) await call(staff.manager, "refund_order", { id: randomUUID(), order_id: id, amount: refundable, method: "cash" });
      }
      now = await row(id);
      expect([now.total_amount - now.credited_amount, now.paid_amount]).toEqual([0, 0]);
      const waiting = (await items(id)).filter((l) => l.counted_in_quantity < l.returned_quantity);
      if (waiting.length) await runAs(api, staff.stock, (tx) => tx`select public.count_in_return(${id}, ${randomUUID()}, ${tx.json(waiting.map((l) => ({ position: l.position, quantity: l.returned_quantity - l.counted_in_quantity, destination: "stock" })) as never)})`);
    }
    const all = await admin`select status, promo_code, discount_amount from public.orders where id = any(${ids})`;
    if (code) { const still = all.filter((o) => o.status !== "cancelled" && o.promo_code).length; usesExpected = still; expect(still).toBeLessThanOrEqual(1); expect([n, await uses()]).toEqual([n, usesExpected]); }
  }
  expect([...(await ledger())]).toEqual([]);
  const s = await runAs(api, staff.owner, (tx) => tx`select coalesce(sum(amount),0)::int a from public.sales_by_day(2)`);
  expect(s[0]?.a).toBe(0);
  const b = await runAs(api, staff.owner, (tx) => tx`select * from public.best_sellers(2, 50)`);
  expect(b).toHaveLength(0);
  const [bal] = await admin`select coalesce(sum(amount),0)::int a from private.list_cash_balances('infinity') where account='drawer'`;
  expect(bal?.a).toBe(0);
});

it("concurrent refunds, returns, changes, cancels", async () => {
  for (let n = 0; n < 10; n += 1) {
    const who = await newCustomer();
    const p = await createProduct(admin, { price: 1000 + rnd(500), stock: 50 });
    const o = await web(who, [{ product: p, quantity: 6 }]);
    const r = await Promise.all([
      msg(change(o.id, { items: [{ position: 1, quantity: 4 }] })),
      msg(split(o.id, [{ position: 1, quantity: 2 }])),
      msg(ev(staff.manager, o.id, "cancelled", { reason: "x" })),
      msg(ev(staff.sales, o.id, "prepared")),
    ]);
    const bad = r.filter((m) => /40P01|XX|23|42(?!501)/.test(m.slice(0, 5)));
    if (bad.length) console.log(r);
    expect(bad).toEqual([]);
  }
  const who = await newCustomer();
  const p = await createProduct(admin, { price: 1000, stock: 50 });
  const o = await web(who, [{ product: p, quantity: 6 }]);
  await ev(staff.manager, o.id, "delivered", { cash: 8000 });
  const opened = await Promise.all(Array.from({ length: 6 }, (_, i) => msg(call(i % 2 ? staff.sales : who, "open_return", { id: randomUUID(), order_id: o.id, reason: "r", lines: [{ position: 1, quantity: 2 }] }))));
  expect(opened.filter((m) => m === "ok")).toHaveLength(3);
  await admin`update public.order_returns set state='accepted' where order_id=${o.id}`;
  const rets = await admin`select id from public.order_returns where order_id=${o.id}`;
  await Promise.all(rets.flatMap((r) => [1, 2].map(() => msg(runAs(api, staff.stock, (tx) => tx`select public.receive_return(${r.id}, ${tx.json([{ position: 1, quantity: 2, destination: "stock" }])}, true)`)))));
  const now = await row(o.id);
  expect([now.credited_amount, now.shipping_amount]).toEqual([8000, 2000]);
  const refunds = await Promise.all(Array.from({ length: 5 }, () => msg(call(staff.manager, "refund_order", { id: randomUUID(), order_id: o.id, amount: 3000, method: "cash" }))));
  expect(refunds.filter((m) => m === "ok")).toHaveLength(2);
  const closings = await Promise.all([1, 2, 3].map(() => msg(runAs(api, staff.manager, async (tx) => { const [b] = await tx`select coalesce(sum(amount),0)::int a from public.cash_balances() where account='drawer'`; return tx`select * from public.close_drawer(current_date, ${b?.a}, null)`; }))));
  console.log(closings);
  expect(closings.filter((m) => m === "ok")).toHaveLength(1);
  expect([...(await ledger())]).toEqual([]);
});

it("price breaks and changes", async () => {
  const who = await newCustomer();
  const p = await createProduct(admin, { price: 5000, stock: 500 });
  await admin`insert into public.price_breaks (product_id, minimum_quantity, price) values (${p.id}, 10, 4300)`;
  const o = await web(who, [{ product: p, quantity: 12 }]);
  expect((await items(o.id))[0]?.unit_price).toBe(4300);
  await change(o.id, { items: [{ position: 1, quantity: 8 }] });
  expect((await items(o.id))[0]?.unit_price).toBe(5000);
  await change(o.id, { items: [{ position: 1, quantity: 10 }] });
  expect((await items(o.id))[0]?.unit_price).toBe(4300);
  const r = await split(o.id, [{ position: 1, quantity: 6 }]);
  expect((await items(r.id))[0]?.unit_price).toBe(4300);
  console.log("after split change 4->5", await msg(change(o.id, { items: [{ position: 1, quantity: 5 }] })), [...(await items(o.id))]);
});

it("variants and steps", async () => {
  const who = await newCustomer();
  const p = await createProduct(admin, { price: 5000, stock: 0 });
  await admin`insert into public.product_options (product_id, position, name, choices) values (${p.id}, 1, 'Ø', '{20,32}')`;
  const vs = await admin`insert into public.product_variants (product_id, position, choices, price, stock) values (${p.id},1,'{20}',5000,30),(${p.id},2,'{32}',7000,40) returning id, price`;
  const [a, b] = vs as never as { id: string; price: number }[];
  const o = await web(who, [{ product: { id: a!.id, name: "a", price: 5000 }, quantity: 3 }, { product: { id: b!.id, name: "b", price: 7000 }, quantity: 2 }]);
  const o2 = await web(who, [{ product: { id: a!.id, name: "a", price: 5000 }, quantity: 4 }]);
  await ev(staff.manager, o2.id, "delivered", { cash: 22000 });
  const save = (variants: object[], options: object[]) => runAs(api, staff.owner, (tx) => tx`select public.save_variants(${p.id}, null, ${tx.json(options as never)}, ${tx.json(variants as never)})`);
  await save([{ id: b!.id, choices: ["32"], price: 7000, stock: 38, stock_seen: 38 }], [{ name: "Ø", choices: ["32"] }]);
  console.log("change with removed variant", await msg(change(o.id, { items: [{ position: 1, quantity: 2 }, { position: 2, quantity: 2 }] })));
  console.log("split with removed", await msg(split(o.id, [{ position: 1, quantity: 1 }])));
  console.log("prepare", await msg(ev(staff.stock, o.id, "prepared")));
  const ret = randomUUID();
  await call(who, "open_return", { id: ret, order_id: o2.id, reason: "r", lines: [{ position: 1, quantity: 1 }] });
  await runAs(api, staff.sales, (tx) => tx`select public.decide_return(${ret}, true, null)`);
  console.log("return stock", await msg(runAs(api, staff.stock, (tx) => tx`select public.receive_return(${ret}, ${tx.json([{ position: 1, quantity: 1, destination: "stock" }])}, false)`)));
  console.log("return loss", await msg(runAs(api, staff.stock, (tx) => tx`select public.receive_return(${ret}, ${tx.json([{ position: 1, quantity: 1, destination: "loss" }])}, false)`)));
  // all options go
  await save([], []);
  console.log("stock after", (await admin`select stock, has_variants from public.products where id=${p.id}`)[0]);
  console.log("cancel", await msg(ev(staff.manager, o.id, "cancelled", { reason: "x" })));
  console.log("stock after cancel", (await admin`select stock, has_variants from public.products where id=${p.id}`)[0]);
  // steps
  const c = await createProduct(admin, { price: 600, stock: 100 });
  await admin`update public.products set unit='metre', step_size=1 where id=${c.id}`;
  const o3 = await web(who, [{ product: c, quantity: 10 }]);
  await admin`update public.products set step_size=0.5, price=300 where id=${c.id}`;
  console.log("stock 0.5", (await admin`select stock from public.products where id=${c.id}`)[0]);
  await change(o3.id, { items: [{ position: 1, quantity: 7 }] });
  console.log("after 10->7 m", (await admin`select stock from public.products where id=${c.id}`)[0], [...(await items(o3.id))]);
  const r = await split(o3.id, [{ position: 1, quantity: 3 }]);
  await ev(staff.manager, r.id, "cancelled", { reason: "x" });
  console.log("after cancel 3 m", (await admin`select stock from public.products where id=${c.id}`)[0]);
  await ev(staff.manager, o3.id, "delivered", { cash: (await row(o3.id)).total_amount });
  const r3 = randomUUID();
  await call(staff.sales, "open_return", { id: r3, order_id: o3.id, reason: "r", lines: [{ position: 1, quantity: 4 }] });
  await runAs(api, staff.stock, (tx) => tx`select public.receive_return(${r3}, ${tx.json([{ position: 1, quantity: 4, destination: "stock" }])}, false)`);
  console.log("after return 4 m (200)", (await admin`select stock from public.products where id=${c.id}`)[0]);
  expect([...(await ledger())]).toEqual([]);
});

it("sales, history, lowest price", async () => {
  const p = await createProduct(admin, { price: 10000, stock: 100 });
  await admin`update public.price_changes set changed_at = now() - interval '60 days' where product_id=${p.id}`;
  const sale = async (percent: number) => (await runAs(api, staff.owner, (tx) => tx`select id from public.save_sale(${tx.json({ name: "Solde", percent, starts_at: new Date(Date.now() - 1000).toISOString(), ends_at: new Date(Date.now() + 3_600_000).toISOString(), items: [{ item_id: p.id }] })})`))[0]?.id as string;
  const run = async () => { for (let i = 0; i < 20; i += 1) { const [r] = await admin`select private.run_sales() m`; if (!r?.m) break; } };
  const show = async () => (await admin`select price::int, old_price::int, discount::int, lowest_price::int from public.products where id=${p.id}`)[0];
  const id = await sale(20);
  await run();
  console.log("in sale", await show());
  const who = await newCustomer();
  const o = await web(who, [{ product: { ...p, price: 8000 }, quantity: 2 }]);
  await admin`update public.sales set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 second' where id=${id}`;
  await run();
  console.log("after sale", await show());
  await change(o.id, { items: [{ position: 1, quantity: 3 }] });
  console.log("line after sale", [...(await items(o.id))]);
  await sale(10);
  await run();
  console.log("second sale", await show());
});

it("numbers", async () => {
  const anon = await createAnonymousActor(admin);
  const anon2 = await createAnonymousActor(admin);
  const p = await createProduct(admin, { price: 1000, stock: 100 });
  const one = await web(anon, [{ product: p, quantity: 1 }]);
  const two = await web(anon2, [{ product: p, quantity: 2 }]);
  const seen = (a: Actor) => runAs(api, a, (tx) => tx`select id from public.orders`);
  expect((await seen(anon)).map((r) => r.id)).toEqual([one.id]);
  const owner = await newCustomer();
  await admin`update auth.users set phone='22670112233', phone_confirmed_at=now(), phone_change_sent_at=now() - interval '1 minute' where id=${owner.id}`;
  console.log("claimed", await call(owner, "claim_orders"));
  expect((await seen(owner)).length).toBe(2);
  console.log((await row(two.id)).customer_email);
  void getSqlState;
});
