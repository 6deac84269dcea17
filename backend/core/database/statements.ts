/** Tells what runs in the database, and for whom: for the log of slow statements, and for traces. */
import type { Logger } from "#backend/core/observability/log.ts";
import { getWork, runWork, type Work } from "#backend/core/observability/work-context.ts";
import { watchQuery } from "./postgres-js.ts";

/** A statement that has ended. */
export interface StatementRun {
  ms: number;
  /** The role that ran it. */
  role: string;
  method?: string | undefined;
  path?: string | undefined;
  /** The periodic task that ran it. */
  task?: string | undefined;
  /** Its text, without values: they are of customers. */
  statement: string;
}

interface Observer {
  /** Shorter ones are not told. */
  minMs: number;
  tell(run: StatementRun): void;
}

const observers = new Set<Observer>();

/** The longest part of a statement that is told. */
const MAX_LENGTH = 500;

/** Calls `tell` for each statement that ends, within the work that it is part of. Returns the function that ends it. */
export function observeStatements(minMs: number, tell: Observer["tell"]): () => void {
  const observer = { minMs, tell };
  observers.add(observer);
  return () => observers.delete(observer);
}

/** @param describe is called only when somebody is told */
export function reportStatement(ms: number, describe: () => Omit<StatementRun, "ms">): void {
  for (const { minMs, tell } of observers) {
    if (ms < minMs) continue;
    const run = describe();
    tell({ ms, ...run, statement: run.statement.replace(/\s+/g, " ").trim().slice(0, MAX_LENGTH) });
  }
}

export function logSlowStatements(minMs: number, log: Logger): () => void {
  return observeStatements(minMs, ({ ms, ...run }) =>
    log.warn({ ms: Math.round(ms), ...run }, "a slow statement"),
  );
}

/** Reports each query of a client, or of one of its transactions, when it has ended. */
export function reportQuery<Query extends object>(query: Query, role: string): Query {
  let started = 0;
  let work: Work = {};
  return watchQuery(query, {
    onStart: () => {
      started = performance.now();
      work = getWork();
    },
    onEnd: (statement) => {
      if (observers.size === 0) return;
      const { method, path, task } = work;
      const ms = performance.now() - started;
      runWork(work, () => reportStatement(ms, () => ({ role, method, path, task, statement })));
    },
  });
}
