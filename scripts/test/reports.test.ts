import { expect, it } from "vitest";
import { parsePlaywrightReport, parseVitestReport } from "./reports.ts";

it("counts the tests of Vitest and names those that failed", () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      {
        name: "/shop/tests/api/orders/tampering.test.ts",
        assertionResults: [
          { status: "passed", fullName: "an order is placed", failureMessages: [] },
          {
            status: "failed",
            fullName: "an order with a forged total is refused",
            failureMessages: [
              "AssertionError: expected \u001b[32m201\u001b[39m to be 400\n\n    at somewhere",
            ],
          },
        ],
      },
    ],
  };
  expect(parseVitestReport(JSON.stringify(report), "/shop")).toEqual({
    passed: 3,
    failed: 1,
    failures: [
      {
        file: "tests/api/orders/tampering.test.ts",
        title: "an order with a forged total is refused",
        reason: ["AssertionError: expected 201 to be 400", "    at somewhere"],
      },
    ],
  });
});

it("counts the tests of Playwright and names those that failed, with their groups", () => {
  const file = "phone/purchase.spec.ts";
  const report = {
    config: { rootDir: "/shop/tests/e2e" },
    stats: { expected: 7, skipped: 0, unexpected: 1, flaky: 0 },
    suites: [
      {
        title: file,
        file,
        specs: [{ title: "lines are changed", file, ok: true, tests: [{ results: [{ errors: [] }] }] }],
        suites: [
          {
            title: "an empty cart",
            file,
            specs: [
              {
                title: "says so",
                file,
                ok: false,
                tests: [{ results: [{ errors: [{ message: "Error: 1\n2\n3\n4\n5\n6\n7\n8\n9\n10" }] }] }],
              },
            ],
          },
        ],
      },
    ],
  };
  expect(parsePlaywrightReport(JSON.stringify(report), "/shop")).toEqual({
    passed: 7,
    failed: 1,
    failures: [
      {
        file: "tests/e2e/phone/purchase.spec.ts",
        title: "an empty cart says so",
        reason: ["Error: 1", "2", "3", "4", "5", "6", "7", "8", "9"],
      },
    ],
  });
});

it("rejects other text", () => {
  expect(() => parseVitestReport("{}", "/")).toThrow();
  expect(() => parsePlaywrightReport("", "/")).toThrow();
});
