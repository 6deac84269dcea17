/**
 * The browser gets few chunks: on a network with long round trips each further file costs more than the bytes that it
 * spares. React and its router are one; what the frame of the shop uses, or two of its first pages, is another; what
 * one of these and further pages use is a third, so that the other first pages do not pay for it. What only further
 * pages share is put together as is best for them (plan.ts), and what only the back office uses apart from it. What
 * one page uses comes with that page.
 */
import { brotliCompressSync, constants } from "node:zlib";
import { minifySync, type Plugin } from "vite";
import { planChunks, type SharedModule } from "./plan.ts";

const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler)\//;
const ROUTE = /\/app\/(root|routes\/(?!parts\/)[^?]+)\.tsx/;
const OFFICE = "/app/routes/office/";
const FIRST_PAGES = ["home", "products", "product"].map((name) => `/app/routes/storefront/${name}.tsx`);
/** Around every page of the shop. */
const SHOP_FRAMES = ["/app/root.tsx", "/app/routes/storefront/layout.tsx"];
/** Around some pages: these load what the frame uses. */
const FRAMES: readonly [string, RegExp][] = [
  [
    "/app/routes/storefront/further-pages.tsx",
    /\/(account|technicians)\/|\/storefront\/(?!further|home|products?\.|cart|not-found|layout)/,
  ],
  ["/app/routes/office/office.tsx", /\/office\/(?!office)/],
  ["/app/routes/office/desk.tsx", /\/office\/(?!office|desk|login|order-slip)/],
];
/** A page of the back office is opened by few, again and again with a full cache. */
const OFFICE_WEIGHT = 0.1;

/** What the bundler tells of a module. */
interface ModuleInfo {
  code: string | null;
  importers: readonly string[];
  /** Who loads it on demand. */
  dynamicImporters: readonly string[];
  importedIds: readonly string[];
}

type InfoOf = (id: string) => ModuleInfo | null;

export function fewChunks(): Plugin {
  let chunks = new Map<string, string>();
  const groups = [
    { name: "framework", test: FRAMEWORK, priority: 1 },
    // Without what a module imports: that has its own place in the plan.
    { name: (id: string) => chunks.get(id) ?? null, includeDependenciesRecursively: false },
  ];
  // Modules can go anywhere only if a page's own file may hand out more than the page.
  const rolldownOptions = {
    preserveEntrySignatures: "allow-extension" as const,
    output: { codeSplitting: { groups } },
  };
  return {
    name: "few-chunks",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    config: () => ({ environments: { client: { build: { rolldownOptions } } } }),
    buildEnd() {
      chunks = chunksOf([...this.getModuleIds()], (id) => this.getModuleInfo(id));
    },
  };
}

/** The name of the chunk of each shared module. */
function chunksOf(ids: readonly string[], infoOf: InfoOf): Map<string, string> {
  const routes = [...new Set(ids.flatMap((id) => ROUTE.exec(id)?.[0] ?? []))];
  const shared = ids.flatMap((id) => sharedModule(id, infoOf, routes) ?? []);
  const weightOf = (user: string) => (isOfShop(user, infoOf) ? 1 : OFFICE_WEIGHT);
  const weights = new Map(shared.flatMap(({ users }) => [...users]).map((user) => [user, weightOf(user)]));
  const plan = planChunks(shared, (user) => weights.get(user) ?? 0);
  return new Map(
    plan.flatMap((group, at) => group.map(({ id, area, chunk }) => [id, chunk ?? `${area}-${at + 1}`])),
  );
}

function sharedModule(id: string, infoOf: InfoOf, routes: readonly string[]): SharedModule | null {
  const info = infoOf(id);
  if (!info || FRAMEWORK.test(id)) return null;
  // The frames themselves lie with what they use: apart, each would be a few hundred bytes that pack badly.
  if (ROUTE.test(id) && !SHOP_FRAMES.some((frame) => id.endsWith(frame))) return null;
  const users = usersOf(id, infoOf);
  const chunk = fixedChunk(users);
  if (users.length < 2 && chunk === null) return null;
  const frames = FRAMES.filter(([route]) => users.includes(route));
  const framed = routes.filter((route) => frames.some(([, pages]) => pages.test(route)));
  return {
    id,
    users: new Set([...users, ...framed]),
    size: packedSize(id, info.code ?? ""),
    imports: info.importedIds,
    area: users.some((user) => isOfShop(user, infoOf)) ? "shared" : "office",
    chunk,
  };
}

/** What all pages load, and what the first ones do, is not left to a sum: they are at their limit. */
function fixedChunk(users: readonly string[]): string | null {
  const [page, ...more] = FIRST_PAGES.filter((route) => users.includes(route));
  if (more.length > 0 || SHOP_FRAMES.some((route) => users.includes(route))) return "shop";
  return page && users.length > 1 ? `${page.replace(/.*\/|\.tsx/g, "")}-parts` : null;
}

/** The routes, and the modules loaded on demand, that cannot do without this module. */
function usersOf(id: string, infoOf: InfoOf): string[] {
  const modules = reach(id, (module) => infoOf(module)?.importers ?? []);
  const users = [...modules].flatMap(
    (module) => ROUTE.exec(module)?.[0] ?? (infoOf(module)?.dynamicImporters.length ? module : []),
  );
  return [...new Set(users)];
}

/** Whether it is a page of the shop, or one of them comes to load it. */
function isOfShop(user: string, infoOf: InfoOf): boolean {
  const loaders = reach(user, (id) => {
    const info = infoOf(id);
    return info ? [...info.importers, ...info.dynamicImporters] : [];
  });
  return [...loaders].some((id) => ROUTE.test(id) && !id.includes(OFFICE));
}

/** The module and all that lead to it. */
function reach(id: string, next: (id: string) => readonly string[], found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const module of next(id)) reach(module, next, found);
  return found;
}

/** About: without its comments, but with what is later found to be unused. */
function packedSize(id: string, code: string): number {
  const small = minifySync(id, code, { module: true }).code || code;
  return brotliCompressSync(small, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
}
