import { PassThrough } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createErrorResponse } from "./errors.ts";

test("the log entry of an unexpected failure holds its message, and no part of the database row", () => {
  const stream = new PassThrough();
  const cause = Object.assign(new Error("violates check constraint"), {
    code: "23514",
    detail: "Failing row contains ($2b$10$hash)",
    parameters: ["hunter2"],
  });
  const response = createErrorResponse(
    cause,
    new Request("http://shop.test/auth/v1/signup?token=abc"),
    pino(stream),
  );
  const line = String(stream.read());
  expect(response.status).toBe(500);
  expect(line).toContain("violates check constraint");
  expect(line).toContain("23514");
  expect(line).toContain("/auth/v1/signup");
  expect(line).not.toMatch(/hash|hunter2|token=abc/);
});

test("of two conflicting requests, one is told to retry", async () => {
  const foreignKeyViolation = Object.assign(new Error("violates foreign key constraint"), { code: "23503" });
  const request = new Request("http://shop.test/auth/v1/otp");
  const response = createErrorResponse(foreignKeyViolation, request, pino(new PassThrough()));
  expect([response.status, (await response.json()).error_code]).toEqual([409, "conflict"]);
});
