/**
 * Lets the images load before the application's code. React Router preloads every module in the head of the
 * page; on a slow network these 110 kB compete with the first images for the bandwidth, and win. Here the
 * module script of the rendered page gets a type that no browser runs, and the list of its modules; the
 * bootstrap script starts it when the first images are loaded. Browsing needs no script, so nothing waits for
 * it.
 *
 * The script stays one element at the same place, because hydration counts the scripts of the body.
 */
import { DEFERRED_SCRIPT_TYPE } from "./bootstrap-script.ts";

const MODULE_PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const MODULE_SCRIPT = /<script type="module" async="">/;

/** The page with its scripts deferred; a page of another structure is returned unchanged. */
export function deferScripts(html: string): string {
  if (!MODULE_SCRIPT.test(html)) return html;
  const modules: string[] = [];
  const page = html.replace(MODULE_PRELOAD, (_element, href: string) => {
    modules.push(href);
    return "";
  });
  return page.replace(
    MODULE_SCRIPT,
    `<script type="${DEFERRED_SCRIPT_TYPE}" data-modules="${modules.join(" ")}">`,
  );
}
