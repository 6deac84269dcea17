/** A backup is made of a shop that sells, and the shop that is restored from it sells on. */
import { createHash } from "node:crypto";
import { cp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLogger } from "#backend/core/observability/log.ts";
import { startPostgres } from "#backend/postgres/index.ts";
import { openShopDatabase } from "#harness/shop-database.ts";
import { liftLimits } from "#tests/support/limits.ts";
import { createProduct } from "#tests/support/products.ts";
import { ACCOUNT, connectClient, IMAGE, placeOrder, runCommand } from "./backups.ts";
import { createDataDir, createShopDataDir, expectStartupError, startShopProcess } from "./shop-process.ts";

it("a shop that sells is backed up; restored elsewhere, it has its orders, images and sessions, and sells", async () => {
  const dataDir = await createShopDataDir();
  const shop = startShopProcess({ DATA_DIR: dataDir });
  const url = await shop.opened;
  const admin = openShopDatabase(dataDir);
  await liftLimits(admin, "order");
  // A backup on a busy machine leaves time for thousands of orders.
  await createProduct(admin, { stock: 1_000_000 });
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
