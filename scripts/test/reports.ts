/**
 * Parses the reports of the two test runners: the number of passed tests, and the failures with their errors.
 */
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

export interface FailedTest {
  /** Relative to the root. */
  file: string;
  /** With the titles of the groups around it. */
  title: string;
  /** The first lines of its errors. */
  reason: string[];
}

export interface Outcome {
  passed: number;
  failed: number;
  failures: FailedTest[];
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
    }),
  ),
});
const playwrightSuite = z.object({
  title: z.string(),
  file: z.string(),
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
const playwrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(playwrightSuite),
  stats: z.object({ expected: z.number(), unexpected: z.number() }),
});

/** Throws when the text is not a report of Vitest. */
export function parseVitestReport(json: string, root: string): Outcome {
  const report = vitestReport.parse(JSON.parse(json));
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => ({
        file: relative(root, name),
        title: fullName,
        reason: toReason(failureMessages),
      })),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures };
}

/** Throws when the text is not a report of Playwright. */
export function parsePlaywrightReport(json: string, root: string): Outcome {
  const { config, suites, stats } = playwrightReport.parse(JSON.parse(json));
  const failures = suites
    .flatMap((suite) => collectFailures(suite, []))
    .map((failure) => ({ ...failure, file: relative(root, `${config.rootDir}/${failure.file}`) }));
  return { passed: stats.expected, failed: stats.unexpected, failures };
}

type Suite = z.infer<typeof playwrightSuite>;

/** The outermost suite is the file, whose title is its path. */
function collectFailures({ file, title, specs, suites = [] }: Suite, groups: string[]): FailedTest[] {
  const around = title === file ? groups : [...groups, title];
  return [
    ...specs
      .filter(({ ok }) => !ok)
      .map((spec) => ({
        file: spec.file,
        title: [...around, spec.title].join(" "),
        reason: toReason(
          spec.tests.flatMap(({ results }) =>
            results.flatMap(({ errors }) => errors.map(({ message = "" }) => message)),
          ),
        ),
      })),
    ...suites.flatMap((suite) => collectFailures(suite, around)),
  ];
}

const MAX_ERROR_LINES = 9;

function toReason(messages: string[]): string[] {
  return messages.flatMap((message) =>
    stripVTControlCharacters(message)
      .split("\n")
      .filter((line) => line.trim() !== "")
      .slice(0, MAX_ERROR_LINES),
  );
}
