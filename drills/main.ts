/**
 * `npm run drill` runs every drill in its full form, `npm run drill -- kills --kills=30 --rate=20` one of them in another
 * size. Each prints what it did, what was acknowledged and what was found afterwards, and fails at the first difference.
 * docs/reliability.md has the results.
 */
import { backup } from "./backup.ts";
import { buyers } from "./buyers.ts";
import { checkouts } from "./checkouts.ts";
import { clock } from "./clock.ts";
import { copies } from "./copies.ts";
import { diskFull } from "./disk-full.ts";
import { hangingServices } from "./hanging-services.ts";
import { kills } from "./kills.ts";
import { openLoad } from "./open-load.ts";
import { poolExhausted } from "./pool-exhausted.ts";
import { restarts } from "./restarts.ts";
import { sameOrder } from "./same-order.ts";
import { soak } from "./soak.ts";
import { Difference, type Drill, toSeconds } from "./support/report.ts";
import { upgrade } from "./upgrade.ts";

const DRILLS: Readonly<Record<string, Drill>> = {
  kills,
  restarts,
  buyers,
  "same-order": sameOrder,
  "disk-full": diskFull,
  copies,
  upgrade,
  backup,
  "hanging-services": hangingServices,
  clock,
  "pool-exhausted": poolExhausted,
  checkouts,
  "open-load": openLoad,
  soak,
};

const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith("--"));
const given = Object.fromEntries(
  args.flatMap((arg) => {
    const { name, value } = /^--(?<name>[a-z-]+)=(?<value>\d+)$/.exec(arg)?.groups ?? {};
    return name === undefined ? [] : [[name, Number(value)]];
  }),
);
const unknown = names.find((name) => !Object.hasOwn(DRILLS, name));
if (unknown !== undefined) {
  console.error(`drill: there is no drill ${unknown}; the drills are ${Object.keys(DRILLS).join(", ")}`);
  process.exit(2);
}
for (const [name, drill] of Object.entries(DRILLS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n${name}: ${drill.title}`);
  const start = performance.now();
  try {
    await drill.run({ ...drill.sizes, ...given }, (line) => console.log(`  ${line}`));
    console.log(`  passed in ${toSeconds(performance.now() - start)}`);
  } catch (error) {
    console.log(`  FAILED: ${error instanceof Difference ? error.message : String(error)}`);
    process.exit(1);
  }
}
