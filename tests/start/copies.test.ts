/** Several processes on one Postgres are one shop; and a process of pages alone sells from another's backend. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { expect, it, onTestFinished } from "vitest";
import { connectDatabase } from "../../backend/core/database.ts";
import { createLogger } from "../../backend/core/log.ts";
import { startPostgres } from "../../backend/postgres/index.ts";
import { mailsIn, recipientOf } from "../support/mails.ts";
import { makeDataDir, type ShopProcess, startProcess } from "./shop-process.ts";

const WITHIN = { interval: 100 };

interface Keys {
  anonKey: string;
  serviceRoleKey: string;
}

const keysOf = async (dataDir: string): Promise<Keys> =>
  JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));

function clientOf(url: string, key: string): SupabaseClient {
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}

async function pageOf(url: string, path: string): Promise<string> {
  return (await fetch(url + path)).text();
}

it("two copies that start together on an empty database are one shop, also when one is killed", async () => {
  const databaseDir = await makeDataDir();
  const postgres = await startPostgres({ dataDir: databaseDir, log: createLogger("error") });
  onTestFinished(postgres.stop);
  const connect = (database: string) => {
    const sql = connectDatabase(postgres.target(database), {
      user: "supabase_admin",
      max: 1,
      applicationName: "test",
    });
    onTestFinished(() => sql.end());
    return sql;
  };
  // As docs/operations.md has it: no superuser, on a server that knows none of the roles yet.
  const admin = connect("postgres");
  await admin`create role boutique login createrole bypassrls replication`;
  await admin`create database boutique owner boutique`;
  const owner = connect("boutique");
  // Keys and files are what the copies share beside the database.
  const dataDir = await makeDataDir();
  const start = (): ShopProcess =>
    startProcess({
      DATA_DIR: dataDir,
      DEMO: "1",
      DATABASE_URL: "postgres:///boutique",
      PGUSER: "boutique",
      PGHOST: join(databaseDir, "socket"),
    });
  const [one, two] = [start(), start()];
  const [first, second] = await Promise.all([one.opened, two.opened]);
  const { anonKey, serviceRoleKey } = await keysOf(dataDir);

  // Set up once, though both tried.
  const [counts] = await owner`
    select count(*)::int as products, count(distinct slug)::int as slugs, (select count(*)::int from admin_users) as admins
    from products`;
  expect(counts).toEqual({ products: counts?.slugs, slugs: expect.toSatisfy((n) => n > 200), admins: 1 });

  // A session made by one holds at the other, and ends at both.
  const [here, there] = [clientOf(first, anonKey), clientOf(second, anonKey)];
  const account = { email: "awa@exemple.bf", password: "motdepasse-solide" };
  const { data: signedUp } = await here.auth.signUp(account);
  const session = signedUp.session ?? { access_token: "", refresh_token: "" };
  expect((await there.auth.getUser(session.access_token)).data.user?.email).toBe(account.email);
  const { data: renewed } = await there.auth.refreshSession(session);
  expect(renewed.session?.refresh_token).not.toBe(session.refresh_token);
  await here.auth.setSession(renewed.session ?? session);
  await here.auth.signOut();
  expect((await there.auth.getUser(session.access_token)).error?.name).toBe("AuthSessionMissingError");

  // A change through one shows on the other's kept pages, and is told to who listens there.
  const told: unknown[] = [];
  const listener = clientOf(second, serviceRoleKey);
  onTestFinished(async () => {
    await listener.removeAllChannels();
  });
  await new Promise<void>((resolve) => {
    listener
      .channel("messages")
      .on("postgres_changes", { event: "INSERT", schema: "public", table: "messages" }, ({ new: row }) =>
        told.push(row),
      )
      .on("system", {}, ({ status }) => status === "ok" && resolve())
      .subscribe();
  });
  const [product] = await owner<{ slug: string }[]>`select slug from products order by slug limit 1`;
  const [technician] = await owner<{ id: string }[]>`select id from technicians order by slug limit 1`;
  const path = `/product/${product?.slug}`;
  expect(await pageOf(second, path)).not.toContain("Perceuse des deux copies");
  const shop = clientOf(first, serviceRoleKey);
  await shop
    .from("products")
    .update({ name: "Perceuse des deux copies" })
    .eq("slug", product?.slug)
    .throwOnError();
  await expect.poll(() => pageOf(second, path), WITHIN).toContain("Perceuse des deux copies");
  const message = {
    name: "Awa",
    email: "awa@exemple.bf",
    message: "Une fuite sous l'évier",
    phone: "70112233",
  };
  await clientOf(first, anonKey)
    .from("messages")
    .insert({ ...message, technician_id: technician?.id })
    .throwOnError();
  await expect.poll(() => told, WITHIN).toEqual([expect.objectContaining({ name: "Awa" })]);

  // Each mail leaves once, whichever copy takes it.
  const owed = async () => (await owner`select from mails where sent_at is null`).length;
  await expect.poll(owed, WITHIN).toBe(0);
  const before = (await mailsIn(dataDir)).length;
  const added = await owner`
    insert into mails (subject_id, kind, recipient)
    select id, 'order_confirmation', id || '@exemple.bf' from orders order by id limit 12
    on conflict do nothing returning subject_id`;
  await expect.poll(owed, WITHIN).toBe(0);
  expect((await mailsIn(dataDir)).length - before).toBe(added.length);
  const recipients = (await mailsIn(dataDir)).slice(before).map(recipientOf);
  expect(new Set(recipients).size).toBe(recipients.length);

  // What is left of the shop goes on.
  one.child.kill("SIGKILL");
  expect((await there.auth.signInWithPassword(account)).error).toBeNull();
  await clientOf(second, serviceRoleKey)
    .from("products")
    .update({ name: "Perceuse de la copie qui reste" })
    .eq("slug", product?.slug)
    .throwOnError();
  await expect.poll(() => pageOf(second, path), WITHIN).toContain("Perceuse de la copie qui reste");
});

it("a copy of pages alone shows and sells what another's backend holds", async () => {
  const dataDir = await makeDataDir();
  const backend = await startProcess({ DATA_DIR: dataDir, DEMO: "1" }).opened;
  const { anonKey, serviceRoleKey } = await keysOf(dataDir);
  const pages = await startProcess({
    DATA_DIR: await makeDataDir(),
    SUPABASE_URL: backend,
    SUPABASE_ANON_KEY: anonKey,
  }).opened;
  const { data: products } = await clientOf(backend, anonKey)
    .from("products")
    .select("name,slug")
    .order("created_at", { ascending: false })
    .order("id")
    .limit(1);
  const [product] = products ?? [];
  const list = await fetch(`${pages}/products`);
  expect(list.headers.get("content-security-policy")).toContain(`connect-src 'self' ${backend}`);
  expect(await list.text()).toContain(product?.name);
  const page = await pageOf(pages, `/product/${product?.slug}`);
  expect(page).toContain(`<meta name="supabase-url" content="${backend}"`);
  expect(page).toContain(`<meta name="supabase-anon-key" content="${anonKey}"`);
  expect(page).not.toContain(serviceRoleKey);
  expect((await fetch(`${pages}/rest/v1/products`)).status).toBe(404);
});
