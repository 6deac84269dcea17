/**
 * Begins requests in the turn of their networks. One thread answers everybody: a hundred connections of one client,
 * each with a request that costs half a millisecond, would put fifty of them before the next visitor, however cheaply
 * they are answered or refused. A long body has a turn of its own: a megabyte takes a tenth of a second to parse.
 */
import { AsyncResource } from "node:async_hooks";
import type { EventEmitter } from "node:events";
import { getClientNetwork } from "#backend/core/client-network.ts";
import { Overload } from "#backend/core/timing/overload.ts";

/**
 * Requests are begun for as long as all the rest of a turn of the event loop takes, and then the sockets have theirs,
 * which may bring a request of another network. With a fixed slice of a turn that is long, because much arrives and many
 * answers leave, fewer would be begun than arrive: all would wait for seconds, the cheapest too.
 */
const MIN_SLICE_MS = 1;
const MAX_SLICE_MS = 25;
/** What a network sends beyond so many is refused at once: what waits takes memory. */
const MAX_WAITING = 2_000;
/** Whoever waits longer for the thread alone is late. */
const LATE_AFTER_MS = 400;

/** A request that waits for its turn. */
interface Waiting {
  begin: () => void;
  /** Refuses it instead, in an overload; null for one that has to be begun. */
  refuse: (() => void) | null;
  /** By `performance.now()`. */
  since: number;
}

export interface Refusals<T> {
  /** The client has too many requests. */
  tooMany: (response: T) => void;
  /** More requests arrive than the thread can begin; null for one that must not be refused for that. */
  overload: ((response: T) => void) | null;
}

export class RequestTurns {
  /** By network, in the order of their next turns. */
  readonly #waiting = new Map<string, Set<Waiting>>();
  readonly #overload = new Overload(LATE_AFTER_MS);
  #isScheduled = false;
  #isSliceOver = false;
  /** When the slice before ended, by `performance.now()`; null when nobody waited then. */
  #sliceEnd: number | null = null;

  /**
   * Calls `start` in the turn of the client, in the context of the caller; never when the client has gone meanwhile: what
   * a request holds is released when its response closes. Refuses it at once when too many of its network wait.
   */
  begin<T extends EventEmitter>(
    ip: string,
    response: T,
    start: () => void,
    { tooMany, overload }: Refusals<T>,
  ): void {
    const network = getClientNetwork(ip);
    if ((this.#waiting.get(network)?.size ?? 0) >= MAX_WAITING) {
      tooMany(response);
      return;
    }
    // Not AsyncResource.bind(): it sets the prototype of a new function, whose hidden class, which V8 makes in its old
    // space, would keep the whole request until the next full collection.
    const context = new AsyncResource("Request");
    const request: Waiting = {
      begin: () => context.runInAsyncScope(start),
      refuse: overload && (() => context.runInAsyncScope(overload, null, response)),
      since: performance.now(),
    };
    this.#enqueue(network, request);
    // A client of HTTP/2 cancels thousands at once: those take no place in the queue.
    response.once("close", () => this.#waiting.get(network)?.delete(request));
  }

  /** Resolves in the turn of the client, for what takes long: nothing else is begun before the sockets had theirs. */
  take(ip: string): Promise<void> {
    return new Promise((resolve) =>
      this.#enqueue(getClientNetwork(ip), {
        begin: () => {
          // What waits for the promise comes after the slice.
          this.#isSliceOver = true;
          resolve();
        },
        refuse: null,
        since: performance.now(),
      }),
    );
  }

  #enqueue(network: string, request: Waiting): void {
    const queue = this.#waiting.get(network);
    if (!queue) {
      this.#waiting.set(network, new Set([request]));
      this.#schedule();
    } else queue.add(request);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#beginSome);
  }

  readonly #beginSome = () => {
    const begin = performance.now();
    const elsewhereMs = this.#sliceEnd === null ? 0 : begin - this.#sliceEnd;
    const end = begin + Math.min(Math.max(elsewhereMs, MIN_SLICE_MS), MAX_SLICE_MS);
    this.#isScheduled = false;
    this.#isSliceOver = false;
    do {
      for (let left = this.#waiting.size; left > 0 && !this.#isSliceOver; left--) this.#beginNext();
    } while (this.#waiting.size > 0 && !this.#isSliceOver && performance.now() < end);
    this.#sliceEnd = this.#waiting.size > 0 ? performance.now() : null;
    if (this.#waiting.size > 0) this.#schedule();
  };

  /** Of the network whose turn it is; its next turn comes after those of all others. */
  #beginNext(): void {
    const [next] = this.#waiting;
    if (!next) return;
    const [network, queue] = next;
    const [request] = queue;
    this.#waiting.delete(network);
    if (request) queue.delete(request);
    if (queue.size > 0) this.#waiting.set(network, queue);
    if (!request) return;
    const waitedMs = performance.now() - request.since;
    this.#overload.record(waitedMs);
    if (request.refuse && this.#overload.isOn() && this.#overload.isLate(waitedMs)) request.refuse();
    else request.begin();
  }
}
