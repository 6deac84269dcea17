/** Queries for the limits. Every function throws when the backend returns an error. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** The columns that identify a limit. */
export interface LimitKey {
  name: string;
  audience: string;
  scope: string;
}

/** What administrators change. `updated_at` identifies the version. */
export interface StoredLimit {
  /** Null sets no limit. */
  maximum: number | null;
  /** Null for a limit of what there may be at once; a limit by time stays one. */
  period_seconds: number | null;
  updated_at: string;
}

export interface Limit extends LimitKey, StoredLimit {
  /** What it protects; the database derives it from the name. */
  limit_group: string;
  label: string;
  default_maximum: number | null;
  default_period_seconds: number | null;
  refused_today: number;
  /** Today included. */
  refused_7_days: number;
  refused_30_days: number;
}

export const STORED_LIMIT_COLUMNS = "maximum,period_seconds,updated_at";

/** All limits, by label. There are some dozens. */
export async function listLimits(client: Supabase): Promise<Limit[]> {
  const { data } = await client.rpc("limits_with_refusals", undefined, { get: true }).throwOnError();
  return data;
}

/** Null when there is no such limit (any more). */
export async function findLimit(
  client: Supabase,
  { name, audience, scope }: LimitKey,
): Promise<StoredLimit | null> {
  const { data } = await client
    .from("limits")
    .select(STORED_LIMIT_COLUMNS)
    .match({ name, audience, scope })
    .maybeSingle()
    .throwOnError();
  return data;
}
