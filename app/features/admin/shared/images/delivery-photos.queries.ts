/** Queries of the photos of deliveries: a file for each event that has one. */
import type { SupabaseStorage } from "#app/lib/supabase/storage.client.ts";

const BUCKET = "delivery-proofs";
const EXTENSION = ".jpg";

/** A link to the photo of a delivery, valid for ten minutes; null when there is none. */
export async function findPhotoUrl(
  storage: SupabaseStorage,
  orderId: string,
  eventId: string,
): Promise<string | null> {
  const { data } = await storage.from(BUCKET).createSignedUrl(`${orderId}/${eventId}${EXTENSION}`, 600);
  return data?.signedUrl ?? null;
}

/** The ids of the events of an order that have a photo. Throws the backend's own error. */
export async function listEventsWithPhoto(
  storage: SupabaseStorage,
  orderId: string,
): Promise<ReadonlySet<string>> {
  const { data, error } = await storage.from(BUCKET).list(orderId);
  if (error) throw error;
  return new Set(data.map(({ name }) => name.replace(EXTENSION, "")));
}
