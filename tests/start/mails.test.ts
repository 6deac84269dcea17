/** Mail delivery by the settings of the start, and access to the mails that are stored as files. */
import { readdir, stat } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { connectDatabase, type DatabaseTarget } from "#backend/core/database/database.ts";
import { migrateDatabase } from "#backend/core/database/migrations.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { startPostgres } from "#backend/postgres/index.ts";
import { getDatabaseTarget } from "#harness/shop-database.ts";
import { findMailsUrl, getRecipient, readMails } from "#tests/support/mails.ts";
import { createDataDir, createShopDataDir, startShopProcess } from "./shop-process.ts";

/** Inserts a row for which the database queues one mail. */
async function insertPendingMail(target: DatabaseTarget): Promise<void> {
  const sql = connectDatabase(target, { user: "postgres", max: 1, applicationName: "test" });
  await sql`
    insert into public.technicians (name, slug, specialty, specialty_slug, description, email)
    values ('Ali', 'ali', 'Plomberie', 'plomberie', 'Vingt ans de métier', 'ali@exemple.bf')`;
  await sql`
    insert into public.messages (technician_id, name, email, phone, message)
    select id, 'Awa', 'awa@exemple.bf', '70112233', 'Une fuite sous l''évier' from public.technicians`;
  await sql.end();
}

const expectMails = (dataDir: string) =>
  expect.poll(async () => (await readMails(dataDir)).map(getRecipient));

/** Sends another Host header than the URL's, which fetch cannot do. */
function fetchFrom(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, text });
    }).on("error", reject);
  });
}

it("without a mail server mails are files, readable on this machine with the key that the start printed", async () => {
  const dataDir = await createShopDataDir();
  const shop = startShopProcess({ DATA_DIR: dataDir });
  const url = await shop.opened;
  await expect.poll(() => findMailsUrl(shop.stdout())).not.toBe("");
  const mailsUrl = findMailsUrl(shop.stdout());
  expect((await fetchFrom(mailsUrl)).text).toContain("Aucun mail pour l'instant");
  await insertPendingMail(getDatabaseTarget(dataDir));
  await expectMails(dataDir).toEqual(["ali@exemple.bf"]);
  const [file = ""] = await readdir(join(dataDir, "mails"));
  expect((await stat(join(dataDir, "mails", file))).mode & 0o777).toBe(0o600);

  const { search, searchParams } = new URL(mailsUrl);
  const cookie = `mails_key=${searchParams.get("key")}`;
  for (const path of ["/mails", `/mails/${file}`]) {
    for (const { status, text } of [
      await fetchFrom(url + path + search),
      await fetchFrom(url + path, { cookie }),
    ]) {
      expect([status, text]).toEqual([200, expect.stringContaining("ali@exemple.bf")]);
    }
    for (const [address, headers] of [
      [url + path],
      // A proxy on this machine that names the shop by its local address, and says nothing of itself.
      [url + path, { host: "127.0.0.1" }],
      [url + path + search, { host: "boutique.example" }],
      [url + path + search, { host: "127.0.0.1", "x-forwarded-proto": "https" }],
      [url + path + search, { host: "127.0.0.1", "x-real-ip": "203.0.113.7" }],
      [url + path, { host: "127.0.0.1", via: "1.1 proxy", cookie }],
    ] satisfies [string, Record<string, string>?][]) {
      const { status, text } = await fetchFrom(address, headers);
      expect([status, text]).toEqual([404, expect.not.stringContaining("ali@exemple.bf")]);
    }
  }
});

it("a shop that is reached under another name than its own says once that SITE_URL is to be set", async () => {
  const shop = startShopProcess({ DATA_DIR: await createShopDataDir(), LOG_LEVEL: "warn" });
  const url = await shop.opened;
  await fetchFrom(`${url}/robots.txt`);
  for (const host of ["boutique.example", "boutique.example", "autre.example"]) {
    await fetchFrom(`${url}/robots.txt`, { host });
  }
  // A slow machine also warns of slow statements.
  const warnings = shop
    .stderr()
    .split("\n")
    .filter((line) => line.includes("SITE_URL"));
  expect(warnings).toEqual([
    expect.stringMatching(/The shop is reached as boutique\.example, .*: set SITE_URL to the shop's public/),
  ]);
});

it.each([
  ["a mail server", { SMTP_URL: "smtp://127.0.0.1:9" }],
  ["a public address", { SITE_URL: "https://boutique.example" }],
])("a shop with %s has no such page", async (_what, env) => {
  const shop = startShopProcess({ DATA_DIR: await createShopDataDir(), ...env });
  const { status, text } = await fetchFrom(`${await shop.opened}/mails`);
  expect([status, text]).toEqual([404, expect.not.stringContaining("SMTP_URL")]);
  expect(findMailsUrl(shop.stdout())).toBe("");
});

it("with a hosted Supabase the mails are sent from here when its database is set", async () => {
  const [projectDir, dataDir] = [await createDataDir(), await createDataDir()];
  const project = await startPostgres({ dataDir: projectDir, log: createLogger("error") });
  onTestFinished(project.stop);
  await migrateDatabase(project.target("postgres"));
  await insertPendingMail(project.target("postgres"));
  const shop = startShopProcess({
    DATA_DIR: dataDir,
    SUPABASE_URL: "http://127.0.0.1:9",
    SUPABASE_ANON_KEY: "anon",
    DATABASE_URL: "postgres:///postgres",
    PGUSER: "postgres",
    PGHOST: join(projectDir, "socket"),
  });
  await shop.opened;
  await expectMails(dataDir).toEqual(["ali@exemple.bf"]);
  shop.child.kill("SIGTERM");
  expect(await shop.exited).toBe(0);
});
