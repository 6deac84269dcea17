/** A start that cannot succeed: one line that says what to do, exit code 1, and nothing damaged. */
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectDatabase } from "../../backend/core/database.ts";
import { createLogger } from "../../backend/core/log.ts";
import { migrateDatabase } from "../../backend/core/migrations.ts";
import { startPostgres } from "../../backend/postgres/index.ts";
import { portOf } from "../support/port-of.ts";
import { makeDataDir, type ShopProcess, startProcess } from "./shop-process.ts";

async function expectRefusal(shop: ShopProcess, line: RegExp): Promise<void> {
  expect(await shop.exited).toBe(1);
  expect(shop.stderr().trimEnd().split("\n")).toEqual([expect.stringMatching(line)]);
}

describe("the start is refused", () => {
  it("when the port is taken", async () => {
    const other = createServer().listen(0);
    onTestFinished(() => {
      other.close();
    });
    const port = String(await portOf(other));
    const shop = startProcess({ DATA_DIR: await makeDataDir(), PORT: port, HOST: "::" });
    await expectRefusal(shop, new RegExp(`^Port ${port} is taken .* set another PORT\\.$`));
  });

  it("when the data directory cannot be written", async () => {
    const file = join(await makeDataDir(), "file");
    await writeFile(file, "");
    await expectRefusal(startProcess({ DATA_DIR: join(file, "data") }), /^Cannot .* set another DATA_DIR\.$/);
  });

  it("when the database cannot be reached", async () => {
    const shop = startProcess({
      DATA_DIR: await makeDataDir(),
      DATABASE_URL: "postgres://shop:secret-word@127.0.0.1:9/shop",
    });
    await expectRefusal(shop, /DATABASE_URL cannot be reached .*check the address\.$/);
    expect(shop.stderr()).not.toContain("secret-word");
  });

  it("when what listens there is no database and hangs up each time", async () => {
    const other = createTcpServer((socket) => socket.on("error", () => {}).end()).listen(0, "127.0.0.1");
    onTestFinished(() => {
      other.close();
    });
    const shop = startProcess({
      DATA_DIR: await makeDataDir(),
      DATABASE_URL: `postgres://shop@127.0.0.1:${await portOf(other)}/shop`,
    });
    await expectRefusal(shop, /DATABASE_URL cannot be reached \(there is no answer\): check the address\.$/);
  });

  it.each([
    ["PORT", "eighty", /^PORT=eighty is not a port/],
    ["HOST", "192.0.2.1", /^HOST=192\.0\.2\.1 is not an address of this machine/],
    ["HOST", "a b", /^HOST=a b is no address: set another HOST\.$/],
    ["DATABASE_URL", "mysql://x", /^DATABASE_URL is not an address/],
    ["SUPABASE_URL", "https://x.supabase.co", /SUPABASE_ANON_KEY/],
    [
      "SMTP_URL",
      "mail.example:587",
      /^SMTP_URL is not an address that begins with smtp:\/\/ or smtps:\/\/\.$/,
    ],
    ["MAIL_FROM", "boutique", /^MAIL_FROM=boutique is neither an e-mail address nor a name with one/],
  ])("when %s is %s", async (name, value, line) => {
    await expectRefusal(startProcess({ DATA_DIR: await makeDataDir(), [name]: value }), line);
  });

  it("when the bucket cannot be used, with nothing else in the log", async () => {
    const S3_URL = "http://key:secret-word@127.0.0.1:9/bucket";
    const shop = startProcess({ DATA_DIR: await makeDataDir(), LOG_LEVEL: "warn", S3_URL });
    await expectRefusal(
      shop,
      /^The bucket of S3_URL cannot be used \(.+\): check address, keys and region\.$/,
    );
  });

  it("when another shop has the data directory, which goes on undisturbed", async () => {
    const dataDir = await makeDataDir();
    const first = startProcess({ DATA_DIR: dataDir });
    const url = await first.opened;
    await expectRefusal(startProcess({ DATA_DIR: dataDir }), /is in use by process \d+: stop that one first/);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it("when a migration has changed since the database took it", async () => {
    const dataDir = await makeDataDir();
    const postgres = await startPostgres({ dataDir, log: createLogger("error") });
    const target = postgres.target("postgres");
    await migrateDatabase(target);
    const sql = connectDatabase(target, { user: "supabase_admin", max: 1, applicationName: "test" });
    await sql`
      update supabase_migrations.schema_migrations set statements = array['select 1;'] where name = 'orders'`;
    await sql.end();
    await postgres.stop();
    await expectRefusal(
      startProcess({ DATA_DIR: dataDir }),
      /_orders\.sql has changed since .*DATABASE_URL\)\.$/,
    );
  });

  it("when the administrator's address is a customer's", async () => {
    const dataDir = await makeDataDir();
    const shop = startProcess({ DATA_DIR: dataDir });
    const url = await shop.opened;
    const { anonKey }: { anonKey: string } = JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));
    const account = { email: "awa@exemple.bf", password: "motdepasse-solide" };
    const body = JSON.stringify(account);
    const headers = { apikey: anonKey, "content-type": "application/json" };
    expect((await fetch(`${url}/auth/v1/signup`, { method: "POST", headers, body })).status).toBe(200);
    shop.child.kill("SIGTERM");
    await shop.exited;
    const env = { DATA_DIR: dataDir, ADMIN_EMAIL: account.email, ADMIN_PASSWORD: "autre-mot-de-passe" };
    await expectRefusal(startProcess(env), /^ADMIN_EMAIL awa@exemple\.bf is the account of somebody/);
  });

  it("when Node is too old, before anything is installed", async () => {
    const pretend = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"18.20.0"}})';
    const shop = startProcess({}, ["--import", pretend, "scripts/run.mjs", "serve"]);
    await expectRefusal(shop, /^Node 18\.20\.0 is too old: install Node 20 or newer/);
  });
});
