/** Asks for a return of an order. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { getAccessToken } from "#app/lib/supabase/supabase.client.ts";
import { upload } from "#app/lib/supabase/upload.client.ts";
import type { ReturnPhoto } from "./return-photo.ts";

interface ReturnRequest {
  /** Generated once for each form, so that a retry does not open a second return. */
  id: string;
  order_id: string;
  reason: string;
  lines: { position: number; quantity: number }[];
}

/** Throws when the request fails. */
export async function requestReturn(client: Supabase, request: ReturnRequest): Promise<void> {
  await client
    .rpc("open_return", { request: { ...request, lines: request.lines.map((line) => ({ ...line })) } })
    .throwOnError();
}

/** Sends the photo of an open return into the customer's own folder. False when it was not stored. */
export async function sendReturnPhoto(
  accountId: string,
  returnId: string,
  photo: ReturnPhoto,
): Promise<boolean> {
  const status = await upload({
    bucket: "return-photos",
    path: `${accountId}/${returnId}.${photo.extension}`,
    body: photo.body,
    contentType: photo.mimeType,
    token: await getAccessToken(),
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  // 409: it is stored already, and the response to an earlier try was lost.
  return status === 200 || status === 409;
}
