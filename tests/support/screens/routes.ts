/**
 * The shop's routes for the data router: the modules of `app/routes.ts`, imported lazily. The `UNSAFE_` functions
 * pass a route's data as props, as React Router's own build does (react-router 8.4.0).
 */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { createElement } from "react";
import {
  type LoaderFunction,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  matchRoutes,
  Outlet,
  type RouteObject,
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
  UNSAFE_withHydrateFallbackProps as withHydrateFallbackProps,
} from "react-router";

/** The exports of a route module that the browser's router uses. */
interface RouteModule {
  default?: Parameters<typeof withComponentProps>[0];
  ErrorBoundary?: Parameters<typeof withErrorBoundaryProps>[0];
  HydrateFallback?: Parameters<typeof withHydrateFallbackProps>[0];
  loader?: LoaderFunction;
  clientLoader?(args: LoaderFunctionArgs & { serverLoader(): Promise<unknown> }): unknown;
  clientMiddleware?: MiddlewareFunction[];
  shouldRevalidate?: RouteObject["shouldRevalidate"];
  handle?: unknown;
}

/**
 * The module file of each route. A started router accepts no fallback any more, and renders nothing without
 * one.
 */
const files = new WeakMap<RouteObject, string>();

const modules = import.meta.glob<RouteModule>("../../../app/{root.tsx,routes/**/*.{ts,tsx}}");

/**
 * The routes with the modules of this path loaded, so that their fallbacks show at first; the others are
 * lazy.
 */
export async function loadRoutes(pathname: string): Promise<RouteObject[]> {
  const { default: entries } = await import("#app/routes.ts");
  const root = toRoute({ id: "root", file: "root.tsx", path: "", children: entries });
  for (const { route } of matchRoutes([root], pathname) ?? []) {
    const lazy = route.lazy;
    if (typeof lazy !== "object") continue;
    for (const [name, read] of Object.entries(lazy)) Object.assign(route, { [name]: await read() });
    const { HydrateFallback } = await loadModule(files.get(route) ?? "");
    if (HydrateFallback) route.HydrateFallback = withHydrateFallbackProps(HydrateFallback);
    delete route.lazy;
  }
  return [root];
}

function toRoute({ id, path, index, file, children }: RouteConfigEntry): RouteObject {
  const module = () => loadModule(file);
  const route = {
    id: id ?? file.replace(/\.tsx?$/, ""),
    path,
    lazy: {
      Component: async () => withComponentProps((await module()).default ?? (() => createElement(Outlet))),
      ErrorBoundary: async () => {
        const { ErrorBoundary } = await module();
        return ErrorBoundary ? withErrorBoundaryProps(ErrorBoundary) : null;
      },
      loader: async () => toLoader(await module()),
      middleware: async () => (await module()).clientMiddleware,
      shouldRevalidate: async () => (await module()).shouldRevalidate,
      handle: async () => (await module()).handle,
    },
  };
  const object: RouteObject = index ? { ...route, index } : { ...route, children: children?.map(toRoute) };
  files.set(object, file);
  return object;
}

async function loadModule(file: string): Promise<RouteModule> {
  const load = modules[`../../../app/${file}`];
  if (!load) throw new Error(`app/routes.ts names ${file}, which is no module.`);
  return load();
}

/** The clientLoader of a route, which may call the server's loader; without one the server's loader. */
function toLoader({ loader, clientLoader }: RouteModule): LoaderFunction | undefined {
  if (!clientLoader) return loader;
  return (args) => clientLoader({ ...args, serverLoader: async () => unwrap(await loader?.(args)) });
}

/** What the router takes out of `data(…)`. */
function unwrap(loaded: unknown): unknown {
  const isWrapped = typeof loaded === "object" && loaded !== null && "data" in loaded && "init" in loaded;
  return isWrapped ? loaded.data : loaded;
}
