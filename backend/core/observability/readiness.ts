/** Whether this process can serve customers, by its parts: for whoever sends them here. It may be asked at any rate. */
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { startDeadline } from "#backend/core/timing/deadline.ts";

/** How long an answer holds. */
const VALID_MS = 1_000;
/** A part that has not answered by then is failing. */
const DEADLINE_MS = 2_000;

/** Resolves with whether the part works; a rejection says that it does not. */
export type CheckPart = () => Promise<boolean>;

export interface Readiness {
  isReady: boolean;
  parts: Record<string, "ok" | "failing">;
}

/**
 * Ready is a process whose `needed` parts all work. The `watched` ones are only told: no other process would have
 * them in order while this one has not.
 */
export function createReadinessCheck(
  needed: Readonly<Record<string, CheckPart>>,
  watched: Readonly<Record<string, CheckPart>> = {},
): () => Promise<Readiness> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let result: Promise<Readiness> | null = null;
  const check = async (): Promise<Readiness> => {
    const names = [...Object.keys(needed), ...Object.keys(watched)];
    const works = await Promise.all([...Object.values(needed), ...Object.values(watched)].map(runInTime));
    return {
      isReady: works.slice(0, Object.keys(needed).length).every(Boolean),
      parts: Object.fromEntries(names.map((name, index) => [name, works[index] ? "ok" : "failing"])),
    };
  };
  return () => {
    const now = performance.now();
    if (result === null || now - checkedAt >= VALID_MS) {
      checkedAt = now;
      result = check();
    }
    return result;
  };
}

function runInTime(check: CheckPart): Promise<boolean> {
  return new Promise((resolve) => {
    const cancelDeadline = startDeadline(DEADLINE_MS, () => resolve(false));
    check()
      .then(resolve, () => resolve(false))
      .finally(cancelDeadline);
  });
}

export function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}
