/**
 * Lets the images load before the application's code. React Router preloads every module in the head of the
 * page; on a slow network these 100 kB compete with the first images for the bandwidth, and win. Here the
 * module script of the rendered page gets a type that no browser runs, and the list of its modules; the
 * bootstrap script starts it when the first images are loaded. Browsing needs no script, so nothing waits for
 * it.
 *
 * The script stays one element at the same place, because hydration counts the scripts of the body.
 *
 * React Router has no option for this, so the two patterns below match the markup of its `Scripts` component
 * (react-router 8.4.0). This module is the only one that depends on that markup;
 * tests/pages/inline-elements.test.ts fails when it changes. The page then still works: it is returned
 * unchanged, and its scripts start at once.
 */

/** The type of the deferred script: one that no browser runs. */
export const DEFERRED_SCRIPT_TYPE = "text/deferred-module";

const MODULE_PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const MODULE_SCRIPT = '<script type="module" async="">';

/** The ends of a rendered document: each pattern is searched only where it occurs. */
export interface DocumentEnds {
  head: string;
  tail: string;
}

/** The document with its scripts deferred; one of another structure is returned unchanged. */
export function deferScripts(document: DocumentEnds): DocumentEnds {
  const modules: string[] = [];
  const head = document.head.replace(MODULE_PRELOAD, (_element, href: string) => {
    modules.push(href);
    return "";
  });
  // The application's script is one of the last elements.
  const start = document.tail.lastIndexOf(MODULE_SCRIPT);
  if (modules.length === 0 || start === -1) return document;
  const deferred = `<script type="${DEFERRED_SCRIPT_TYPE}" data-modules="${modules.join(" ")}">`;
  const rest = document.tail.slice(start + MODULE_SCRIPT.length);
  return { head, tail: document.tail.slice(0, start) + deferred + rest };
}
