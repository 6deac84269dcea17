/** The half-filled checkout form, kept for this tab and this customer until the order stands. */
import { readPrivateNote, writePrivateNote } from "../../lib/private-notes.ts";

const KEY = "checkout-form";
const fields = ["firstName", "lastName", "phone", "address", "city", "postalCode", "notes"] as const;

export type Draft = Partial<Record<(typeof fields)[number], string>>;

/** What this customer had typed; empty when there is nothing or it belongs to somebody else. */
export function readDraft(userId: string): Draft {
  const note = readPrivateNote(KEY);
  if (typeof note !== "object" || note === null || !("userId" in note) || note.userId !== userId) return {};
  const known = new Map(Object.entries(note));
  const draft: Draft = {};
  for (const field of fields) {
    const text: unknown = known.get(field);
    if (typeof text === "string") draft[field] = text;
  }
  return draft;
}

export function writeDraft(userId: string, draft: Draft): void {
  writePrivateNote(KEY, { userId, ...draft });
}

export function forgetDraft(): void {
  writePrivateNote(KEY, null);
}
