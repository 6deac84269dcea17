/**
 * The checks of a join: permissions on a private topic, and a subscription to changes that is ready in time.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#backend/core/database/database.ts";
import { type Logger, logRefusedAccess } from "#backend/core/observability/log.ts";
import { type AuthContext, ChannelError } from "./auth-context.ts";
import type { ClientUse } from "./client-use.ts";
import { SubscriptionError } from "./postgres-changes/index.ts";
import { queryPermissions, type TopicPermissions } from "./topics/permissions.ts";

export interface AuthorizationDeps {
  /** May take the roles of tokens. */
  sql: Sql;
  client: ClientUse;
  /** The headers of the request that was upgraded to the socket. */
  headers: Record<string, string>;
  log: Logger;
}

/** Throws a ChannelError when the caller may read neither broadcasts nor presence on a private topic. */
export async function authorizeTopic(
  topic: string,
  auth: AuthContext,
  { sql, client, headers, log }: AuthorizationDeps,
): Promise<TopicPermissions> {
  if (!client.take("topic_check")) {
    throw new ChannelError("ClientJoinRateLimitReached", "Too many private channels per second");
  }
  let permissions: TopicPermissions;
  try {
    permissions = await queryPermissions(sql, auth, topic, headers);
  } catch (error) {
    log.warn({ err: error }, "the policies of a private channel fail");
    throw new ChannelError("UnableToSetPolicies", "The policies of this channel cannot be asked");
  }
  if (permissions.broadcast.read || permissions.presence.read) return permissions;
  logRefusedAccess(log, { code: "Unauthorized", topic, role: auth.role, user: auth.sub });
  const text = `You do not have permissions to read from this Channel topic: ${topic}`;
  throw new ChannelError("Unauthorized", text);
}

/**
 * For a client that wants its reply after the subscription: the join is rejected when that takes too long.
 */
export async function waitForSubscription(subscribed: Promise<void>, timeoutMs: number): Promise<void> {
  const late = sleep(timeoutMs, undefined, { ref: false }).then(() => {
    throw new ChannelError("PostgresChangesSubscribeTimeout", "changes are not watched in time");
  });
  try {
    await Promise.race([subscribed, late]);
  } catch (error) {
    if (error instanceof SubscriptionError)
      throw new ChannelError("RealtimeDisabledForConfiguration", error.message);
    throw error;
  }
}
