/** The backend's URL and its public key, which the server writes into the document's head. */

export function getSupabaseUrl(): string {
  return readMetaContent("supabase-url") || window.location.origin;
}

export function getAnonKey(): string {
  return readMetaContent("supabase-anon-key");
}

function readMetaContent(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}
