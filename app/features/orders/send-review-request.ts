/**
 * Asks the edge function `send-review-request` for the mail that will invite the customer to review the
 * order. Never rejects: a failure is only logged.
 */
import { invokeFunction } from "#app/lib/supabase/supabase.client.ts";

export async function sendReviewRequest(orderId: string): Promise<void> {
  try {
    const response = await invokeFunction("send-review-request", { orderId });
    if (!response.ok) console.warn(`review request: answered ${response.status}`);
  } catch (error) {
    console.warn("review request: could not be sent", error);
  }
}
