/**
 * The draft of a review, stored for this tab until it is sent. The key identifies the product and the author.
 */
import { readDraftTexts } from "#app/lib/storage/draft-texts.ts";
import { readTabStorage, writeTabStorage } from "#app/lib/storage/tab-storage.ts";

const fields = ["rating", "name", "email", "title", "comment"] as const;

type ReviewDraft = Partial<Record<(typeof fields)[number], string>>;

/** The draft; empty when there is none. */
export function readReviewDraft(key: string): ReviewDraft {
  return readDraftTexts(readTabStorage(key), fields);
}

export function writeReviewDraft(key: string, draft: ReviewDraft): void {
  writeTabStorage(key, draft);
}

export function clearReviewDraft(key: string): void {
  writeTabStorage(key, null);
}
