/**
 * Imported for its effect by the admin area, which may be reached by a navigation in the browser from a page
 * of the shop. The import waits for the stylesheet, so that nothing is shown unstyled. A page from the server
 * has the stylesheet in its head (entry.server.tsx). The promise resolves also when the stylesheet fails to
 * load: a partly styled page is better than none.
 */
import { ADMIN_STYLES_ID } from "#app/lib/pages/page-handle.ts";
import stylesheetUrl from "./admin.css?url";

if (!import.meta.env.SSR && !document.getElementById(ADMIN_STYLES_ID)) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = stylesheetUrl;
  await new Promise((resolve) => {
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
}
