/**
 * Lets React Router pass over the routes whose first segment is another one when it looks for those of an address. It
 * tries every route otherwise, each from the layouts around it on, four times for a page: a tenth of its cost, most of
 * it for the screens of the admin area.
 *
 * Only in the server's build. React Router has no option for this, so the plugin changes one call of its internals
 * (react-router 8.4.0); quick-route-matching.test.ts fails when it is no longer found. The shop then still works.
 */
import type { Plugin } from "vite";

export const MATCHING_MODULE = "react-router/dist/production/lib/router/utils.js";
const CALL = "matches = matchRouteBranch(branches[i], decoded, allowPartial);";

export function quickRouteMatching(): Plugin {
  return {
    name: "quick-route-matching",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    transform: (code, id) =>
      id.endsWith(`/${MATCHING_MODULE}`) ? { code: passOverOtherRoutes(code), map: null } : null,
  };
}

export function passOverOtherRoutes(code: string): string {
  if (!code.includes(CALL)) return code;
  return `${code.replace(CALL, `if (!beginsOtherwise(branches[i].path, decoded)) ${CALL}`)}\n${beginsOtherwise}`;
}

/** Whether the pattern of a route begins with a segment that is no parameter, and the path with another one. */
export function beginsOtherwise(pattern: string, pathname: string): boolean {
  const [segment = ""] = /^\/[\w-]*(?=\/|$)/.exec(pattern) ?? [];
  return !pathname.toLowerCase().startsWith(segment.toLowerCase());
}
