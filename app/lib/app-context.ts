/**
 * The context of each request for a page: the shop's settings and its access to Supabase. It is passed in
 * React Router's context and not in a module variable, because a module that both the server and the bundle
 * import exists twice.
 */
import { createContext } from "react-router";
import type { ShopPage } from "./pages/shop-pages.ts";

export interface AppContext {
  supabase: {
    /** Base URL of the Supabase API, without a trailing slash. */
    url: string;
    anonKey: string;
    /** Calls the backend in process when it is our own; otherwise the network's fetch. */
    fetch: typeof fetch;
  };
  /** Public origin of the shop, without a trailing slash: for canonical URLs and link previews. */
  siteUrl: string;
  /** The Supabase URL for the browser; "" is the page's own origin. */
  publicSupabaseUrl: string;
  /** How long the page may show what another page has read (shared-data.server.ts), in milliseconds; 0 for not at all. */
  sharedForMs: number;
  /** All pages, for the sitemap and robots.txt. */
  pages: readonly ShopPage[];
}

export const appContext = createContext<AppContext>();
