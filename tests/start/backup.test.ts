/** A backup is made of a shop that sells, and the shop that is restored from it sells on. */
import { createHash } from "node:crypto";
import { cp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import S3rver from "s3rver";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectDatabase, type Sql } from "#backend/core/database.ts";
import { loadKeys } from "#backend/core/keys.ts";
import { createLogger } from "#backend/core/log.ts";
import { migrateDatabase, readMigrationState } from "#backend/core/migrations.ts";
import { startPostgres } from "#backend/postgres/index.ts";
import { openShopDatabase } from "#bench/support/shop-database.ts";
import { renderSchema } from "#scripts/generate/schema-sql.ts";
import { liftLimits } from "#tests/support/limits.ts";
import { createOrderInput } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { connectClient, IMAGE, runCommand, type ShopClient } from "./backups.ts";
import { createDataDir, createShopDataDir, expectStartupError, startShopProcess } from "./shop-process.ts";

const ACCOUNT = { email: "awa@exemple.bf", password: "motdepasse-solide" };
/** All rows of all tables that a backup holds, as text. */
async function readRows(sql: Sql): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ('auth', 'storage', 'public', 'private')
    order by 1`;
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const found = await sql.unsafe<{ row: string }[]>(`select t::text as row from ${name} t order by 1`);
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

async function placeOrder(client: ShopClient): Promise<string> {
  const { data: products } = await client
    .from("products")
    .select("id,name,price")
    .gt("stock", 50)
    .order("id")
    .limit(1);
  const order = createOrderInput((products ?? []).map((product) => ({ product, quantity: 1 })));
  await client
    .from("orders")
    .insert({ ...order, total_amount: order.total_amount ?? 0 })
    .throwOnError();
  return order.id;
}

it("a shop that sells is backed up; restored elsewhere, it has its orders, images and sessions, and sells", async () => {
  const dataDir = await createShopDataDir();
  const shop = startShopProcess({ DATA_DIR: dataDir });
  const url = await shop.opened;
  const admin = openShopDatabase(dataDir);
  await liftLimits(admin, "order");
  await createProduct(admin, { stock: 1000 });
  await admin.end();
  const customer = await connectClient(url, dataDir, "anonKey");
  const { data: signedUp } = await customer.auth.signUp(ACCOUNT);
  const service = await connectClient(url, dataDir, "serviceRoleKey");
  const images = service.storage.from("product-pictures");
  await images.upload("produits/perceuse.png", IMAGE, { contentType: "image/png" });
  const before = await placeOrder(customer);

  // Orders are placed until the backup is finished.
  const folder = join(await createDataDir(), "backups/of-today");
  const command = ["scripts/run.mjs", "backup", folder, "--unproven"];
  const backup = startShopProcess({ DATA_DIR: dataDir }, command);
  const during = [before];
  while (backup.child.exitCode === null) during.push(await placeOrder(customer));
  expect(await backup.exited, backup.stderr()).toBe(0);
  expect(during.length).toBeGreaterThan(2);
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(file.parentPath, file.name));
    expect(mode & 0o777, file.name).toBe(file.isDirectory() ? 0o700 : 0o600);
  }
  shop.child.kill("SIGTERM");
  await shop.exited;

  const nextDataDir = join(await createDataDir(), "new");
  await runCommand("restore", folder, { DATA_DIR: nextDataDir });
  const next = startShopProcess({ DATA_DIR: nextDataDir });
  const nextUrl = await next.opened;
  expect(await readFile(join(nextDataDir, "keys.json"))).toEqual(await readFile(join(dataDir, "keys.json")));
  const sql = openShopDatabase(nextDataDir);
  onTestFinished(() => sql.end({ timeout: 1 }));
  const orders = await sql<{ id: string; total: number; lines: number }[]>`
    select o.id, o.total_amount - o.shipping_amount as total, sum(i.unit_price * i.quantity)::int as lines
    from orders o join order_items i on i.order_id = o.id where o.id in ${sql(during)}
    group by o.id order by o.created_at`;
  // The snapshot has a prefix of the orders, which begins with the one before the backup.
  expect(orders.map(({ id }) => id)).toEqual(during.slice(0, orders.length));
  expect(orders.every(({ total, lines }) => total === lines)).toBe(true);

  const address = images.getPublicUrl("produits/perceuse.png").data.publicUrl.replace(url, nextUrl);
  expect(Buffer.from(await (await fetch(address)).arrayBuffer())).toEqual(IMAGE);
  const returning = await connectClient(nextUrl, nextDataDir, "anonKey");
  const { refresh_token = "" } = signedUp.session ?? {};
  expect((await returning.auth.refreshSession({ refresh_token })).data.user?.email).toBe(ACCOUNT.email);
  const { data: own } = await returning.from("orders").select("id");
  expect(own).toHaveLength(orders.length);
  const numbers =
    await sql`select count(*)::int as orders, count(distinct number)::int as numbers from orders`;
  const after = await placeOrder(returning);
  expect(
    await sql`select count(*)::int as orders, count(distinct number)::int as numbers from orders`,
  ).toEqual([{ orders: numbers[0]?.orders + 1, numbers: numbers[0]?.numbers + 1 }]);
  expect(during).not.toContain(after);
  expect((await returning.auth.signInWithPassword(ACCOUNT)).error).toBeNull();
});

it("a shop moves between Postgres servers and file stores, as a role that is no superuser, and loses nothing", async () => {
  const databaseDir = await createDataDir();
  const server = await startPostgres({ dataDir: databaseDir, log: createLogger("error") });
  onTestFinished(server.stop);
  const open = (database: string) => {
    const sql = connectDatabase(server.target(database), {
      user: "supabase_admin",
      max: 1,
      applicationName: "test",
    });
    onTestFinished(() => sql.end());
    return sql;
  };
  const admin = open("postgres");
  await admin`create role boutique login createrole bypassrls`;
  for (const name of ["former", "next"]) await admin.unsafe(`create database ${name} owner boutique`);
  const bucketsDir = await createDataDir();
  const buckets = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: bucketsDir,
    configureBuckets: [{ name: "former" }, { name: "next" }],
  });
  const { port } = await buckets.run();
  onTestFinished(() => buckets.close());
  const external = (name: string) => ({
    DATABASE_URL: `postgres:///${name}`,
    S3_URL: `http://S3RVER:S3RVER@127.0.0.1:${port}/${name}`,
    PGUSER: "boutique",
    PGHOST: join(databaseDir, "socket"),
  });

  const dataDir = await createDataDir();
  const env = { DATA_DIR: dataDir, ...external("former") };
  const shop = startShopProcess({ ...env, DEMO: "1" });
  const customer = await connectClient(await shop.opened, dataDir, "anonKey");
  await customer.auth.signUp(ACCOUNT);
  await placeOrder(customer);
  const service = await connectClient(await shop.opened, dataDir, "serviceRoleKey");
  await service.storage.from("product-pictures").upload("scie.png", IMAGE, { contentType: "image/png" });
  shop.child.kill("SIGTERM");
  await shop.exited;
  const former = open("former");
  await former`alter role anon set statement_timeout = '2s'`;
  await former`alter role authenticated in database former set work_mem = '8MB'`;
  await former.unsafe("create table souvenirs (note text); alter table souvenirs owner to boutique");
  const rows = await readRows(former);
  expect(rows.orders?.length).toBeGreaterThan(1);
  const { souvenirs, ...rowsOfShop } = rows;

  const folders = await createDataDir();
  await runCommand("backup", [join(folders, "first"), "--unproven"], env);
  const embeddedDir = join(folders, "embedded");
  const output = await runCommand("restore", join(folders, "first"), { DATA_DIR: embeddedDir });
  expect(output).toContain("public.souvenirs is no table of the shop");
  await runCommand("backup", [join(folders, "second"), "--unproven"], { DATA_DIR: embeddedDir });
  await runCommand("restore", join(folders, "second"), {
    DATA_DIR: join(folders, "moved"),
    ...external("next"),
  });
  const [image] = await former<{ version: string }[]>`select version from storage.objects`;
  const version = image?.version ?? "";
  expect(await readFile(join(embeddedDir, "storage/objects", version.slice(0, 2), version))).toEqual(IMAGE);
  const stored = await readdir(join(bucketsDir, "next"), { recursive: true });
  expect(stored.some((name) => name.includes(version))).toBe(true);
  const next = open("next");
  expect(await readRows(next)).toEqual(rowsOfShop);
  const settings = (sql: Sql) => sql`
    select r.rolname, s.setting from pg_db_role_setting d
    join pg_roles r on r.oid = d.setrole cross join unnest(d.setconfig) as s (setting)
    where d.setdatabase in (0, (select oid from pg_database where datname = current_database())) order by 1, 2`;
  expect(await settings(next)).toEqual(await settings(former));
  expect(souvenirs).toEqual([]);
});

