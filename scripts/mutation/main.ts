/**
 * `npm run test:mutation -- money orders --sample 10`: makes small faults in the critical parts, one at a time, and
 * counts those that the tests notice. Without a target it runs all of them; `--sample 10` tests at most ten mutants
 * of each target, at equal distances. Prints the mutants that no test noticed, and the rows of
 * docs/mutation-testing.md.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { describeMutant, type Mutant } from "./mutant.ts";
import { createSqlMutants } from "./sql-mutants.ts";
import { targets } from "./targets.ts";
import { createTypescriptMutants } from "./typescript-mutants.ts";
import { createWorkspace } from "./workspace.ts";

const { values, positionals } = parseArgs({
  options: { sample: { type: "string" } },
  allowPositionals: true,
});
const sampleSize = values.sample === undefined ? Number.POSITIVE_INFINITY : Number(values.sample);
const unknown = positionals.filter((name) => !(name in targets));
if (unknown.length > 0 || !(sampleSize > 0)) {
  console.error(`usage: npm run test:mutation -- [${Object.keys(targets).join("|")}]… [--sample N]`);
  process.exit(2);
}

/** The first run of a target's tests may take this long; a mutant's run three times as long as that run took. */
const MAX_DURATION_MS = 600_000;

const workspace = await createWorkspace();
const readSource = (file: string) => readFileSync(join(workspace.root, file), "utf8");
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => workspace.remove().finally(() => process.exit(130)));
const rows: string[] = [];
try {
  for (const [name, target] of Object.entries(targets)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const mutants = target.files
      .flatMap((pattern) => globSync(pattern, { cwd: workspace.root }).sort())
      .flatMap((file): Mutant[] => {
        const text = readSource(file);
        return target.sql
          ? createSqlMutants(file, text, target.sql, target.functions)
          : createTypescriptMutants(file, text);
      });
    const step = Math.max(1, mutants.length / sampleSize);
    const sample = mutants.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
    console.log(`${name}: ${sample.length} of ${mutants.length} mutants`);
    const start = performance.now();
    if ((await workspace.test(target.project, target.tests, MAX_DURATION_MS)) !== "passed")
      throw new Error(`The tests of ${name} fail without a mutant.`);
    const timeout = 3 * (performance.now() - start);
    let killed = 0;
    for (const [index, mutant] of sample.entries()) {
      const result = await workspace.testMutant(mutant, target.project, target.tests, timeout);
      if (result !== "passed") killed++;
      const outcome = { passed: "SURVIVED", failed: "killed", timeout: "killed (timeout)" }[result];
      const description = describeMutant(mutant, readSource(mutant.file));
      console.log(`${index + 1}/${sample.length} ${outcome} ${description}`);
    }
    const score = Math.round((100 * killed) / sample.length);
    rows.push(`| ${name} | ${mutants.length} | ${sample.length} | ${killed} | ${score} % |`);
    console.log(rows.at(-1));
  }
} finally {
  await workspace.remove();
}
console.log(
  ["", "| target | mutants | tested | killed | score |", "|---|---|---|---|---|", ...rows].join("\n"),
);
