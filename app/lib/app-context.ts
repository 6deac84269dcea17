/**
 * What the process hands to the pages with each request. It travels in React Router's context and not in a
 * module variable, because a module that both the server and the bundle import exists twice.
 */
import { createContext } from "react-router";

export interface AppContext {
  supabase: {
    /** Base address of the Supabase interface, without a trailing slash. */
    url: string;
    anonKey: string;
    /** Answers in process when the backend is our own; the network's fetch otherwise. */
    fetch: typeof fetch;
  };
  /** Public origin of the shop, without a trailing slash: canonical addresses and sharing previews. */
  siteUrl: string;
  /** What the browser uses as Supabase address; "" is the page's own origin. */
  publicSupabaseUrl: string;
}

export const appContext = createContext<AppContext>();
