import postgres from "postgres";
import { afterAll, expect, it, vi } from "vitest";
import { consumeRateLimit } from "./models/rate-limit.ts";
import { createSharedRateLimiter } from "./shared-rate-limiter.ts";

vi.mock("./models/rate-limit.ts");
const sql = postgres("postgres://unused");
afterAll(() => sql.end());

it("asks the database again when the rule has changed", async () => {
  const limiter = createSharedRateLimiter(sql, () => 0);
  vi.mocked(consumeRateLimit).mockResolvedValueOnce(3600).mockResolvedValueOnce(0);
  const strict = { burst: 1, perSecond: 1 / 3600 };
  expect(await limiter.consume("sign_in", strict)).toBe(3600);
  expect(await limiter.consume("sign_in", strict)).toBe(3600);
  expect(await limiter.consume("sign_in", { burst: 30, perSecond: 1 })).toBe(0);
});

it("refuses everything with a maximum of 0, and only while it is 0", async () => {
  const limiter = createSharedRateLimiter(sql, () => 0);
  const closed = { burst: 0, perSecond: 0 };
  expect(await limiter.consume("sign_in", closed)).toBe(86_400);
  expect(await limiter.peek("sign_in", closed)).toBe(86_400);
  vi.mocked(consumeRateLimit).mockResolvedValueOnce(0);
  expect(await limiter.consume("sign_in", { burst: 30, perSecond: 1 })).toBe(0);
});
