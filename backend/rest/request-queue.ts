/** The requests of one priority: how many of them use a connection, and those that wait for one. */
import { startDeadline } from "#backend/core/timing/deadline.ts";
import { Overload } from "#backend/core/timing/overload.ts";
import type { PriorityLimits } from "./config.ts";
import { networkBusy, poolTimeout, type RestError } from "./errors.ts";

/** A network may use a part of a priority's connections only, so that nobody else waits behind its requests. */
export interface Network {
  id: string;
  /** The maximum number of connections. */
  maximum: number;
  /** The key of the limit, for the count of refusals. */
  limitKey: string;
}

interface Waiter<Connection> {
  network: Network | null;
  /** By `performance.now()`. */
  since: number;
  resolve: (connection: Connection) => void;
  reject: (reason: Error) => void;
}

/** The maximum number of waiting requests for each connection: further ones would only time out. */
const MAX_WAITERS_PER_CONNECTION = 125;
/** The part of them that one network may have: the others are left for everybody else. */
const NETWORK_PART = 1 / 2;
/**
 * A network of which so many wait has half of its connections. Each session of Postgres keeps a processor as busy as the
 * whole shop does, so that two of a flood take half of what there is from everybody. Whoever shares a network with
 * others waits little longer: half of the connections answer some hundred short reads a second.
 */
const MANY_WAITING = 20;
/** With fewer of them for each connection, requests are slow, and not too many. */
const OVERLOAD_WAITERS_PER_CONNECTION = 4;

export class RequestQueue<Connection> {
  /** How many connections its requests may use. */
  readonly #connections: number;
  readonly #waitMs: number;
  readonly #overloadWaitMs: number;
  readonly #waiters: Waiter<Connection>[] = [];
  /** The connections in use by each network that uses any. */
  readonly #inUseByNetwork = new Map<string, number>();
  readonly #overload: Overload;
  readonly #waitingByNetwork = new Map<string, number>();
  #inUse = 0;
  /** The networks of those that may begin in this turn of the event loop, in an overload. */
  #admitted: (Network | null)[] = [];

  constructor({ connections, waitMs, overloadWaitMs = waitMs }: PriorityLimits) {
    this.#connections = connections;
    this.#waitMs = waitMs;
    this.#overloadWaitMs = overloadWaitMs;
    this.#overload = new Overload(overloadWaitMs);
  }

