/**
 * Which search parameters each route reads, from the handles in React Router's server build: the key of a cached page
 * holds these and no others (app/server/page-key.ts).
 */

import { mergeHandles } from "./page-handle.ts";
import { type BuiltRoute, getBranch, getPath } from "./shop-pages.ts";

export interface RouteSearchParams {
  /** The path from the root, with its parameters: `/product/:slug`. */
  path: string;
  /** The names of the search parameters that the server reads. */
  names: readonly string[];
  /** The names of those that may occur several times. */
  repeatedNames?: readonly string[];
  /** The ids of the route and its layouts, which a request for data may name. */
  routeIds: readonly string[];
}

/** All routes with a path of their own, in the order of the build. */
export function listRouteSearchParams(
  routes: Readonly<Record<string, BuiltRoute | undefined>>,
): RouteSearchParams[] {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const layouts = new Set(all.map(({ parentId }) => parentId));
  return all
    .filter(({ id }) => !layouts.has(id))
    .map((route) => {
      const branch = getBranch(route, routes);
      const { searchParams = [], repeatedSearchParams } = mergeHandles(branch.map(({ module }) => module));
      return {
        path: getPath(branch),
        names: searchParams,
        repeatedNames: repeatedSearchParams,
        routeIds: branch.map(({ id }) => id),
      };
    });
}
