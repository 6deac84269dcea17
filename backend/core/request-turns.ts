/**
 * Begins requests in the turn of their networks. One thread answers everybody: a hundred connections of one client,
 * each with a request that costs half a millisecond, would put fifty of them before the next visitor, however cheaply
 * they are answered or refused.
 */
import { AsyncResource } from "node:async_hooks";
import type { EventEmitter } from "node:events";
import { getClientNetwork } from "./client-network.ts";

/** Requests are begun for so long; then the sockets have theirs, which may bring a request of another network. */
const SLICE_MS = 1;
/** A network that has more waiting is answered as they come: what waits takes memory. */
const MAX_WAITING = 2_000;

export class RequestTurns {
  /** By network, in their order. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /**
   * Calls `start` in the turn of the client, in the context of the caller; never when the client has gone meanwhile: what
   * a request holds is released when its response closes.
   */
  begin(ip: string, response: EventEmitter, start: () => void): void {
    let isClosed = false;
    response.once("close", () => {
      isClosed = true;
    });
    const begin = AsyncResource.bind(() => {
      if (!isClosed) start();
    });
    const network = getClientNetwork(ip);
    const queue = this.#waiting.get(network);
    if (!queue) {
      this.#waiting.set(network, [begin]);
      if (this.#waiting.size === 1) setImmediate(this.#beginSome);
    } else if (queue.length < MAX_WAITING) queue.push(begin);
    else begin();
  }

  readonly #beginSome = () => {
    const end = performance.now() + SLICE_MS;
    do {
      for (const [network, queue] of this.#waiting) {
        queue.shift()?.();
        if (queue.length === 0) this.#waiting.delete(network);
      }
    } while (this.#waiting.size > 0 && performance.now() < end);
    if (this.#waiting.size > 0) setImmediate(this.#beginSome);
  };
}
