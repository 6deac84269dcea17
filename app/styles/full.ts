/**
 * Imported for its effect by everything that needs the full stylesheet: the inner pages, which a visitor may
 * reach by a navigation in the browser, and components that the landing pages load on demand. The import
 * waits for the stylesheet, so that nothing is shown unstyled. A page from the server has the stylesheet in
 * its head (entry.server.tsx).
 */
import { loadStylesheet } from "#app/lib/pages/stylesheets.ts";
import stylesheetUrl from "./full.css?url";

if (!import.meta.env.SSR) await loadStylesheet("full", stylesheetUrl);
