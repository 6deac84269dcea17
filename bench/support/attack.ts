/** What an attack of one hostile visitor is. */
import type { RunningShop } from "./shop-and-baselines.ts";

/** What an attacker knows of the shop, and what prepares the attacks. */
export type AttackedShop = Pick<RunningShop, "url" | "anonKey" | "dataDir">;

export interface Attack {
  name: string;
  /**
   * Runs once, which takes as long as the shop lets it; rejects only when the signal is aborted. It counts the statuses
   * of what it does not send by `send`.
   */
  run(send: Send, signal: AbortSignal, count: (status: number) => void): Promise<unknown>;
}

export interface AttackInit extends RequestInit {
  headers?: Record<string, string>;
  /** Whether the body is dropped as it arrives: decompressing pages takes more of the processor than asking for them. */
  isDropped?: boolean;
}

/** Sends a request from this address. Resolves to the answer's status and body; 0 without an answer. */
export type Send = (
  address: string,
  path: string,
  init?: AttackInit,
) => Promise<{ status: number; body: string }>;
