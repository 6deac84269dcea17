/** What the clients of sockets use up: all sockets of an address, and of a network, share its limits. */
import type { Limits } from "#backend/core/limits/limits.ts";
import { OpenCounts } from "#backend/core/limits/open-counts.ts";

/** What the client of one socket uses. */
export interface ClientUse {
  /** Consumes `cost` (config.ts) of a limit by time; false when the client has reached it. */
  take(
    name: "topic_check" | "broadcast_receivers" | "broadcast_bytes" | "socket_join",
    cost?: number,
  ): boolean;
  /** Counts a message that has arrived. Returns the seconds to wait when the client has sent too much. */
  takeMessageOnCredit(cost: number): number;
  /**
   * Counts what is open at once: subscriptions with the comparisons of their filters, bytes of a message that has not
   * arrived completely, or bytes that wait for the client to read them. Returns the function to call at their end; null
   * when they are more than the client may have.
   */
  hold(name: HeldName, amount: number): (() => void) | null;
}

type HeldName = "subscriptions" | "unfinished_request_bytes" | "unread_socket_bytes";

/** Returns the use of a socket's client by its address. */
export function createClientUses(limits: Limits): (ip: string) => ClientUse {
  const held: Record<HeldName, OpenCounts> = {
    subscriptions: new OpenCounts(limits, "subscriptions"),
    unfinished_request_bytes: new OpenCounts(limits, "unfinished_request_bytes"),
    unread_socket_bytes: new OpenCounts(limits, "unread_socket_bytes"),
  };
  return (ip) => ({
    take: (name, cost) => limits.take(name, ip, cost) === 0,
    takeMessageOnCredit: (cost) => limits.takeOnCredit("socket_message", ip, cost),
    hold: (name, amount) => held[name].take(ip, amount),
  });
}
