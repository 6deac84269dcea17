/**
 * Decides which modules share a file. A page of forty small files waits for round trips on a slow network,
 * not for bytes; a single file makes each page load the others' code. So modules start in groups by their
 * users, where no page loads an unused byte, and two groups are merged where the saved requests outweigh the
 * added bytes.
 */

/**
 * The cost of a separate file, in compressed bytes: its part of a round trip, its headers, its worse
 * compression. Six connections load 15 files a second at 400 ms: while bandwidth is free, each of them could
 * be 3 to 13 kB larger at no cost. On a full line it costs only its headers, so the value is lower
 * (docs/decisions/0020).
 */
export const REQUEST_COST = 2000;

export interface SharedModule {
  id: string;
  /** The pages, and the modules loaded on demand, that depend on it. */
  users: ReadonlySet<string>;
  /** The estimated compressed size in bytes. */
  size: number;
  imports: readonly string[];
  /** Only modules of one area share a chunk. */
  area: string;
  /** The fixed chunk of the module, which no other modules may join. */
  chunk: string | null;
}

/** The modules of one chunk. */
type ModuleGroup = readonly SharedModule[];

/** The weight of the requests and bytes of a user. */
type GetWeight = (user: string) => number;

interface ChunkGroup {
  modules: ModuleGroup;
  /** The users that load it, including those that load it as a dependency. */
  users: Set<string>;
  size: number;
  /** The area in which it may be merged; null when it must not be merged. */
  area: string | null;
  /** All groups that are loaded with it. */
  dependencies: Set<ChunkGroup>;
}

/**
 * The modules of each chunk. The merge with the largest gain is made first; chunks never depend on each other
 * in a cycle.
 */
export function planChunks(modules: readonly SharedModule[], weightOf: GetWeight): ModuleGroup[] {
  const byUse = Map.groupBy(
    modules,
    ({ chunk, area, users }) => chunk ?? [area, ...[...users].sort()].join(),
  );
  let parts: ModuleGroup[] = [...byUse.values()];
  for (;;) {
    const groups = buildGroups(parts);
    const pair = findBestPair(groups, weightOf);
    if (!pair) return parts;
    const others = groups.filter((group) => !pair.includes(group));
    parts = [...others.map((group) => group.modules), pair.flatMap((group) => group.modules)];
  }
}

function buildGroups(parts: readonly ModuleGroup[]): ChunkGroup[] {
  const groups = parts.map((modules) => ({
    modules,
    users: new Set(modules.flatMap(({ users }) => [...users])),
    size: modules.reduce((total, { size }) => total + size, 0),
    area: modules[0]?.chunk === null ? modules[0].area : null,
    dependencies: new Set<ChunkGroup>(),
  }));
  const groupOf = new Map<string, ChunkGroup>();
  for (const group of groups) for (const { id } of group.modules) groupOf.set(id, group);
  for (const group of groups) {
    addDependencies(group, group.dependencies, groupOf);
    for (const needed of group.dependencies) for (const user of group.users) needed.users.add(user);
  }
  return groups;
}

function addDependencies(
  group: ChunkGroup,
  needs: Set<ChunkGroup>,
  groupOf: ReadonlyMap<string, ChunkGroup>,
): void {
  for (const id of group.modules.flatMap(({ imports }) => imports)) {
    const needed = groupOf.get(id);
    if (!needed || needed === group || needs.has(needed)) continue;
    needs.add(needed);
    addDependencies(needed, needs, groupOf);
  }
}

function findBestPair(groups: readonly ChunkGroup[], weightOf: GetWeight): [ChunkGroup, ChunkGroup] | null {
  let best: [ChunkGroup, ChunkGroup] | null = null;
  let most = 0;
  for (const [at, one] of groups.entries()) {
    for (const other of groups.slice(at + 1)) {
      if (one.area === null || one.area !== other.area || makesCycle(one, other)) continue;
      const gain = mergeGain(one, other, weightOf);
      if (gain > most) [best, most] = [[one, other], gain];
    }
  }
  return best;
}

/**
 * Whether one depends on the other through a third: merged, the file and the third would depend on each
 * other.
 */
function makesCycle(one: ChunkGroup, other: ChunkGroup): boolean {
  const leads = (from: ChunkGroup, to: ChunkGroup) =>
    [...from.dependencies].some((third) => third !== to && third.dependencies.has(to));
  return leads(one, other) || leads(other, one);
}

/** Compressed bytes over all users: one request less for users of both, the added bytes for users of one. */
function mergeGain(one: ChunkGroup, other: ChunkGroup, weightOf: GetWeight): number {
  let gain = 0;
  for (const user of one.users)
    gain += weightOf(user) * (other.users.has(user) ? REQUEST_COST : -addedBytes(other, user));
  for (const user of other.users) if (!one.users.has(user)) gain -= weightOf(user) * addedBytes(one, user);
  return gain;
}

/** The compressed bytes that the group adds for users that do not need it. */
function addedBytes(group: ChunkGroup, user: string): number {
  let size = group.size;
  for (const needed of group.dependencies) if (!needed.users.has(user)) size += needed.size;
  return size;
}
