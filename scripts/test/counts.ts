/** Reads how many tests passed and failed from the reports of the two test runners. */
import { z } from "zod";

export interface Count {
  passed: number;
  failed: number;
}

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), flaky: z.number(), unexpected: z.number() }),
});

/** Throws when the text is no report of Vitest. */
export function readVitestCount(json: string): Count {
  const { numPassedTests, numFailedTests } = vitestReport.parse(JSON.parse(json));
  return { passed: numPassedTests, failed: numFailedTests };
}

/** Throws when the text is no report of Playwright. A test that passed only at a second try has passed. */
export function readPlaywrightCount(json: string): Count {
  const { expected, flaky, unexpected } = playwrightReport.parse(JSON.parse(json)).stats;
  return { passed: expected + flaky, failed: unexpected };
}
