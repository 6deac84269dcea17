/** Browsers that listen to a channel, and how long each was without it. */
import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel, RealtimeClient } from "@supabase/realtime-js";
import type { Shop } from "./drill-shop.ts";

export interface Sockets {
  /** The milliseconds of each interruption that has ended. */
  interruptions: readonly number[];
  /** How many are without their channel now. */
  countLost(): number;
  stop(): Promise<void>;
}

/** Resolves when all are subscribed. */
export async function openSockets({ url, anonKey }: Shop, count: number): Promise<Sockets> {
  const interruptions: number[] = [];
  const lost = new Map<RealtimeChannel, number>();
  const clients = Array.from({ length: count }, () => {
    const address = `${url.replace(/^http/, "ws")}/realtime/v1`;
    return new RealtimeClient(address, { params: { apikey: anonKey } });
  });
  await Promise.all(
    clients.map(
      (client) =>
        new Promise<void>((resolve) => {
          const channel = client.channel("drill");
          channel.subscribe((status) => {
            const since = lost.get(channel);
            if (status !== REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) {
              lost.set(channel, since ?? performance.now());
              return;
            }
            lost.delete(channel);
            if (since !== undefined) interruptions.push(performance.now() - since);
            resolve();
          });
        }),
    ),
  );
  return {
    interruptions,
    countLost: () => lost.size,
    stop: async () => {
      await Promise.all(clients.map((client) => client.removeAllChannels()));
    },
  };
}
