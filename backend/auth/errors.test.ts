import { PassThrough } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { errorResponse } from "./errors.ts";

test("the log of an unexpected failure holds its message, and none of the row that it was about", () => {
  const stream = new PassThrough();
  const cause = Object.assign(new Error("violates check constraint"), {
    code: "23514",
    detail: "Failing row contains ($2b$10$hash)",
    parameters: ["hunter2"],
  });
  const response = errorResponse(
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

test("of two requests that are in each other's way, one may try again", async () => {
  const gone = Object.assign(new Error("violates foreign key constraint"), { code: "23503" });
  const request = new Request("http://shop.test/auth/v1/otp");
  const response = errorResponse(gone, request, pino(new PassThrough()));
  expect([response.status, (await response.json()).error_code]).toEqual([409, "conflict"]);
});
