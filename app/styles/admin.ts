/** The same as full.ts for the admin area, whose stylesheet no page of the shop has. */
import { loadStylesheet } from "#app/lib/pages/stylesheets.ts";
import stylesheetUrl from "./admin.css?url";

if (!import.meta.env.SSR) await loadStylesheet("admin", stylesheetUrl);
