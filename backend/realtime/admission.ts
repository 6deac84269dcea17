/** What lets a client onto a channel: rights on a private topic, changes that are watched in time. Else it is refused. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "../core/database.ts";
import type { Logger } from "../core/log.ts";
import { type Access, Refusal } from "./access.ts";
import { SubscriptionError } from "./postgres-changes/index.ts";
import { askRights, type Rights } from "./rooms/rights.ts";

export interface AdmissionDeps {
  /** May become the roles of tokens. */
  sql: Sql;
  /** Spends a question to the policies of a private topic; false when there were too many. */
  spendRights(): boolean;
  /** Of the request that became the socket. */
  headers: Record<string, string>;
  log: Logger;
}

/** Throws a Refusal when this caller may neither hear broadcasts on a private topic nor see who is there. */
export async function rightsOn(
  topic: string,
  access: Access,
  { sql, spendRights, headers, log }: AdmissionDeps,
): Promise<Rights> {
  if (!spendRights()) {
    throw new Refusal("ClientJoinRateLimitReached", "Too many private channels per second");
  }
  let rights: Rights;
  try {
    rights = await askRights(sql, access, topic, headers);
  } catch (error) {
    log.warn({ err: error }, "the policies of a private channel fail");
    throw new Refusal("UnableToSetPolicies", "The policies of this channel cannot be asked");
  }
  if (rights.broadcast.read || rights.presence.read) return rights;
  const text = `You do not have permissions to read from this Channel topic: ${topic}`;
  throw new Refusal("Unauthorized", text);
}

/** The client waits for its answer: when changes are not watched in time, the join is refused. */
export async function watchedInTime(watched: Promise<void>, timeoutMs: number): Promise<void> {
  const late = sleep(timeoutMs, undefined, { ref: false }).then(() => {
    throw new Refusal("PostgresChangesSubscribeTimeout", "changes are not watched in time");
  });
  try {
    await Promise.race([watched, late]);
  } catch (error) {
    if (error instanceof SubscriptionError)
      throw new Refusal("RealtimeDisabledForConfiguration", error.message);
    throw error;
  }
}
