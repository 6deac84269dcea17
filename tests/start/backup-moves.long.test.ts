/** A backup moves a shop to other servers and to a later version. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import S3rver from "s3rver";
import { expect, it, onTestFinished } from "vitest";
import { connectDatabase, type Sql } from "#backend/core/database/database.ts";
import { migrateDatabase, readMigrationState } from "#backend/core/database/migrations.ts";
import { loadKeys } from "#backend/core/gateway/keys.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { startPostgres } from "#backend/postgres/index.ts";
import { openShopDatabase } from "#harness/shop-database.ts";
import { renderSchema } from "#scripts/generate/schema-sql.ts";
import { ACCOUNT, connectClient, IMAGE, placeOrder, runCommand } from "./backups.ts";
import { createDataDir, startShopProcess } from "./shop-process.ts";

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
