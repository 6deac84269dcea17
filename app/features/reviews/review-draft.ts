/** A half-written review, kept for this tab until it is sent. The key says whose it is and of what. */
import { readPrivateNote, writePrivateNote } from "../../lib/private-notes.ts";

const fields = ["rating", "name", "email", "title", "comment"] as const;

type Draft = Partial<Record<(typeof fields)[number], string>>;

/** What was typed; empty when there is nothing. */
export function readDraft(key: string): Draft {
  const note = readPrivateNote(key);
  if (typeof note !== "object" || note === null) return {};
  const known = new Map(Object.entries(note));
  const draft: Draft = {};
  for (const field of fields) {
    const text: unknown = known.get(field);
    if (typeof text === "string") draft[field] = text;
  }
  return draft;
}

export function writeDraft(key: string, draft: Draft): void {
  writePrivateNote(key, draft);
}

export function forgetDraft(key: string): void {
  writePrivateNote(key, null);
}
