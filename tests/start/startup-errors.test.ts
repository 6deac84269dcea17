/** A start that cannot succeed: one line that says what to do, exit code 1, and no data damaged. */
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectDatabase } from "#backend/core/database/database.ts";
import { migrateDatabase } from "#backend/core/database/migrations.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { startPostgres } from "#backend/postgres/index.ts";
import { BUILT_SHOP } from "#harness/server-process.ts";
import { waitForPort } from "#harness/wait-for-port.ts";
import { createDataDir, createShopDataDir, expectStartupError, startShopProcess } from "./shop-process.ts";

describe("the start is refused", () => {
  it("when the port is taken", async () => {
    const other = createServer().listen(0);
    onTestFinished(() => {
      other.close();
    });
    const port = String(await waitForPort(other));
    const shop = startShopProcess({ DATA_DIR: await createShopDataDir(), PORT: port, HOST: "::" });
    await expectStartupError(shop, new RegExp(`^Port ${port} is taken .* set another PORT\\.$`));
  });

  it("when the data directory cannot be written", async () => {
    const file = join(await createDataDir(), "file");
    await writeFile(file, "");
    await expectStartupError(
      startShopProcess({ DATA_DIR: join(file, "data") }),
      /^Cannot .* set another DATA_DIR\.$/,
    );
  });

  it("when another shop has the data directory, which goes on undisturbed", async () => {
    const dataDir = await createShopDataDir();
    const first = startShopProcess({ DATA_DIR: dataDir });
    const url = await first.opened;
    await expectStartupError(
      startShopProcess({ DATA_DIR: dataDir }),
      /is in use by process \d+: stop that one first/,
    );
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it("when a migration has changed since the database applied it", async () => {
    const dataDir = await createDataDir();
    const postgres = await startPostgres({ dataDir, log: createLogger("error") });
    const target = postgres.target("postgres");
    await migrateDatabase(target);
    const sql = connectDatabase(target, { user: "supabase_admin", max: 1, applicationName: "test" });
    await sql`
      update supabase_migrations.schema_migrations set statements = array['select 1;'] where name = 'orders'`;
    await sql.end();
    await postgres.stop();
    await expectStartupError(
      startShopProcess({ DATA_DIR: dataDir }),
      /_orders\.sql has changed since .*DATABASE_URL\)\.$/,
    );
  });

  it("when the administrator's e-mail is a customer's", async () => {
    const dataDir = await createShopDataDir();
    const shop = startShopProcess({ DATA_DIR: dataDir });
    const url = await shop.opened;
    const { anonKey }: { anonKey: string } = JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));
    const account = { email: "awa@exemple.bf", password: "motdepasse-solide" };
    const body = JSON.stringify(account);
    const headers = { apikey: anonKey, "content-type": "application/json" };
    expect((await fetch(`${url}/auth/v1/signup`, { method: "POST", headers, body })).status).toBe(200);
    shop.child.kill("SIGTERM");
    await shop.exited;
    const env = { DATA_DIR: dataDir, ADMIN_EMAIL: account.email, ADMIN_PASSWORD: "autre-mot-de-passe" };
    await expectStartupError(
      startShopProcess(env),
      /^ADMIN_EMAIL awa@exemple\.bf is the account of somebody/,
    );
  });

  it("when it may not open enough files", async () => {
    const outOfFiles = `data:text/javascript,${encodeURIComponent(`
      import fs from "node:fs/promises";
      import { syncBuiltinESMExports } from "node:module";
      fs.readdir = () => Promise.reject(Object.assign(new Error("too many open files"), { code: "EMFILE" }));
      syncBuiltinESMExports();
    `)}`;
    const env = { SUPABASE_URL: "http://127.0.0.1:9", SUPABASE_ANON_KEY: "key" };
    const shop = startShopProcess(env, ["--import", outOfFiles, BUILT_SHOP]);
    await expectStartupError(
      shop,
      /^The shop may not open as many files as it needs: raise the limit to 1024/,
    );
  });

  it("when Node is too old, before anything is installed", async () => {
    const fakeVersion =
      'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"18.20.0"}})';
    const shop = startShopProcess({}, ["--import", fakeVersion, "scripts/run.mjs", "serve"]);
    await expectStartupError(shop, /^Node 18\.20\.0 is too old: install Node 20 or newer/);
  });
});

it("the start needs no more than 256 open files", async () => {
  const command = ["-c", `ulimit -n 256 && exec "${process.execPath}" ${BUILT_SHOP}`];
  const shop = startShopProcess({ DATA_DIR: await createShopDataDir() }, command, "sh");
  expect((await fetch(`${await shop.opened}/healthz`)).status).toBe(200);
});
