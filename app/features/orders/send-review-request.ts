/** Requests the later mail that asks for a review. The caller does not wait, and a failure is only logged. */
import { invokeFunction } from "#app/lib/supabase/supabase.client.ts";

export async function sendReviewRequest(orderId: string): Promise<void> {
  try {
    const response = await invokeFunction("send-review-request", { orderId });
    if (!response.ok) console.warn(`review request: answered ${response.status}`);
  } catch (error) {
    console.warn("review request: could not be sent", error);
  }
}
