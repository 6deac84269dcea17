/**
 * The PostgREST client of public pages: it reads as the anonymous role, with the fetch of the app context.
 * Only postgrest-js, since a public page needs neither sessions nor storage.
 */
import { PostgrestClient } from "@supabase/postgrest-js";
import type { RouterContextProvider } from "react-router";
import { appContext } from "#app/lib/app-context.ts";
import type { Database } from "./database.types.ts";
import { toPlainSearch } from "./plain-search.ts";

export function createAnonSupabase(context: Readonly<RouterContextProvider>): PostgrestClient<Database> {
  const { supabase } = context.get(appContext);
  const { fetch } = supabase;
  return new PostgrestClient<Database>(`${supabase.url}/rest/v1`, {
    headers: { apikey: supabase.anonKey, authorization: `Bearer ${supabase.anonKey}` },
    fetch: (input, init) => fetch(typeof input === "string" ? toPlainSearch(input) : input, init),
  });
}
