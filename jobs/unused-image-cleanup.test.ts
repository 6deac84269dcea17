import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLogger } from "#backend/core/observability/log.ts";
import { startUnusedImageCleanup } from "./unused-image-cleanup.ts";

const FUNCTIONS = join(import.meta.dirname, "../supabase/functions");
const DAY_MS = 86_400_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("calls the function as the service role twice a day until it is stopped, and soon after a failure", async () => {
  const log = createLogger("silent");
  const warned = vi.spyOn(log, "warn");
  const sent: Request[] = [];
  const fetch = async (request: Request) => {
    sent.push(request);
    return new Response("panne", { status: sent.length === 1 ? 500 : 200 });
  };
  const stop = startUnusedImageCleanup(fetch, { siteUrl: "http://shop.test", key: "service", log });
  await vi.advanceTimersByTimeAsync(DAY_MS);
  await stop();
  await vi.advanceTimersByTimeAsync(DAY_MS);
  expect(sent.map(({ method, headers }) => [method, headers.get("authorization")])).toEqual(
    Array(4).fill(["POST", "Bearer service"]),
  );
  const [, name = ""] = sent[0]?.url.split("http://shop.test/functions/v1/") ?? [];
  expect(existsSync(join(FUNCTIONS, name, "index.ts"))).toBe(true);
  expect(warned).toHaveBeenCalledOnce();
});
