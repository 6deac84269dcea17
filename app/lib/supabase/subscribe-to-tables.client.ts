/**
 * Subscribes to the changes of tables, for the admin screens. Only the fact of a change is used: the rows are
 * then read like all others, with the permissions of the user. The official client is loaded with the first
 * call, so that no page of the shop loads it; it has one socket for all subscriptions and reconnects by
 * itself.
 */
import type { RealtimeClient } from "@supabase/realtime-js";
import { randomId } from "#app/lib/random-id.ts";
import { getAuthClient } from "./auth.client.ts";
import { getAnonKey, getSupabaseUrl } from "./config.client.ts";
import { getAccessToken } from "./supabase.client.ts";

/** The tables that the database publishes. */
export const realtimeTables = [
  "orders",
  "product_reviews",
  "messages",
  "quotes",
  "order_returns",
  "price_list_members",
  "admin_users",
] as const;
export type RealtimeTable = (typeof realtimeTables)[number];

/** Nothing more is sent: a change only says that there is something to read. */
const getKeyColumn = (table: RealtimeTable) => (table === "price_list_members" ? "user_id" : "id");

export interface TableSubscriber {
  /** Something changed in one of the tables. */
  onChange(): void;
  /** Changes are delivered from now on; earlier ones may have been missed. */
  onSubscribed(): void;
  /** No changes are delivered until `onSubscribed` is called again. */
  onDisconnected(): void;
}

/** Delay before a channel that the server has closed, or that could not be opened, is opened again. */
const RESUBSCRIBE_DELAY_MS = 5_000;
/** How long the socket stays open after the last channel: the next screen may need it. */
const IDLE_DISCONNECT_MS = 2_000;

let realtime: Promise<RealtimeClient> | null = null;

/** Subscribes; the returned function unsubscribes. Never throws: without a connection it keeps retrying. */
export function subscribeToTables(tables: readonly RealtimeTable[], subscriber: TableSubscriber): () => void {
  let ended = false;
  let unsubscribe = () => {};

  async function open() {
    try {
      const client = await getRealtimeClient();
      // Before the channel is joined: without a token it would have the permissions of a visitor until it is
      // closed.
      await client.setAuth();
      if (ended) return;
      // Nobody else may know the name: who joins the same channel sends what this screen would have to receive.
      const channel = client.channel(`office-${randomId()}`, {
        config: { postgres_changes_options: { wait: true } },
      });
      for (const table of tables) {
        channel.on(
          "postgres_changes",
          { event: "*", schema: "public", table, select: [getKeyColumn(table)] },
          () => {
            if (!ended) subscriber.onChange();
          },
        );
      }
      unsubscribe = () => void client.removeChannel(channel);
      channel.subscribe((status) => {
        if (ended) return;
        if (status === "SUBSCRIBED") return subscriber.onSubscribed();
        subscriber.onDisconnected();
        // The client rejoins by itself after any failure but this one: the server has closed the channel.
        if (status === "CLOSED") reopen();
      });
    } catch (error) {
      console.error("realtime: could not be opened", error);
      reopen();
    }
  }

  function reopen() {
    const timer = setTimeout(open, RESUBSCRIBE_DELAY_MS);
    unsubscribe = () => clearTimeout(timer);
  }

  void open();
  return () => {
    ended = true;
    unsubscribe();
  };
}

/** Whether the backend responds: checked before a revalidation that no change has caused. */
export async function isBackendReachable(): Promise<boolean> {
  try {
    const response = await fetch(`${getSupabaseUrl()}/auth/v1/health`, { headers: { apikey: getAnonKey() } });
    return response.ok;
  } catch {
    return false;
  }
}

function getRealtimeClient(): Promise<RealtimeClient> {
  realtime ??= connect().catch((error: unknown) => {
    realtime = null;
    throw error;
  });
  return realtime;
}

/**
 * The client requests the token at each heartbeat, so the channels get the new one before the old one
 * expires.
 */
async function connect(): Promise<RealtimeClient> {
  const [{ RealtimeClient }] = await Promise.all([import("@supabase/realtime-js"), getAuthClient()]);
  return new RealtimeClient(`${getSupabaseUrl().replace(/^http/, "ws")}/realtime/v1`, {
    params: { apikey: getAnonKey() },
    accessToken: getAccessToken,
    disconnectOnEmptyChannelsAfterMs: IDLE_DISCONNECT_MS,
  });
}
