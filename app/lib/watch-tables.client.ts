/**
 * Told of each change in some tables, for the screens of the back office. Only that something changed is asked for:
 * the rows are read as all others are, by whoever may see them. The official client comes with the first call, so
 * that no page of the shop carries it; it holds one socket for all that is watched and comes back by itself.
 */
import type { RealtimeClient } from "@supabase/realtime-js";
import { authClient } from "./auth.client.ts";
import { anonKey, backendAddress } from "./backend.client.ts";
import { accessToken } from "./supabase.client.ts";

/** What the database publishes. */
export const liveTables = ["orders", "product_reviews", "messages", "quotes"] as const;
export type LiveTable = (typeof liveTables)[number];

export interface TableListener {
  /** Something changed in one of the tables. */
  changed(): void;
  /** Changes are told from now on; what happened before may have been missed. */
  watching(): void;
  /** Nothing is told until `watching` comes again. */
  lost(): void;
}

/** Until a channel that the server has closed for good is opened anew. */
const REOPEN_MS = 5_000;
/** How long the socket outlives the last channel: the next screen may want one. */
const IDLE_MS = 2_000;

let realtime: Promise<RealtimeClient> | null = null;
let channels = 0;

/** Begins to listen; the function it gives back ends that. Never throws: without a connection it goes on trying. */
export function watchTables(tables: readonly LiveTable[], listener: TableListener): () => void {
  let ended = false;
  let leave = () => {};

  async function open() {
    try {
      const client = await realtimeClient();
      // Before the channel is joined: what a visitor may see would be settled for its whole life.
      await client.setAuth();
      if (ended) return;
      channels += 1;
      const channel = client.channel(`office-${channels}`, {
        config: { postgres_changes_options: { wait: true } },
      });
      for (const table of tables) {
        channel.on("postgres_changes", { event: "*", schema: "public", table, select: ["id"] }, () => {
          if (!ended) listener.changed();
        });
      }
      leave = () => void client.removeChannel(channel);
      channel.subscribe((status) => {
        if (ended) return;
        if (status === "SUBSCRIBED") return listener.watching();
        listener.lost();
        // The client joins again by itself after any failure but this one: the server has ended the channel.
        if (status === "CLOSED") reopen();
      });
    } catch (error) {
      console.error("realtime: could not be opened", error);
      reopen();
    }
  }

  function reopen() {
    const timer = setTimeout(open, REOPEN_MS);
    leave = () => clearTimeout(timer);
  }

  void open();
  return () => {
    ended = true;
    leave();
  };
}

/** Whether the backend answers at all: asked before something is read again that nobody has asked for. */
export async function isBackendReachable(): Promise<boolean> {
  try {
    const response = await fetch(`${backendAddress()}/auth/v1/health`, { headers: { apikey: anonKey() } });
    return response.ok;
  } catch {
    return false;
  }
}

function realtimeClient(): Promise<RealtimeClient> {
  realtime ??= connect().catch((error: unknown) => {
    realtime = null;
    throw error;
  });
  return realtime;
}

/** The client asks for the token at each heartbeat, so the channels get the new one before the old one ends. */
async function connect(): Promise<RealtimeClient> {
  const [{ RealtimeClient }] = await Promise.all([import("@supabase/realtime-js"), authClient()]);
  return new RealtimeClient(`${backendAddress().replace(/^http/, "ws")}/realtime/v1`, {
    params: { apikey: anonKey() },
    accessToken,
    disconnectOnEmptyChannelsAfterMs: IDLE_MS,
  });
}
