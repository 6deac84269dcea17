/** Why Postgres, or the program that makes a cluster, has ended: what its log says of it. */
import { open } from "node:fs/promises";

/** Whoever asks whether the server has started is told otherwise until then. */
const REASON =
  /(?:(?:FATAL|PANIC): {2}|^initdb: (?:error: )?)(?!the database system is|removing )(?<reason>[^\n]+)$/gm;
/** The log may be years old. */
const TAIL_BYTES = 8_192;

export function findReason(output: string): string | null {
  return [...output.matchAll(REASON)].at(-1)?.groups?.reason ?? null;
}

/** In brackets, for a message; empty when nothing is known. */
export async function describeReason(logFile: string): Promise<string> {
  const file = await open(logFile).catch(() => null);
  if (file === null) return "";
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read({
      position: Math.max(0, size - TAIL_BYTES),
      length: TAIL_BYTES,
    });
    const reason = findReason(buffer.toString("utf8", 0, bytesRead));
    return reason === null ? "" : ` (${reason})`;
  } finally {
    await file.close();
  }
}