describe("a restore is refused, and changes nothing,", () => {
  async function createBackupOfEmptyShop(...options: string[]): Promise<string> {
    const folder = join(await createDataDir(), "backup");
    const output = await runCommand("backup", [folder, ...options], { DATA_DIR: await createShopDataDir() });
    expect(output.includes("compare the checksums")).toBe(options.length === 0);
    return folder;
  }

  it("when the backup is damaged or incomplete, or of a newer version", async () => {
    const folder = await createBackupOfEmptyShop("--unproven");
    const copies = await createDataDir();
    const dataDir = join(copies, "data");
    const faults: [string, RegExp, (copy: string) => Promise<void>][] = [
      [
        "a byte",
        /is damaged \(tables\/auth\.users\.jsonl\.gz\): restore another backup\.$/,
        async (copy) => {
          const file = join(copy, "tables/auth.users.jsonl.gz");
          const bytes = await readFile(file);
          bytes.writeUInt8(bytes.readUInt8(30) ^ 1, 30);
          await writeFile(file, bytes);
        },
      ],
      [
        "a file",
        /is damaged \(tables\/public\.products\.jsonl\.gz\): /,
        (copy) => rm(join(copy, "tables/public.products.jsonl.gz")),
      ],
      [
        "a line",
        /is damaged \(tables\/public\.orders\.jsonl\.gz\): /,
        async (copy) => {
          const sums = await readFile(join(copy, "SHA256SUMS"), "utf8");
          await writeFile(join(copy, "SHA256SUMS"), sums.replace(/^.*public\.orders\..*\n/m, ""));
        },
      ],
      [
        "a migration",
        /was made by a version of the shop with another 20991231000000_later\.sql: restore it with that version, /,
        async (copy) => {
          const manifest = (await readFile(join(copy, "manifest.json"), "utf8")).replace(
            /"version": "\d{14}",\s+"name": "orders"/,
            '"version": "20991231000000", "name": "later"',
          );
          await writeFile(join(copy, "manifest.json"), manifest);
          const hash = createHash("sha256").update(manifest).digest("hex");
          const sums = await readFile(join(copy, "SHA256SUMS"), "utf8");
          await writeFile(join(copy, "SHA256SUMS"), sums.replace(/^.*(?= {2}manifest\.json$)/m, hash));
        },
      ],
      [
        "the end",
        /is no complete backup: give a folder that `npm run backup` has finished\.$/,
        (copy) => rm(join(copy, "SHA256SUMS")),
      ],
    ];
    for (const [name, line, damage] of faults) {
      const copy = join(copies, name.replace(" ", "-"));
      await cp(folder, copy, { recursive: true });
      await damage(copy);
      await expectStartupError(startShopProcess({ DATA_DIR: dataDir }, ["scripts/restore.ts", copy]), line);
    }
    await expect(readdir(dataDir)).rejects.toThrow("ENOENT");
  });

  it("when there is something in the data directory, or in the database", async () => {
    const folder = await createBackupOfEmptyShop();
    const dataDir = await createShopDataDir();
    const before = await readdir(dataDir);
    await expectStartupError(
      startShopProcess({ DATA_DIR: dataDir }, ["scripts/restore.ts", folder]),
      /is not empty \(.*keys\.json.*\): move it away, or set DATA_DIR to a new folder\.$/,
    );
    expect(await readdir(dataDir)).toEqual(before);
    await expectStartupError(
      startShopProcess({ DATA_DIR: dataDir }, ["scripts/backup.ts", folder]),
      /exists already: give the name of a new folder\.$/,
    );
    const server = await startPostgres({ dataDir, log: createLogger("error") });
    onTestFinished(server.stop);
    const env = {
      DATABASE_URL: "postgres:///postgres",
      PGUSER: "supabase_admin",
      PGHOST: join(dataDir, "socket"),
    };
    const nextDataDir = join(await createDataDir(), "data");
    await expectStartupError(
      startShopProcess({ DATA_DIR: nextDataDir, ...env }, ["scripts/restore.ts", folder]),
      /^The database of DATABASE_URL holds a shop.*: give an empty database\.$/,
    );
    expect(await readdir(nextDataDir)).toEqual([]);
  });
});

