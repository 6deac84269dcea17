/**
 * `npm run test:mutation -- money access --sample 10`: makes small faults in the critical parts, one at a time, and
 * counts those that the tests notice. Without a target it runs all of them; `access` stands for its four parts;
 * `--sample 10` tests at most ten mutants of each target, at equal distances, and `--only orders` those in whose
 * description this pattern is found. Prints the mutants that no test noticed,
 * and the rows of docs/mutation-testing.md.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createCatalogRunner } from "./catalog-runner.ts";
import { describeMutant } from "./mutant.ts";
import { ACCESS, databaseTargets, sourceTargets } from "./targets.ts";
import { createTypescriptMutants } from "./typescript-mutants.ts";
import { createWorkspace } from "./workspace.ts";

const { values, positionals } = parseArgs({
  options: { sample: { type: "string" }, only: { type: "string", default: "" } },
  allowPositionals: true,
});
const sampleSize = values.sample === undefined ? Number.POSITIVE_INFINITY : Number(values.sample);
const names = [...Object.keys(sourceTargets), ...Object.keys(databaseTargets), "access"];
if (positionals.some((name) => !names.includes(name)) || !(sampleSize > 0)) {
  console.error(`usage: npm run test:mutation -- [${names.join("|")}]… [--sample N] [--only PATTERN]`);
  process.exit(2);
}
const chosenMutants = new RegExp(values.only);
const chosen = new Set(
  (positionals.length > 0 ? positionals : names).flatMap((name) => (name === "access" ? ACCESS : [name])),
);

/** The first run of a target's tests may take this long; a mutant's run three times as long as that run took. */
const MAX_DURATION_MS = 600_000;

const rows: string[] = [];
if (Object.keys(sourceTargets).some((name) => chosen.has(name))) await testSources();
if (Object.keys(databaseTargets).some((name) => chosen.has(name))) await testDatabase();
console.log(
  ["", "| target | mutants | tested | killed | score |", "|---|---|---|---|---|", ...rows].join("\n"),
);
process.exit();

async function testSources(): Promise<void> {
  const workspace = await createWorkspace();
  const readSource = (file: string) => readFileSync(join(workspace.root, file), "utf8");
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => workspace.remove().finally(() => process.exit(130)));
  try {
    for (const [name, target] of Object.entries(sourceTargets)) {
      if (!chosen.has(name)) continue;
      const mutants = target.files
        .flatMap((pattern) => globSync(pattern, { cwd: workspace.root }).sort())
        .flatMap((file) => createTypescriptMutants(file, readSource(file)))
        .filter((mutant) => chosenMutants.test(describeMutant(mutant, readSource(mutant.file))));
      const start = performance.now();
      if ((await workspace.test(target.tests, MAX_DURATION_MS)) !== "passed")
        throw new Error(`The tests of ${name} fail without a mutant.`);
      const timeout = 3 * (performance.now() - start);
      await testSample(name, mutants, async (mutant) => {
        const result = await workspace.testMutant(mutant, target.tests, timeout);
        const outcome = { passed: "SURVIVED", failed: "killed", timeout: "killed (timeout)" } as const;
        return { outcome: outcome[result], description: describeMutant(mutant, readSource(mutant.file)) };
      });
    }
  } finally {
    await workspace.remove();
  }
}

async function testDatabase(): Promise<void> {
  const runner = await createCatalogRunner();
  const expectNoFailure = async (name: string, tests: readonly string[]) => {
    const failure = await runner.findFailure(tests);
    if (failure !== null) throw new Error(`The tests of ${name} fail without a mutant: ${failure}`);
  };
  try {
    for (const [name, { list, isListedOtherwise, tests }] of Object.entries(databaseTargets)) {
      if (!chosen.has(name)) continue;
      const mutants = (await runner.list(list)).filter(({ name }) => chosenMutants.test(name));
      await expectNoFailure(name, tests);
      await testSample(name, mutants, async (mutant) => {
        if (isListedOtherwise && (await runner.check(mutant, isListedOtherwise)))
          return { outcome: "killed", description: `${mutant.name} (listed otherwise)` };
        const failure = await runner.test(mutant, tests);
        if (failure === null) return { outcome: "SURVIVED", description: mutant.name };
        return { outcome: "killed", description: `${mutant.name} (${failure})` };
      });
      // What a mutant left behind would have killed the others.
      await expectNoFailure(name, tests);
    }
  } finally {
    await runner.close();
  }
}

interface Outcome {
  outcome: "SURVIVED" | "killed" | "killed (timeout)";
  description: string;
}

async function testSample<AnyMutant>(
  name: string,
  mutants: readonly AnyMutant[],
  test: (mutant: AnyMutant) => Promise<Outcome>,
): Promise<void> {
  const step = Math.max(1, mutants.length / sampleSize);
  const sample = mutants.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  console.log(`${name}: ${sample.length} of ${mutants.length} mutants`);
  let killed = 0;
  for (const [index, mutant] of sample.entries()) {
    const { outcome, description } = await test(mutant);
    if (outcome !== "SURVIVED") killed++;
    console.log(`${index + 1}/${sample.length} ${outcome} ${description}`);
  }
  const score = Math.round((100 * killed) / sample.length);
  rows.push(`| ${name} | ${mutants.length} | ${sample.length} | ${killed} | ${score} % |`);
  console.log(rows.at(-1));
}
