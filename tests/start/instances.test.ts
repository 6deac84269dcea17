/**
 * Several processes on one Postgres act as one shop, and a storefront-only process sells from another
 * process's backend.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { expect, it, onTestFinished } from "vitest";
import { connectDatabase } from "#backend/core/database/database.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { startPostgres } from "#backend/postgres/index.ts";
import { getRecipient, readMails } from "#tests/support/mails.ts";
import { createDataDir, type ShopProcess, startShopProcess } from "./shop-process.ts";

const POLL_OPTIONS = { interval: 100 };

interface Keys {
  anonKey: string;
  serviceRoleKey: string;
}

const readKeys = async (dataDir: string): Promise<Keys> =>
  JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));

function createShopClient(url: string, key: string): SupabaseClient {
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}

async function fetchPage(url: string, path: string): Promise<string> {
  return (await fetch(url + path)).text();
}

it("two instances that start together on an empty database are one shop, also when one is killed", async () => {
  const databaseDir = await createDataDir();
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
  // As in docs/operations.md: no superuser, on a server that has none of the roles yet.
  const admin = connect("postgres");
  await admin`create role boutique login createrole bypassrls replication`;
  await admin`create database boutique owner boutique`;
  const owner = connect("boutique");
  // The instances share keys and files beside the database.
  const dataDir = await createDataDir();
  const start = (): ShopProcess =>
    startShopProcess({
      DATA_DIR: dataDir,
      DEMO: "1",
      DATABASE_URL: "postgres:///boutique",
      PGUSER: "boutique",
      PGHOST: join(databaseDir, "socket"),
    });
  const [one, two] = [start(), start()];
  const [first, second] = await Promise.all([one.opened, two.opened]);
  const { anonKey, serviceRoleKey } = await readKeys(dataDir);

  // Initialized once, though both instances tried.
  const [counts] = await owner`
    select count(*)::int as products, count(distinct slug)::int as slugs, (select count(*)::int from admin_users) as admins
    from products`;
  expect(counts).toEqual({ products: counts?.slugs, slugs: expect.toSatisfy((n) => n > 200), admins: 1 });

  // A session created by one instance is valid at the other, and ends at both.
  const [here, there] = [createShopClient(first, anonKey), createShopClient(second, anonKey)];
  const account = { email: "awa@exemple.bf", password: "motdepasse-solide" };
  const { data: signedUp } = await here.auth.signUp(account);
  const session = signedUp.session ?? { access_token: "", refresh_token: "" };
  expect((await there.auth.getUser(session.access_token)).data.user?.email).toBe(account.email);
  const { data: renewed } = await there.auth.refreshSession(session);
  expect(renewed.session?.refresh_token).not.toBe(session.refresh_token);
  await here.auth.setSession(renewed.session ?? session);
  await here.auth.signOut();
  expect((await there.auth.getUser(session.access_token)).error?.name).toBe("AuthSessionMissingError");

  // A change through one instance reaches the other's cached pages and its Realtime subscribers.
  const insertedRows: unknown[] = [];
  const listener = createShopClient(second, serviceRoleKey);
  onTestFinished(async () => {
    await listener.removeAllChannels();
  });
  await new Promise<void>((resolve) => {
    listener
      .channel("messages")
      .on("postgres_changes", { event: "INSERT", schema: "public", table: "messages" }, ({ new: row }) =>
        insertedRows.push(row),
      )
      .on("system", {}, ({ status }) => status === "ok" && resolve())
      .subscribe();
  });
  const [product] = await owner<{ slug: string }[]>`select slug from products order by slug limit 1`;
  const [technician] = await owner<{ id: string }[]>`select id from technicians order by slug limit 1`;
  const path = `/product/${product?.slug}`;
  expect(await fetchPage(second, path)).not.toContain("Perceuse des deux copies");
  const shop = createShopClient(first, serviceRoleKey);
  await shop
    .from("products")
    .update({ name: "Perceuse des deux copies" })
    .eq("slug", product?.slug)
    .throwOnError();
  await expect.poll(() => fetchPage(second, path), POLL_OPTIONS).toContain("Perceuse des deux copies");
  const message = {
    name: "Awa",
    email: "awa@exemple.bf",
    message: "Une fuite sous l'évier",
    phone: "70112233",
  };
  await createShopClient(first, anonKey)
    .from("messages")
    .insert({ ...message, technician_id: technician?.id })
    .throwOnError();
  await expect.poll(() => insertedRows, POLL_OPTIONS).toEqual([expect.objectContaining({ name: "Awa" })]);

  // Each mail is sent once, whichever instance sends it.
  const countPendingMails = async () => (await owner`select from mails where sent_at is null`).length;
  await expect.poll(countPendingMails, POLL_OPTIONS).toBe(0);
  const before = (await readMails(dataDir)).length;
  const added = await owner`
    insert into mails (subject_id, kind, recipient)
    select id, 'order_confirmation', id || '@exemple.bf' from orders order by id limit 12
    on conflict do nothing returning subject_id`;
  await expect.poll(countPendingMails, POLL_OPTIONS).toBe(0);
  expect((await readMails(dataDir)).length - before).toBe(added.length);
  const recipients = (await readMails(dataDir)).slice(before).map(getRecipient);
  expect(new Set(recipients).size).toBe(recipients.length);

  // The remaining instance continues.
  one.child.kill("SIGKILL");
  expect((await there.auth.signInWithPassword(account)).error).toBeNull();
  await createShopClient(second, serviceRoleKey)
    .from("products")
    .update({ name: "Perceuse de la copie qui reste" })
    .eq("slug", product?.slug)
    .throwOnError();
  await expect.poll(() => fetchPage(second, path), POLL_OPTIONS).toContain("Perceuse de la copie qui reste");
});

it("a storefront-only instance shows and sells the products of another instance's backend", async () => {
  const dataDir = await createDataDir();
  const backend = await startShopProcess({ DATA_DIR: dataDir, DEMO: "1" }).opened;
  const { anonKey, serviceRoleKey } = await readKeys(dataDir);
  const pages = await startShopProcess({
    DATA_DIR: await createDataDir(),
    SUPABASE_URL: backend,
    SUPABASE_ANON_KEY: anonKey,
  }).opened;
  const { data: products } = await createShopClient(backend, anonKey)
    .from("products")
    .select("name,slug")
    .order("created_at", { ascending: false })
    .order("id")
    .limit(1);
  const [product] = products ?? [];
  const list = await fetch(`${pages}/products`);
  expect(list.headers.get("content-security-policy")).toContain(`connect-src 'self' ${backend}`);
  expect(await list.text()).toContain(product?.name);
  const page = await fetchPage(pages, `/product/${product?.slug}`);
  expect(page).toContain(`<meta name="supabase-url" content="${backend}"`);
  expect(page).toContain(`<meta name="supabase-anon-key" content="${anonKey}"`);
  expect(page).not.toContain(serviceRoleKey);
  expect((await fetch(`${pages}/rest/v1/products`)).status).toBe(404);
});