it("a backup of an earlier version gets the migrations that were added since", async () => {
  const dataDir = await createDataDir();
  await loadKeys(dataDir);
  const log = createLogger("error");
  const server = await startPostgres({ dataDir, log });
  const connectTo = (database: string) =>
    connectDatabase(server.target(database), { user: "supabase_admin", max: 1, applicationName: "test" });
  const sql = connectTo("postgres");
  await sql`create database today`;
  await migrateDatabase(server.target("today"));
  const today = connectTo("today");
  const state = await readMigrationState(today);
  const schema = await renderSchema(today);
  await today.end();
  await migrateDatabase(server.target("postgres"), { ...state, shop: state.shop.slice(0, -1) });
  await sql`insert into brands (name) values ('Sahelis')`;
  expect(await renderSchema(sql)).not.toBe(schema);
  await sql.end();

  const folder = join(await createDataDir(), "backup");
  await server.stop();
  await runCommand("backup", [folder, "--unproven"], { DATA_DIR: dataDir });
  const nextDataDir = await createDataDir();
  await runCommand("restore", folder, { DATA_DIR: nextDataDir });
  const next = await startPostgres({ dataDir: nextDataDir, log });
  onTestFinished(next.stop);
  const restored = openShopDatabase(nextDataDir);
  onTestFinished(() => restored.end());
  expect(await restored`select name from brands`).toEqual([{ name: "Sahelis" }]);
  expect(await renderSchema(restored)).toBe(schema);
  expect(await readMigrationState(restored)).toEqual(state);
});
