/** The loader data of the parent routes, in the `matches` that `meta` and route components receive. */

interface RouteMatch {
  id: string;
  loaderData: unknown;
}

type DataOf<Match extends RouteMatch | undefined, Id extends string> = Extract<
  Match,
  { id: Id }
>["loaderData"];

/**
 * The data of the route with this id, which is the path of its module («routes/storefront/layout»); undefined when
 * its loader failed.
 */
export function findRouteData<Match extends RouteMatch | undefined, Id extends string>(
  matches: readonly Match[],
  id: Id,
): DataOf<Match, Id> | undefined {
  return matches.find((match): match is Extract<Match, { id: Id }> => match?.id === id)?.loaderData;
}

/** As `findRouteData`, for a route component, which is only rendered when its parents' loaders have succeeded. */
export function getRouteData<Match extends RouteMatch, Id extends string>(
  matches: readonly (Match | undefined)[],
  id: Id,
): NonNullable<DataOf<Match, Id>> {
  const data = findRouteData(matches, id);
  if (!data) throw new Error(`The route ${id} has no data`);
  return data;
}
