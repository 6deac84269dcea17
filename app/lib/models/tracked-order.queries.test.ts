import { PostgrestClient } from "@supabase/postgrest-js";
import { expect, it } from "vitest";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { findTrackedOrder } from "./tracked-order.queries.ts";

const HASH = "QCas1aZTXyJx2E3kqCPB6Zr9";

function createClient() {
  const requested: string[] = [];
  const fetch = (url: RequestInfo | URL) => {
    requested.push(String(url));
    return Promise.resolve(Response.json([]));
  };
  return { client: new PostgrestClient<Database>("http://shop", { fetch }), requested };
}

it.each([`082947-${HASH}`, `FACTURE 12/2026-${HASH}`])("looks for the order of %s", async (token) => {
  const { client, requested } = createClient();
  expect(await findTrackedOrder(client, token)).toBeNull();
  expect(requested).toHaveLength(1);
});

it.each(["", "\u0000", "082947", `08\u00002947-${HASH}`, `082947-${HASH}\u0000`, HASH])(
  "knows without a request that %j is no order's",
  async (token) => {
    const { client, requested } = createClient();
    expect(await findTrackedOrder(client, token)).toBeNull();
    expect(requested).toEqual([]);
  },
);
