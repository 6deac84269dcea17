/**
 * The storage client as the signed-in user, for the admin area: visitors upload with upload.client.ts. The
 * official client is loaded with the first call.
 */
import type { StorageClient } from "@supabase/storage-js";
import { getAnonKey, getSupabaseUrl } from "./config.client.ts";
import { fetchAsUser } from "./supabase.client.ts";

export type SupabaseStorage = StorageClient;

let storageClient: Promise<SupabaseStorage> | null = null;

export function getStorageClient(): Promise<SupabaseStorage> {
  storageClient ??= import("@supabase/storage-js").then(
    ({ StorageClient }) =>
      new StorageClient(`${getSupabaseUrl()}/storage/v1`, { apikey: getAnonKey() }, fetchAsUser),
    (error: unknown) => {
      storageClient = null;
      throw error;
    },
  );
  return storageClient;
}
