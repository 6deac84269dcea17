/**
 * Looks up known weaknesses of the packages that a shop runs, by the audit service of npm's registry. That a registry has
 * no such service, or cannot be reached, is told: that nothing was found would be untrue.
 */
import { spawnSync } from "node:child_process";
import * as z from "zod";

const answerSchema = z.union([
  z.object({ metadata: z.object({ vulnerabilities: z.object({ total: z.int() }) }) }),
  z.object({ message: z.string() }),
]);

const { stdout, error } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8" });
if (error) throw error;
const answer = answerSchema.parse(JSON.parse(stdout));
if ("message" in answer) {
  console.error(
    `The registry has no audit service, or cannot be reached (${answer.message}): nothing was looked up. Another one is named so: npm_config_registry=https://registry.npmjs.org npm run audit`,
  );
  process.exitCode = 1;
} else if (answer.metadata.vulnerabilities.total > 0) {
  spawnSync("npm", ["audit", "--omit=dev"], { stdio: "inherit" });
  process.exitCode = 1;
} else {
  console.log("No known weaknesses in the packages that a shop runs.");
}
