/** The draft of the checkout form, stored for this tab and this customer until the order is placed. */
import { readTabStorage, writeTabStorage } from "#app/lib/storage/tab-storage.ts";

const STORAGE_KEY = "checkout-form";
const fields = ["firstName", "lastName", "phone", "address", "city", "postalCode", "notes"] as const;

export type CheckoutDraft = Partial<Record<(typeof fields)[number], string>>;

/** The customer's draft; empty when there is none or it belongs to another user. */
export function readDraft(userId: string): CheckoutDraft {
  const stored = readTabStorage(STORAGE_KEY);
  if (typeof stored !== "object" || stored === null || !("userId" in stored) || stored.userId !== userId)
    return {};
  const entries = new Map(Object.entries(stored));
  const draft: CheckoutDraft = {};
  for (const field of fields) {
    const text: unknown = entries.get(field);
    if (typeof text === "string") draft[field] = text;
  }
  return draft;
}

export function writeDraft(userId: string, draft: CheckoutDraft): void {
  writeTabStorage(STORAGE_KEY, { userId, ...draft });
}

export function clearDraft(): void {
  writeTabStorage(STORAGE_KEY, null);
}