  get use(): { inUse: number; waiting: number } {
    return { inUse: this.#inUse, waiting: this.#waiters.length };
  }

  mayUse(network: Network | null): boolean {
    return this.#inUse < this.#connections && !this.#isAtLimit(network);
  }

  /** Counts a connection that is used without waiting. */
  take(network: Network | null): void {
    this.#overload.record(0);
    this.#countUse(network, 1);
  }

  /** Counts a connection that is returned. */
  release(network: Network | null): void {
    this.#countUse(network, -1);
  }

  /**
   * Whether a newcomer of the network may begin: not when it would wait too long, because more requests arrive than can be
   * served, and of those who would be served before it the first has waited for half of that time, or there are many. Those
   * that begin in the same turn of the event loop count, which have not come to the queue yet.
   */
  admit(newcomer: Network | null): boolean {
    if (!this.#overload.isOn()) return true;
    const use = this.#getUse(newcomer);
    const isBefore = (network: Network | null) => this.#getUse(network) <= use;
    const lateSince = performance.now() - this.#overloadWaitMs / 2;
    let before = this.#admitted.filter(isBefore).length;
    if (this.#areMany(before)) return false;
    // They wait in the order of their arrival: when the first is not late, none is. Not all of them are counted.
    for (const { network, since } of this.#waiters) {
      if (!isBefore(network)) continue;
      before++;
      if (since < lateSince || this.#areMany(before)) return false;
    }
    if (this.#admitted.length === 0) {
      setImmediate(() => {
        this.#admitted = [];
      });
    }
    this.#admitted.push(newcomer);
    return true;
  }

  /** Why a request of the network may not even wait; null when it may. */
  findRefusal(network: Network | null): RestError | null {
    const maxWaiters = this.#connections * MAX_WAITERS_PER_CONNECTION;
    if (this.#waiters.length >= maxWaiters) return poolTimeout();
    if (network === null || this.#waiters.length < maxWaiters * NETWORK_PART) return null;
    return this.#countWaiting(network) >= maxWaiters * NETWORK_PART ? networkBusy(network) : null;
  }

  /** Resolves with a connection, whose use is counted; rejects when none is free in time. */
  wait(network: Network | null): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter<Connection> = {
        network,
        since: performance.now(),
        resolve: (connection) => {
          cancelDeadline();
          resolve(connection);
        },
        reject: (reason) => {
          cancelDeadline();
          reject(reason);
        },
      };
      const waitMs = this.#overload.isOn() ? this.#overloadWaitMs : this.#waitMs;
      const cancelDeadline = startDeadline(waitMs, () => this.#refuse(waiter));
      this.#waiters.push(waiter);
      count(this.#waitingByNetwork, network, 1);
    });
  }

  /** Whether somebody waits who may have a connection now. */
  hasServable(): boolean {
    return this.#findServable() !== undefined;
  }

  /** Passes the connection to the first who may have it, of those whose networks use the fewest. */
  serve(connection: Connection): void {
    const waiter = this.#findServable();
    if (waiter === undefined) throw new Error("Nobody waits for a connection");
    const now = performance.now();
    // Whoever waited for others of their network says nothing of the rest.
    const share = this.#connections / Math.max(this.#waitingByNetwork.size, 1);
    if (this.#getUse(waiter.network) < share) this.#record(now - waiter.since);
    this.#countUse(waiter.network, 1);
    this.#remove(waiter);
    waiter.resolve(connection);
    if (!this.#overload.isOn()) return;
    for (const late of this.#waiters.filter(({ since }) => this.#overload.isLate(now - since)))
      this.#refuse(late);
  }

  /** Tells the first who may have a connection that there is none. */
  fail(reason: Error): void {
    const waiter = this.#findServable();
    if (waiter === undefined) return;
    this.#remove(waiter);
    waiter.reject(reason);
  }

  failAll(reason: Error): void {
    this.#waitingByNetwork.clear();
    for (const waiter of this.#waiters.splice(0)) waiter.reject(reason);
  }

  /** The number of waiters who could be served at once if there were enough connections. */
  countServable(): number {
    const byNetwork = new Map<string, number>();
    let servable = 0;
    for (const { network } of this.#waiters) {
      if (servable === this.#connections - this.#inUse) break;
      if (network !== null) {
        const own = byNetwork.get(network.id) ?? this.#getUse(network);
        if (own >= this.#getMaximum(network)) continue;
        byNetwork.set(network.id, own + 1);
      }
      servable++;
    }
    return servable;
  }

  #findServable(): Waiter<Connection> | undefined {
    let found: Waiter<Connection> | undefined;
    for (const waiter of this.#waiters) {
      if (!this.mayUse(waiter.network)) continue;
      const use = this.#getUse(waiter.network);
      if (use === 0) return waiter;
      if (found === undefined || use < this.#getUse(found.network)) found = waiter;
    }
    return found;
  }

  #record(waitedMs: number): void {
    this.#overload.record(this.#areMany(this.#waiters.length) ? waitedMs : 0);
  }

  #areMany(waiters: number): boolean {
    return waiters > this.#connections * OVERLOAD_WAITERS_PER_CONNECTION;
  }

  #refuse(waiter: Waiter<Connection>): void {
    const { network } = waiter;
    // The waiting of a flood end together: its last ones are no longer many.
    const isBusy = network !== null && this.#getUse(network) >= getHalf(network);
    this.#remove(waiter);
    waiter.reject(isBusy ? networkBusy(network) : poolTimeout());
  }

  #isAtLimit(network: Network | null): boolean {
    return network !== null && this.#getUse(network) >= this.#getMaximum(network);
  }

  #getUse(network: Network | null): number {
    return network === null ? 0 : (this.#inUseByNetwork.get(network.id) ?? 0);
  }

  #getMaximum(network: Network): number {
    return this.#countWaiting(network) < MANY_WAITING ? network.maximum : getHalf(network);
  }

  #countWaiting(network: Network): number {
    return this.#waitingByNetwork.get(network.id) ?? 0;
  }

  #countUse(network: Network | null, change: 1 | -1): void {
    this.#inUse += change;
    count(this.#inUseByNetwork, network, change);
  }

  #remove(waiter: Waiter<Connection>): void {
    this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
    count(this.#waitingByNetwork, waiter.network, -1);
  }
}

function getHalf({ maximum }: Network): number {
  return Math.ceil(maximum / 2);
}

function count(counts: Map<string, number>, network: Network | null, change: 1 | -1): void {
  if (network === null) return;
  const changed = (counts.get(network.id) ?? 0) + change;
  if (changed === 0) counts.delete(network.id);
  else counts.set(network.id, changed);
}
