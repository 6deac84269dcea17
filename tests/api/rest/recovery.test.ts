/** Slow, exhausted and lost connections. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { defaultRestConfig } from "#backend/rest/config.ts";
import { asUser, type Cinema, openCinema } from "./cinema.ts";

let cinema: Cinema;
let observer: Sql;
beforeAll(async () => {
  const { priorities } = defaultRestConfig;
  const reads = { connections: 2, waitMs: 2000 };
  cinema = await openCinema({ maxConnections: 2, priorities: { ...priorities, "anonymous-read": reads } });
  observer = cinema.database.connect("supabase_admin", 1);
});
afterAll(() => cinema.close());

const names = async () => (await cinema.call("GET", "genres?select=id&order=id")).json;
const GENRES = [{ id: 1 }, { id: 2 }];

test("a role's own timeout ends a statement, unless the function has another", async () => {
  await setStatementTimeout("50ms");
  expect(await cinema.call("POST", "rpc/nap", { body: { seconds: 5 } })).toMatchObject({
    status: 500,
    json: { code: "57014", message: "canceling statement due to statement timeout" },
  });
  expect((await cinema.call("POST", "rpc/patient_nap", { body: { seconds: 0.2 } })).status).toBe(204);
  // Patterns that are expensive before the first row.
  const patterns = Array.from({ length: 20 }, (_, n) => `title.match."((.{1,${n + 80}}){1,99})"`);
  expect(
    await cinema.call("GET", `movies?select=id&or=(${encodeURIComponent(patterns.join())})`),
  ).toMatchObject({
    status: 500,
    json: { code: "57014" },
  });
});

test("a prepared statement obeys the timeout as well", async () => {
  // Preparing the statement takes a busy machine more than the 50 ms above.
  await setStatementTimeout("1s");
  for (let i = 0; i < 6; i++) expect((await cinema.call("GET", "rpc/nap?seconds=0")).status).toBe(204);
  expect(await cinema.call("GET", "rpc/nap?seconds=5")).toMatchObject({
    status: 500,
    json: { code: "57014" },
  });
  // The other tests are of requests that have their time.
  await setStatementTimeout(null);
});

test("connections that hold many prepared statements are replaced", async () => {
  for (let i = 1; i <= 450; i++) {
    const path = `genres?select=id&order=id&limit=${i}`;
    for (let again = 0; again < 2; again++) expect((await cinema.call("GET", path)).status).toBe(200);
  }
  const [most] = await observer<{ backends: number }[]>`
    select count(*)::int as backends from pg_stat_activity
    where usename = 'authenticator' and datname = current_database()`;
  expect(most?.backends).toBeLessThanOrEqual(4);
});

test("a request that finds no free connection in time fails, and the next one succeeds", async () => {
  const busy = [1, 2].map(() => cinema.call("POST", "rpc/nap", { body: { seconds: 4 }, claims: asUser }));
  await expect.poll(countSleepingQueries).toBe(2);
  expect(await names()).toMatchObject({ code: "PGRST003" });
  expect((await Promise.all(busy)).map(({ status }) => status)).toEqual([204, 204]);
  expect(await names()).toEqual(GENRES);
});

test("when the queue is full, further requests fail at once", async () => {
  const busy = [1, 2].map(() => cinema.call("POST", "rpc/nap", { body: { seconds: 4 }, claims: asUser }));
  await expect.poll(countSleepingQueries).toBe(2);
  let completed = 0;
  const waiting = Array.from({ length: 250 }, () => names().finally(() => completed++));
  expect(await names()).toMatchObject({ code: "PGRST003" });
  expect(completed).toBe(0);
  expect((await Promise.all(waiting)).every((body) => Object(body).code === "PGRST003")).toBe(true);
  expect((await Promise.all(busy)).map(({ status }) => status)).toEqual([204, 204]);
  expect(await names()).toEqual(GENRES);
});

test("connections that the server terminates are replaced, idle or busy", async () => {
  for (let round = 0; round < 4; round++) {
    const working = cinema.call("POST", "rpc/nap", { body: { seconds: 3 }, claims: asUser });
    await expect.poll(countSleepingQueries).toBe(1);
    expect(await names()).toEqual(GENRES);
    await endConnections();
    expect(await working).toMatchObject({ status: 503, json: { code: "PGRST000" } });
    await expect.poll(names).toEqual(GENRES);
  }
  const many = await Promise.all(Array.from({ length: 30 }, names));
  expect(many.every((rows) => Array.isArray(rows))).toBe(true);
});

test("while the database accepts no connection, each request fails with the reason, and afterwards all succeed", async () => {
  await observer.unsafe(`alter database "${database(cinema)}" connection limit 0`);
  try {
    // A connection that is told to end answers until it does, and one that was being opened may have passed the limit.
    await expect.poll(endConnections).toBe(0);
    await expect.poll(names).toMatchObject({ code: "PGRST000" });
    // As many at once as there are connections: what waits for one that is being refused may end with PGRST003.
    for (let round = 0; round < 10; round++) {
      const reason = expect.objectContaining({ code: "PGRST000" });
      expect(await Promise.all([names(), names()])).toEqual([reason, reason]);
    }
  } finally {
    await observer.unsafe(`alter database "${database(cinema)}" connection limit -1`);
  }
  const responses = await Promise.all(Array.from({ length: 20 }, names));
  expect(responses.every((rows) => Array.isArray(rows))).toBe(true);
});

/** Of visitors; null is the default of their role. */
async function setStatementTimeout(timeout: string | null): Promise<void> {
  const change = timeout === null ? "reset statement_timeout" : `set statement_timeout = '${timeout}'`;
  await observer.unsafe(`alter role anon in database "${database(cinema)}" ${change}`);
  await cinema.rest.reloadSchema();
}

/** Ends each connection of the API; resolves with how many there were. */
async function endConnections(): Promise<number> {
  const rows = await observer`
    select pg_terminate_backend(pid) from pg_stat_activity
    where usename = 'authenticator' and datname = current_database()`;
  return rows.length;
}

/** The number of running calls of nap. */
async function countSleepingQueries(): Promise<number> {
  const rows = await observer`
    select from pg_stat_activity
    where usename = 'authenticator' and datname = current_database() and state = 'active' and query like '%nap%'`;
  return rows.length;
}

function database({ database: { target } }: Cinema): string {
  return target.kind === "embedded" ? target.database : "";
}
