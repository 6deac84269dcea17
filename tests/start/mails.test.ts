/** Mail delivery by the settings of the start, and access to the mails that are stored as files. */
import { readdir, stat } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { connectDatabase, type DatabaseTarget } from "#backend/core/database.ts";
import { createLogger } from "#backend/core/log.ts";
import { migrateDatabase } from "#backend/core/migrations.ts";
import { startPostgres } from "#backend/postgres/index.ts";
import { getDatabaseTarget } from "#bench/support/shop-database.ts";
import { getRecipient, readMails } from "#tests/support/mails.ts";
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
function fetchFrom(url: string, host?: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    get(url, host === undefined ? {} : { headers: { host } }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, text });
    }).on("error", reject);
  });
}

it("without a mail server mails are files, readable on this machine under its own host name only", async () => {
  const dataDir = await createShopDataDir();
  const url = await startShopProcess({ DATA_DIR: dataDir }).opened;
  expect((await fetchFrom(`${url}/mails`)).text).toContain("Aucun mail pour l'instant");
  await insertPendingMail(getDatabaseTarget(dataDir));
  await expectMails(dataDir).toEqual(["ali@exemple.bf"]);
  const [file = ""] = await readdir(join(dataDir, "mails"));
  expect((await stat(join(dataDir, "mails", file))).mode & 0o777).toBe(0o600);

  for (const path of ["/mails", `/mails/${file}`]) {
    const { status, text } = await fetchFrom(url + path);
    expect([status, text]).toEqual([200, expect.stringContaining("ali@exemple.bf")]);
    const foreign = await fetchFrom(url + path, "boutique.example");
    expect([foreign.status, foreign.text]).toEqual([404, expect.not.stringContaining("ali@exemple.bf")]);
  }
});

it.each([
  ["a mail server", { SMTP_URL: "smtp://127.0.0.1:9" }],
  ["a public address", { SITE_URL: "https://boutique.example" }],
])("a shop with %s has no such page", async (_what, env) => {
  const shop = startShopProcess({ DATA_DIR: await createShopDataDir(), ...env });
  const { status, text } = await fetchFrom(`${await shop.opened}/mails`);
  expect([status, text]).toEqual([404, expect.not.stringContaining("SMTP_URL")]);
  expect(shop.stdout()).not.toContain("/mails, to be read");
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
