/**
 * Files as the signed-in user, for the back office: visitors send theirs by upload.client.ts. The official client
 * comes with the first call.
 */
import type { StorageClient } from "@supabase/storage-js";
import { anonKey, backendAddress } from "./backend.client.ts";
import { fetchAsUser } from "./supabase.client.ts";

export type Storage = StorageClient;

let storageClient: Promise<Storage> | null = null;

export function storage(): Promise<Storage> {
  storageClient ??= import("@supabase/storage-js").then(
    ({ StorageClient }) =>
      new StorageClient(`${backendAddress()}/storage/v1`, { apikey: anonKey() }, fetchAsUser),
    (error: unknown) => {
      storageClient = null;
      throw error;
    },
  );
  return storageClient;
}
