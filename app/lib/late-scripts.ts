/**
 * Lets the goods be seen before the application is fetched. React Router asks for every module in the head of
 * the page; on a slow network these 110 kB then share the line with the first pictures, and win. Here the
 * module script of the finished page is put to sleep, with the list of its modules, and the early script wakes
 * it when the first pictures are there. Browsing needs no script, so nothing waits for it.
 *
 * It stays one element at the same place, since hydration counts the scripts of the body.
 */
import { WAITING_TYPE } from "./early-script.ts";

const MODULE_PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const MODULE_SCRIPT = /<script type="module" async="">/;

/** The page with its scripts put to sleep; a page that is built in another way is left as it is. */
export function postponeScripts(html: string): string {
  if (!MODULE_SCRIPT.test(html)) return html;
  const modules: string[] = [];
  const page = html.replace(MODULE_PRELOAD, (_element, href: string) => {
    modules.push(href);
    return "";
  });
  return page.replace(MODULE_SCRIPT, `<script type="${WAITING_TYPE}" data-modules="${modules.join(" ")}">`);
}
