/** For whom the process works at the moment, across pauses: a request, or a periodic task. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Span } from "@opentelemetry/api";

export interface Work {
  requestId?: string;
  /** Of the request. */
  method?: string;
  /** Of the request, without its query, which may hold secrets. */
  path?: string;
  /** The name of the periodic task. */
  task?: string;
  /** What is being traced. */
  span?: Span;
  /** Resolves in the turn of the request's client (request-turns.ts). */
  takeTurn?: () => Promise<void>;
}

const NOBODY: Work = {};

const current = new AsyncLocalStorage<Work>();

export function getWork(): Work {
  return current.getStore() ?? NOBODY;
}

/** Runs it with what is added to the work in progress. */
export function runWork<T>(added: Work, run: () => T): T {
  return current.run({ ...current.getStore(), ...added }, run);
}
