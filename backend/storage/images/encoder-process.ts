/**
 * The process that transforms images, started by image-encoder.ts: one task a message, and one answer to each. It ends
 * with the shop's process, and ignores the signal of Ctrl-C, which reaches both.
 */
import { readdirSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import type { TransformTask } from "./transform.ts";

process.on("SIGINT", () => {});
process.on("disconnect", () => process.exit());
lowerPriority();
// Loaded afterwards, so that the threads which it starts have the priority too.
const { transform } = await import("./transform.ts");
process.on("message", async (task: TransformTask) => process.send?.(await transform(task)));

/** On Linux a priority is that of one thread, and of those that it starts later. */
function lowerPriority(): void {
  // A shop that runs at a lower one may not raise it again.
  const priority = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);
  setPriority(priority);
  if (process.platform !== "linux") return;
  for (const thread of readdirSync("/proc/self/task")) setPriority(Number(thread), priority);
}
