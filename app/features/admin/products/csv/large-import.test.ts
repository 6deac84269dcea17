/** An import ends with its last chunk, also for the call that had none left. */
import { PostgrestClient } from "@supabase/postgrest-js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { ImportProgress } from "./large-import.queries.ts";
import { applyLargeImport } from "./large-import.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const APPLYING: ImportProgress = {
  id: "7d3f2a10-0000-4000-8000-000000000001",
  file_name: "import.csv",
  state: "applying",
  actor_name: "Fatou",
  is_own: true,
  left: null,
  chunks: 1,
  applied_chunks: 0,
  create: 1,
  update: 0,
  unchanged: 0,
  error: 0,
  applied: 0,
  skipped: 0,
  changes_stock: false,
};

it("does not wait after the last chunk, which the other call applied", async () => {
  let calls = 0;
  let endChunk: (response: Response) => void = () => undefined;
  const client = new PostgrestClient<Database>("http://shop", {
    fetch: () => {
      calls += 1;
      if (calls === 1) {
        return new Promise<Response>((resolve) => {
          endChunk = resolve;
        });
      }
      // The second call finds nothing to do twice; it looks again later, and this clock stands still.
      if (calls === 3) endChunk(Response.json({ ...APPLYING, state: "done", applied_chunks: 1, applied: 1 }));
      return Promise.resolve(Response.json(APPLYING));
    },
  });
  const ended = await applyLargeImport(
    client,
    APPLYING.id,
    () => true,
    () => undefined,
  );
  expect(ended).toMatchObject({ state: "done", applied: 1 });
});
