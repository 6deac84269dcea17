/**
 * What the confirmation page shows of the order just placed. It is kept in this tab and not in the address, so
 * that nobody else's order can be had by changing a number, and a reload still shows it.
 */
import { readPrivateNote, writePrivateNote } from "../../lib/private-notes.ts";

const KEY = "order-confirmation";

interface Confirmation {
  number: string;
  /** ISO text. */
  created_at: string;
}

export function noteConfirmation({ number, created_at }: Confirmation): void {
  writePrivateNote(KEY, { number, created_at });
}

/** The order last placed in this tab, null when there was none. */
export function readConfirmation(): Confirmation | null {
  const note = readPrivateNote(KEY);
  if (typeof note !== "object" || note === null || !("number" in note) || !("created_at" in note))
    return null;
  const { number, created_at } = note;
  if (typeof number !== "string" || typeof created_at !== "string" || Number.isNaN(Date.parse(created_at)))
    return null;
  return { number, created_at };
}
