/** Where the browser finds the backend, and the key it shows there: what the server put into the document's head. */

export function backendAddress(): string {
  return publicSetting("supabase-url") || window.location.origin;
}

export function anonKey(): string {
  return publicSetting("supabase-anon-key");
}

function publicSetting(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}
