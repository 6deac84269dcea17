/** The pages of the built shop, also those of the admin area, from the routes of React Router's server build. */
import { mergeHandles, type PageHandle } from "./page-handle.ts";

export interface ShopPage {
  /** The path from the root, with its parameters: `/product/:slug`. */
  path: string;
  handle: PageHandle;
}

/** The part of a route in React Router's `ServerBuild` that is read here. */
export interface BuiltRoute {
  id: string;
  parentId?: string;
  path?: string;
  module: { default?: unknown; handle?: unknown };
}

/** The routes with a component that are no layouts. A route without a component responds with data or redirects. */
export function getShopPages(routes: Readonly<Record<string, BuiltRoute | undefined>>): ShopPage[] {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const layouts = new Set(all.map(({ parentId }) => parentId));
  return all
    .filter(({ id, module }) => !layouts.has(id) && module.default !== undefined)
    .map((route) => {
      const branch = getBranch(route, routes);
      return {
        path: getPath(branch),
        handle: mergeHandles(branch.map(({ module }) => module)),
      };
    });
}

/** The path of a branch from the root, with its parameters. */
export function getPath(branch: readonly BuiltRoute[]): string {
  return `/${branch.flatMap(({ path }) => path || []).join("/")}`;
}

/** The layouts around a route, from the root on, and the route. */
export function getBranch(
  route: BuiltRoute,
  routes: Readonly<Record<string, BuiltRoute | undefined>>,
): BuiltRoute[] {
  const parent = routes[route.parentId ?? ""];
  return parent ? [...getBranch(parent, routes), route] : [route];
}
