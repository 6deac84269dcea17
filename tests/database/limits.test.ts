/** The table of limits: the database's own token buckets, who a caller is, and who changes the limits. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { getClientAddress, getClientNetwork } from "#backend/core/client-network.ts";
import type { Sql } from "#backend/core/database/database.ts";
import { getErrorCode } from "#backend/core/errors.ts";
import { Limits } from "#backend/core/limits/limits.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { deleteOldRows, startLimits } from "#jobs/limits.ts";
import {
  type Actor,
  createAdministratorActor,
  createCustomerActor,
  runAs,
  visitor,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { waitForBlockedTransactions } from "#tests/support/wait-for-locks.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let customer: Actor;
let administrator: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
  customer = await createCustomerActor(admin, "awa@example.com");
  administrator = await createAdministratorActor(admin, "admin@example.com");
  await admin`
    insert into public.limits (name, audience, scope, label, maximum, period_seconds) values
      ('letters', 'everyone', 'account', 'Lettres', 3, 3600),
      ('pieces', 'everyone', 'line', 'Pièces', 100, null),
      ('unlimited', 'everyone', 'account', 'Sans limite', null, 3600)`;
});
afterAll(() => database.drop());

const take = async (name: string, key: string | null, cost = 1) => {
  try {
    await admin`select private.take_limit(${name}, 'everyone', 'account', ${key}, ${cost}::integer)`;
    return "taken";
  } catch (error) {
    if (getErrorCode(error) !== "PT429") throw error;
    return String(Reflect.get(Object(error), "detail"));
  }
};

test("a bucket allows its maximum, says how long to wait, and is each key's own", async () => {
  const taken = [];
  for (let n = 0; n < 4; n++) taken.push(await take("letters", "awa"));
  expect(taken.slice(0, 3)).toEqual(["taken", "taken", "taken"]);
  expect(taken[3]).toMatch(/^limit=letters\/everyone\/account retry=(1199|1200)$/);
  expect(await take("letters", "issa")).toBe("taken");
});

test("one taking of more than the maximum is refused without a time, and takes nothing", async () => {
  expect(await take("letters", "moussa", 4)).toBe("limit=letters/everyone/account");
  expect(await take("letters", "moussa", 3)).toBe("taken");
});

test("whether a limit allows something can be asked without an error, in the transaction of the one who asks", async () => {
  const attempt = async (name: string, key: string | null, cost = 1) => {
    const [row] = await admin`
      select private.try_limit(${name}, 'everyone', 'account', ${key}, ${cost}::integer) as wait`;
    return row?.wait;
  };
  const waits = [];
  for (let n = 0; n < 4; n++) waits.push(await attempt("letters", "rasmané"));
  expect(waits).toEqual([null, null, null, expect.toSatisfy((wait) => wait === 1199 || wait === 1200)]);
  expect(await attempt("letters", "rasmané", 4)).toBe(0);
  expect([await attempt("letters", null), await attempt("unlimited", "rasmané")]).toEqual([null, null]);
});

test("nothing is counted without a key, without a maximum, or without such a limit", async () => {
  for (let n = 0; n < 5; n++) {
    expect(await take("letters", null)).toBe("taken");
    expect(await take("unlimited", "awa")).toBe("taken");
    expect(await take("of another release", "awa")).toBe("taken");
  }
});

test("what a failed transaction took is given back", async () => {
  for (let n = 0; n < 4; n++) {
    await admin
      .begin(async (tx) => {
        await tx`select private.take_limit('letters', 'everyone', 'account', 'fatou')`;
        throw new Error("rolled back");
      })
      .catch(() => {});
  }
  expect(await take("letters", "fatou")).toBe("taken");
});

test("concurrent takings never exceed the maximum", async () => {
  const taken = await Promise.all(Array.from({ length: 12 }, () => take("letters", "everyone at once")));
  expect(taken.filter((result) => result === "taken")).toHaveLength(3);
});

test.each([["192.0.2.7"], ["::ffff:192.0.2.7"], ["2001:db8:1:2ff::9"], ["::1"], ["fd00:1:2:f3ff::1"]])(
  "the database and the gateway name the same network of %s",
  async (ip) => {
    const [row] = await admin.begin(async (tx) => {
      await tx`select set_config('request.address', ${getClientAddress(ip)}, true)`;
      return tx`select private.get_client_address() as address, private.get_client_network() as network`;
    });
    expect(row).toEqual({ address: getClientAddress(ip), network: getClientNetwork(ip) });
  },
);

test("administrators read and change limits, and only how many in how long; the change is in the audit log", async () => {
  const change = (actor: Actor) =>
    runAs(
      api,
      actor,
      (tx) => tx`update public.limits set maximum = 50 where name = 'pieces' returning maximum::integer`,
    );
  expect(await change(administrator)).toEqual([{ maximum: 50 }]);
  expect(await change(customer)).toEqual([]);
  await expect(change(visitor)).rejects.toMatchObject({ code: "42501" });
  await expect(
    runAs(api, administrator, (tx) => tx`update public.limits set label = 'Autre'`),
  ).rejects.toMatchObject({ code: "42501" });
  await expect(
    runAs(api, administrator, (tx) => tx`update public.limits set period_seconds = 60 where name = 'pieces'`),
  ).rejects.toMatchObject({ code: "23514" });
  const [row] = await admin`
    select l.default_maximum::integer, a.what, a.before ->> 'maximum' as before
    from public.limits l, public.audit_log a where l.name = 'pieces' and a.table_name = 'limits'`;
  expect(row).toEqual({ default_maximum: 100, what: "Pièces", before: "100" });
});

test("a process takes the table's values, follows its changes, and writes down what it refused", async () => {
  const limits = new Limits();
  const listeners: (() => void)[] = [];
  const stop = await startLimits(
    { target: database.target, limits, onPageChange: (listener) => listeners.push(() => listener(null)) },
    createLogger("silent"),
  );
  const [count] = await admin`select count(*)::integer as rows from public.limits where name = 'sign_in'`;
  expect(count).toEqual({ rows: 2 });
  await admin`update public.limits set maximum = 1 where name = 'sign_in' and scope = 'address'`;
  for (const notify of listeners) notify();
  await expect.poll(() => limits.getMaximum("sign_in", "address")).toBe(1);
  const waits = [1, 2, 3].map(() => limits.take("sign_in", "192.0.2.1") > 0);
  expect(waits).toEqual([false, true, true]);
  await stop();
  expect(await admin`select name, scope, refused::integer from public.limit_refusals`).toEqual([
    { name: "sign_in", scope: "address", refused: 2 },
  ]);
});

test.each([
  { name: "sign_in", maximum: 0, period_seconds: 60 },
  { name: "sign_in", maximum: 30, period_seconds: 86_400 },
  { name: "connections", maximum: 99, period_seconds: null },
])("no administrator closes the way back: $name, $maximum", async ({ name, maximum, period_seconds }) => {
  const change = (values: object) =>
    runAs(
      api,
      administrator,
      (tx) => tx`update public.limits set ${tx(values)} where name = ${name} and scope = 'address'`,
    );
  await expect(change({ maximum, period_seconds })).rejects.toMatchObject({ code: "YA007" });
  await expect(change({ maximum: null })).resolves.toBeDefined();
  await expect(change({ maximum: 100 })).resolves.toBeDefined();
});

test("the copy for orders follows the limits, also when two are changed at once", async () => {
  const readCopy = async () => {
    const [row] = await admin`
      select lines::integer, pieces::integer from private.order_limits where audience = 'customer'`;
    return row;
  };
  expect(await readCopy()).toEqual({ lines: 100, pieces: 500 });
  const { saving } = await admin.begin(async (tx) => {
    await tx`update public.limits set maximum = 90 where name = 'order_lines' and audience = 'customer'`;
    const other = runAs(api, administrator, async (sql) => {
      await sql`update public.limits set maximum = 400 where name = 'order_pieces' and audience = 'customer'`;
    });
    await waitForBlockedTransactions(admin, 1);
    return { saving: other };
  });
  await saving;
  expect(await readCopy()).toEqual({ lines: 90, pieces: 400 });
});

test("refusals are not lost when they cannot be written down", async () => {
  const limits = new Limits();
  const stop = await startLimits(
    { target: database.target, limits, onPageChange: () => {} },
    createLogger("silent"),
  );
  limits.countRefusal("sign_in/everyone/address");
  await admin`alter table public.limit_refusals rename to away`;
  await stop();
  await admin`alter table public.away rename to limit_refusals`;
  expect(limits.drainRefusals()).toEqual(new Map([["sign_in/everyone/address", 1]]));
});

test("what limits count is deleted after a day, and what they refused after ninety", async () => {
  await admin`delete from private.limit_buckets`;
  await admin`delete from public.limit_refusals`;
  await admin`
    insert into private.limit_buckets (key, tokens, updated_at)
    values ('old', 1, now() - interval '25 hours'), ('new', 1, now() - interval '23 hours')`;
  await admin`
    insert into public.limit_refusals (name, audience, scope, day, refused)
    select 'sign_in', 'everyone', 'address', current_date - days, 1 from unnest(array[91, 89]) as days`;
  await deleteOldRows(admin);
  expect(await admin`select convert_from(key, 'UTF8') as key from private.limit_buckets`).toEqual([
    { key: "new" },
  ]);
  expect(await admin`select current_date - day as days from public.limit_refusals`).toEqual([{ days: 89 }]);
});
