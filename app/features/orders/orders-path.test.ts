import { PostgrestClient } from "@supabase/postgrest-js";
import { expect, it } from "vitest";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { listOrders } from "./order.queries.ts";
import { getOrdersPath } from "./orders-path.ts";

it("is what the client requests for the first page of orders", async () => {
  const urls: string[] = [];
  const client = new PostgrestClient<Database>("https://shop.example/rest/v1", {
    fetch: async (input) => {
      urls.push(String(input));
      return Response.json([]);
    },
  });
  await listOrders(client, { email: "awa+1@exemple.bf" }, null);
  expect(urls).toEqual([`https://shop.example${getOrdersPath("awa+1@exemple.bf")}`]);
});
