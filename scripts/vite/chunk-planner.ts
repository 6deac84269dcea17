/**
 * Plans the browser's chunks, with few files: on a network with long round trips each further file costs more
 * than the bytes that it saves. React and its router are one chunk; modules of the shop's layout, or of two
 * of its landing pages, are another; modules of one landing page and inner pages are a third, so that the
 * other landing pages do not pay for them. Modules that only inner pages share are grouped by cost
 * (plan-chunks.ts), those of the admin separately. A module of one page is part of that page's file.
 */
import { brotliCompressSync, constants } from "node:zlib";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { minifySync, type Plugin } from "vite";
import routes from "#app/routes.ts";
import { planChunks, type SharedModule } from "./plan-chunks.ts";

const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler)\//;
const ADMIN_ROUTES = "/app/routes/admin/";
/** The pages whose first view has a budget of its own (tests/e2e/desktop/page-weight.spec.ts), and the home page. */
const LANDING_PAGES = ["home", "products", "product"].map((name) => `/app/routes/storefront/${name}.tsx`);
/** The module of each route, with those of the routes inside it when it is a layout. */
const ROUTES: ReadonlyMap<string, readonly string[]> = new Map(
  listRouteModules([{ file: "root.tsx", children: routes }]),
);
/** The layouts around every landing page. */
const SHOP_LAYOUTS = [...ROUTES.keys()].filter((file) =>
  LANDING_PAGES.every((page) => ROUTES.get(file)?.includes(page)),
);
/**
 * The largest library of the inner pages has a chunk of its own: the planner would merge small helpers into it,
 * and pages that need only those would load all of it.
 */
const DATABASE_CLIENT = /\/(node_modules\/@supabase\/postgrest-js|app\/lib\/supabase\/supabase\.client\.ts)/;
/** Few users open admin pages, and repeatedly, with a full cache. */
const ADMIN_WEIGHT = 0.1;

/** The information of the bundler about a module. */
interface ModuleInfo {
  code: string | null;
  importers: readonly string[];
  /** The modules that load it on demand. */
  dynamicImporters: readonly string[];
  importedIds: readonly string[];
}

type GetModuleInfo = (id: string) => ModuleInfo | null;

export function chunkPlanner(): Plugin {
  let chunks = new Map<string, string>();
  const groups = [
    { name: "framework", test: FRAMEWORK, priority: 1 },
    // Excludes the imports of a module: they have their own place in the plan.
    { name: (id: string) => chunks.get(id) ?? null, includeDependenciesRecursively: false },
  ];
  // Modules can be placed freely only if a page's file may have more exports than the page.
  const rolldownOptions = {
    preserveEntrySignatures: "allow-extension" as const,
    // An exported text or number is part of the modules that use it: it needs no place in a shared chunk.
    optimization: { inlineConst: { mode: "all" as const, pass: 1 } },
    output: { codeSplitting: { groups } },
  };
  return {
    name: "chunk-planner",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    config: () => ({ environments: { client: { build: { rolldownOptions } } } }),
    buildEnd() {
      chunks = assignChunks([...this.getModuleIds()], (id) => this.getModuleInfo(id));
    },
  };
}

/** The files of the routes, each with those of all routes inside it. */
function listRouteModules(entries: readonly RouteConfigEntry[]): [file: string, inside: string[]][] {
  return entries.flatMap(({ file, children = [] }) => {
    const inside = listRouteModules(children);
    return [[`/app/${file}`, inside.map(([child]) => child)], ...inside];
  });
}

/** The file of a route module from its id, which may have a query; null for any other module. */
function findRoute(id: string): string | null {
  const file = id.slice(Math.max(id.lastIndexOf("/app/"), 0)).replace(/\?.*$/s, "");
  return ROUTES.has(file) ? file : null;
}

/** The name of the chunk of each shared module. */
function assignChunks(ids: readonly string[], infoOf: GetModuleInfo): Map<string, string> {
  const shared = ids.flatMap((id) => toSharedModule(id, infoOf) ?? []);
  const weightOf = (user: string) => (isStorefront(user, infoOf) ? 1 : ADMIN_WEIGHT);
  const weights = new Map(shared.flatMap(({ users }) => [...users]).map((user) => [user, weightOf(user)]));
  const plan = planChunks(shared, (user) => weights.get(user) ?? 0);
  return new Map(
    plan.flatMap((group, at) => group.map(({ id, area, chunk }) => [id, chunk ?? `${area}-${at + 1}`])),
  );
}

function toSharedModule(id: string, infoOf: GetModuleInfo): SharedModule | null {
  const info = infoOf(id);
  if (!info || FRAMEWORK.test(id)) return null;
  // The layouts are in the chunk of their modules: alone, each would be a few hundred bytes that compress
  // badly.
  const route = findRoute(id);
  if (route && !SHOP_LAYOUTS.includes(route)) return null;
  const users = findUsers(id, infoOf);
  const chunk = findFixedChunk(id, users);
  if (users.length < 2 && chunk === null) return null;
  // The pages of a layout load its modules too.
  const layouts = users.filter((user) => !SHOP_LAYOUTS.includes(user));
  const pagesInside = layouts.flatMap((layout) => ROUTES.get(layout) ?? []);
  return {
    id,
    users: new Set([...users, ...pagesInside]),
    size: estimateCompressedSize(id, info.code ?? ""),
    imports: info.importedIds,
    area: users.some((user) => isStorefront(user, infoOf)) ? "shared" : "admin",
    chunk,
  };
}

/**
 * The chunks of all pages and of the landing pages are fixed, not computed: those pages are at their budget.
 */
function findFixedChunk(id: string, users: readonly string[]): string | null {
  if (DATABASE_CLIENT.test(id)) return "database-client";
  const [page, ...more] = LANDING_PAGES.filter((route) => users.includes(route));
  if (more.length > 0 || SHOP_LAYOUTS.some((route) => users.includes(route))) return "shop";
  return page && users.length > 1 ? `${page.replace(/.*\/|\.tsx/g, "")}-shared` : null;
}

/** The routes, and the modules loaded on demand, that depend on this module. */
function findUsers(id: string, infoOf: GetModuleInfo): string[] {
  const modules = collectReachable(id, (module) => infoOf(module)?.importers ?? []);
  const users = [...modules].flatMap(
    (module) => findRoute(module) ?? (infoOf(module)?.dynamicImporters.length ? module : []),
  );
  return [...new Set(users)];
}

/** Whether it is a page of the shop, or is loaded by one. */
function isStorefront(user: string, infoOf: GetModuleInfo): boolean {
  const loaders = collectReachable(user, (id) => {
    const info = infoOf(id);
    return info ? [...info.importers, ...info.dynamicImporters] : [];
  });
  return [...loaders].some((id) => findRoute(id)?.startsWith(ADMIN_ROUTES) === false);
}

/** The module and all its transitive importers. */
function collectReachable(
  id: string,
  next: (id: string) => readonly string[],
  found = new Set<string>(),
): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const module of next(id)) collectReachable(module, next, found);
  return found;
}

/** An estimate: without comments, but before tree shaking. */
function estimateCompressedSize(id: string, code: string): number {
  const small = minifySync(id, code, { module: true }).code || code;
  return brotliCompressSync(small, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
}
