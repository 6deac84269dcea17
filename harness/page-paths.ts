/** The pages of the shop from `app/routes.ts`, so that a new page is measured and tested without being listed. */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

/** The paths of all pages without a parameter: a path with one needs a row of the database. */
export function listPagePaths(): string[] {
  return listPaths(routes, "").filter((path) => !/[:*?]/.test(path));
}

/** Modules of pages are `.tsx` files; the others respond with data, or redirect. */
function listPaths(entries: readonly RouteConfigEntry[], parent: string): string[] {
  return entries.flatMap(({ path, file, children }) => {
    const own = path ? `${parent}/${path}` : parent;
    if (children) return listPaths(children, own);
    return file.endsWith(".tsx") ? [own || "/"] : [];
  });
}
