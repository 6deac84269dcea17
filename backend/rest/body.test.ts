import { expect, test, vi } from "vitest";
import { runWork } from "#backend/core/observability/work-context.ts";
import { readBody } from "./body.ts";

test.each([
  ["a short body", 100, true, 0],
  ["a long body", 100_000, true, 1],
  ["a long body of unknown length", 100_000, false, 1],
])(
  "%s waits for the turn of its client before it is parsed as often as it should",
  async (_, length, isKnown, turns) => {
    const takeTurn = vi.fn(async () => {});
    const body = "x".repeat(length);
    const headers: Record<string, string> = isKnown ? { "content-length": String(length) } : {};
    const request = new Request("http://shop.test/rest/v1/messages", { method: "POST", body, headers });
    expect(await runWork({ takeTurn }, () => readBody(request, 200_000))).toBe(body);
    expect(takeTurn).toHaveBeenCalledTimes(turns);
  },
);
