/** The query for the state of the shop. It throws when the backend returns an error. */
import * as z from "zod/mini";
import { shopProblemSchema } from "#app/lib/models/shop-problems.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const taskSchema = z.object({
  name: z.string(),
  intervalSeconds: z.number(),
  endedAt: z.nullable(z.string()),
  error: z.nullable(z.string()),
});

const instanceSchema = z.object({
  name: z.string(),
  version: z.string(),
  started_at: z.string(),
  seen_at: z.string(),
  database_ms: z.number(),
  disk_free_bytes: z.number(),
  disk_total_bytes: z.number(),
  certificate_ends_at: z.nullable(z.string()),
  tasks: z.array(taskSchema),
});

const stateSchema = z.object({
  checked_at: z.string(),
  problems: z.array(z.intersection(shopProblemSchema, z.object({ began_at: z.string() }))),
  instances: z.array(instanceSchema),
  backed_up_at: z.nullable(z.string()),
  mails: z.object({ waiting: z.number(), since: z.nullable(z.string()) }),
  mails_failed: z.number(),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    connections: z.number(),
    max_connections: z.number(),
  }),
});

export type ShopState = z.infer<typeof stateSchema>;
export type Instance = ShopState["instances"][number];
export type TaskRun = Instance["tasks"][number];

export async function getShopState(client: Supabase): Promise<ShopState> {
  const { data } = await client.rpc("get_shop_state", undefined, { get: true }).throwOnError();
  return stateSchema.parse(data);
}
