/**
 * The draft of a review, stored for this tab until it is sent. The key identifies the product and the author.
 */
import { readTabStorage, writeTabStorage } from "#app/lib/storage/tab-storage.ts";

const fields = ["rating", "name", "email", "title", "comment"] as const;

type ReviewDraft = Partial<Record<(typeof fields)[number], string>>;

/** The draft; empty when there is none. */
export function readDraft(key: string): ReviewDraft {
  const stored = readTabStorage(key);
  if (typeof stored !== "object" || stored === null) return {};
  const entries = new Map(Object.entries(stored));
  const draft: ReviewDraft = {};
  for (const field of fields) {
    const text: unknown = entries.get(field);
    if (typeof text === "string") draft[field] = text;
  }
  return draft;
}

export function writeDraft(key: string, draft: ReviewDraft): void {
  writeTabStorage(key, draft);
}

export function clearDraft(key: string): void {
  writeTabStorage(key, null);
}
