/** Asks the shop to ask for a review later. Nobody waits for it, and its failure is only logged. */
import { callFunction } from "../../lib/supabase.client.ts";

export async function requestReview(orderId: string): Promise<void> {
  try {
    const response = await callFunction("send-review-request", { orderId });
    if (!response.ok) console.warn(`review request: answered ${response.status}`);
  } catch (error) {
    console.warn("review request: could not be sent", error);
  }
}
