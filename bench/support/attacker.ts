/**
 * The program of the attacker, in a process of its own: the shoppers' times are measured in another, and would include
 * the attacker's own work.
 */
import { readFile } from "node:fs/promises";
import { setDefaultCACertificates } from "node:tls";
import { openShopDatabase } from "#harness/shop-database.ts";
import type { AttackedShop } from "./attack.ts";
import { listAttacks, repeatAttack } from "./attacks.ts";
import { CERTIFICATE } from "./shop-and-baselines.ts";

const [, , url = "", anonKey = "", dataDir = ""] = process.argv;
const shop: AttackedShop = { url, anonKey, dataDir };
setDefaultCACertificates([await readFile(CERTIFICATE, "utf8")]);
const sql = openShopDatabase(dataDir);
const attacks = await listAttacks(shop, sql);

let stop = new AbortController();
/** The name of the attack to begin; another text ends it. */
process.on("message", async (name: string) => {
  stop.abort();
  const attack = attacks.find((one) => one.name === name);
  if (!attack) return;
  stop = new AbortController();
  process.send?.([...(await repeatAttack(shop, attack, stop.signal))]);
});
process.on("disconnect", () => process.exit());
process.send?.(attacks.map(({ name }) => name));
