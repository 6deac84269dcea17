/** Where the mails of a shop go that was started with these settings, and who may read them there. */
import { readdir, stat } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { connectDatabase, type DatabaseTarget } from "../../backend/core/database.ts";
import { createLogger } from "../../backend/core/log.ts";
import { migrateDatabase } from "../../backend/core/migrations.ts";
import { startPostgres } from "../../backend/postgres/index.ts";
import { databaseIn } from "../../bench/support/shop-database.ts";
import { mailsIn, recipientOf } from "../support/mails.ts";
import { makeDataDir, makeShopDir, startProcess } from "./shop-process.ts";

/** Has the database owe one mail. */
async function owe(target: DatabaseTarget): Promise<void> {
  const sql = connectDatabase(target, { user: "postgres", max: 1, applicationName: "test" });
  await sql`
    insert into public.technicians (name, slug, specialty, specialty_slug, description, email)
    values ('Ali', 'ali', 'Plomberie', 'plomberie', 'Vingt ans de métier', 'ali@exemple.bf')`;
  await sql`
    insert into public.messages (technician_id, name, email, phone, message)
    select id, 'Awa', 'awa@exemple.bf', '70112233', 'Une fuite sous l''évier' from public.technicians`;
  await sql.end();
}

const arrival = (dataDir: string) => expect.poll(async () => (await mailsIn(dataDir)).map(recipientOf));

/** Asks under another name than the address's, which fetch does not do. */
function ask(url: string, host?: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    get(url, host === undefined ? {} : { headers: { host } }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, text });
    }).on("error", reject);
  });
}

it("without a mail server they are files, to be read on this machine under its own name only", async () => {
  const dataDir = await makeShopDir();
  const url = await startProcess({ DATA_DIR: dataDir }).opened;
  expect((await ask(`${url}/mails`)).text).toContain("Aucun mail pour l'instant");
  await owe(databaseIn(dataDir));
  await arrival(dataDir).toEqual(["ali@exemple.bf"]);
  const [file = ""] = await readdir(join(dataDir, "mails"));
  expect((await stat(join(dataDir, "mails", file))).mode & 0o777).toBe(0o600);

  for (const path of ["/mails", `/mails/${file}`]) {
    const { status, text } = await ask(url + path);
    expect([status, text]).toEqual([200, expect.stringContaining("ali@exemple.bf")]);
    const foreign = await ask(url + path, "boutique.example");
    expect([foreign.status, foreign.text]).toEqual([404, expect.not.stringContaining("ali@exemple.bf")]);
  }
});

it.each([
  ["a mail server", { SMTP_URL: "smtp://127.0.0.1:9" }],
  ["a public address", { SITE_URL: "https://boutique.example" }],
])("a shop with %s has no such page", async (_what, env) => {
  const shop = startProcess({ DATA_DIR: await makeShopDir(), ...env });
  const { status, text } = await ask(`${await shop.opened}/mails`);
  expect([status, text]).toEqual([404, expect.not.stringContaining("SMTP_URL")]);
  expect(shop.stdout()).not.toContain("/mails, to be read");
});

it("in front of a hosted Supabase they leave from here, when its database is named", async () => {
  const [projectDir, dataDir] = [await makeDataDir(), await makeDataDir()];
  const project = await startPostgres({ dataDir: projectDir, log: createLogger("error") });
  onTestFinished(project.stop);
  await migrateDatabase(project.target("postgres"));
  await owe(project.target("postgres"));
  const shop = startProcess({
    DATA_DIR: dataDir,
    SUPABASE_URL: "http://127.0.0.1:9",
    SUPABASE_ANON_KEY: "anon",
    DATABASE_URL: "postgres:///postgres",
    PGUSER: "postgres",
    PGHOST: join(projectDir, "socket"),
  });
  await shop.opened;
  await arrival(dataDir).toEqual(["ali@exemple.bf"]);
  shop.child.kill("SIGTERM");
  expect(await shop.exited).toBe(0);
});
