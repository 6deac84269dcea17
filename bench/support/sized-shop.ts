/**
 * Shops of the same kind with few and with many rows, for comparing them. They are filled before they are opened,
 * in a Postgres without durability, and can be stored and opened again: a million products take minutes.
 */
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { connectDatabase } from "#backend/core/database/database.ts";
import { migrateDatabase } from "#backend/core/database/migrations.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { startPostgres } from "#backend/postgres/index.ts";
import { fillShop } from "#harness/fill-shop.ts";
import { type ShopSize, toShopSize } from "#harness/shop-size.ts";
import { formatNumber } from "./report.ts";

/** The ratios compare both. */
export function listShopSizes(largest: number): [small: ShopSize, large: ShopSize] {
  return [
    toShopWithVariants(10_000, 1),
    // A shop of a million products has fewer customers and reviews than products.
    toShopWithVariants(largest, 5),
  ];
}

/** Three variants for each product, the categories and brands of a large shop, and a part as many customers. */
function toShopWithVariants(products: number, part: number): ShopSize {
  return {
    ...toShopSize(products),
    variants: 3 * products,
    categories: 2000,
    brands: 500,
    customers: products / part,
    reviews: products / part,
    others: products / part / 2,
  };
}

/** What is lost if the machine fails while a shop is filled is filled again. */
const FILLING_SETTINGS = [
  ...["fsync=off", "synchronous_commit=off", "full_page_writes=off"],
  ...["wal_level=minimal", "max_wal_senders=0", "max_wal_size=16GB", "shared_buffers=512MB"],
];

/** The data directory of the shop of this size in `folder`; it is filled when it is not there. */
export async function prepareSizedShop(folder: string, size: ShopSize): Promise<string> {
  const dataDir = join(folder, `${size.products}`);
  if (!existsSync(dataDir)) {
    const unfinished = `${dataDir}-unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await createFilledShop(unfinished, size);
    await rename(unfinished, dataDir);
  }
  return dataDir;
}

async function createFilledShop(dataDir: string, size: ShopSize): Promise<void> {
  const begin = performance.now();
  const report = (step: string) => {
    const seconds = Math.round((performance.now() - begin) / 1000);
    console.error(`bench: a shop with ${formatNumber(size.products)} products, ${seconds} s: ${step}`);
  };
  const postgres = await startPostgres({ dataDir, log: createLogger("warn"), settings: FILLING_SETTINGS });
  try {
    const target = postgres.target("postgres");
    await migrateDatabase(target);
    const sql = connectDatabase(target, { user: "supabase_admin", max: 1, applicationName: "bench" });
    await fillShop(sql, size, report);
    // Loaded by the sessions that the shop will open: it can write the plans of all statements into the log.
    await sql`alter database postgres set session_preload_libraries = 'auto_explain'`;
    await sql.end();
    report("filled");
  } finally {
    await postgres.stop();
  }
}
