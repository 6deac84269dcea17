/** The draft of the checkout form, stored for this tab and this customer until the order is placed. */
import { readDraftTexts } from "#app/lib/storage/draft-texts.ts";
import { readTabStorage, writeTabStorage } from "#app/lib/storage/tab-storage.ts";

const STORAGE_KEY = "checkout-form";
const PROMO_CODE_KEY = "checkout-promo-code";
export const draftFields = [
  "firstName",
  "lastName",
  "phone",
  "address",
  "city",
  "postalCode",
  "quarter",
  "landmark",
  "position",
  "pickupPoint",
  "deliveryDay",
  "deliveryHalf",
  "notes",
] as const;

export type CheckoutDraft = Partial<Record<(typeof draftFields)[number], string>>;

/** The customer's draft; empty when there is none or it belongs to another user. */
export function readCheckoutDraft(userId: string): CheckoutDraft {
  const stored = readTabStorage(STORAGE_KEY);
  const isOwn =
    typeof stored === "object" && stored !== null && "userId" in stored && stored.userId === userId;
  return isOwn ? readDraftTexts(stored, draftFields) : {};
}

export function writeCheckoutDraft(userId: string, draft: CheckoutDraft): void {
  writeTabStorage(STORAGE_KEY, { userId, ...draft });
}

/** The promo code that the customer has entered for this order; null without one. */
export function readDraftPromoCode(userId: string): string | null {
  const { userId: owner, code } = readDraftTexts(readTabStorage(PROMO_CODE_KEY), ["userId", "code"]);
  return owner === userId && code ? code : null;
}

export function writeDraftPromoCode(userId: string, code: string | null): void {
  writeTabStorage(PROMO_CODE_KEY, code === null ? null : { userId, code });
}

export function clearCheckoutDraft(): void {
  writeTabStorage(STORAGE_KEY, null);
  writeTabStorage(PROMO_CODE_KEY, null);
}
