/**
 * What one request may read, by who sends it, and how many of a network's requests may use the database at once. The
 * values are in the table of limits (core/limits/process-limits.ts).
 */
import { getClientNetwork, isOwnMachine } from "#backend/core/client-network.ts";
import { getLimitKey, type Limits } from "#backend/core/limits/limits.ts";
import type { LimitName } from "#backend/core/limits/process-limits.ts";
import type { Priority } from "./priority.ts";
import type { Network } from "./request-queue.ts";

/** Without an account, with one, with an administrator's, or with the secret key, which is trusted. */
export type Audience = "visitor" | "customer" | "staff" | "service";

/** Null sets no limit. */
export interface ReadLimits {
  /** The levels of embedded resources. */
  depth: number | null;
  /** The embedded resources on all levels. */
  embeds: number | null;
  /** The selected columns, filters and order terms together; each member of a logic tree is one. */
  terms: number | null;
  /** The size of the response. */
  bytes: number | null;
  /** The regular expressions of the filters; costly ones are not allowed at all where this is set. */
  patterns: number | null;
  /** The levels of embedded resources in the response of a write. */
  writeDepth: number | null;
}

export const NO_READ_LIMITS: ReadLimits = {
  depth: null,
  embeds: null,
  terms: null,
  bytes: null,
  patterns: null,
  writeDepth: null,
};

export function getAudience(role: string, anonRole: string | null, isAdministrator = false): Audience {
  if (role === anonRole) return "visitor";
  if (role === "service_role") return "service";
  return isAdministrator ? "staff" : "customer";
}

export function getReadLimits(limits: Limits, audience: Audience): ReadLimits {
  if (audience === "service") return NO_READ_LIMITS;
  const get = (name: LimitName) => limits.getMaximum(name, "request", audience);
  return {
    depth: get("read_depth"),
    embeds: get("read_embeds"),
    terms: get("read_terms"),
    bytes: get("read_bytes"),
    patterns: get("read_patterns"),
    writeDepth: get("write_depth"),
  };
}

/**
 * The caller's network with its part of the connections; null for callers without that limit: what calls from this
 * machine may be a proxy that the shop was not told of, which brings everybody.
 */
export function getNetwork(
  limits: Limits,
  { ip, audience, priority }: { ip: string; audience: Audience; priority: Priority },
): Network | null {
  // The render queue (app/server/render/render-queue.ts) shares the pages between networks.
  if (audience === "service" || priority === "page" || isOwnMachine(ip)) return null;
  const limit =
    priority === "write"
      ? ({ name: "parallel_writes", audience: "everyone", scope: "network" } as const)
      : ({ name: "parallel_reads", audience, scope: "network" } as const);
  const maximum = limits.getMaximum(limit.name, limit.scope, limit.audience);
  return maximum === null ? null : { id: getClientNetwork(ip), maximum, limitKey: getLimitKey(limit) };
}
