/**
 * Which modules share a file. A page that asks for forty small files waits on a slow network for round trips, not for
 * bytes; one file for all makes each page carry the others' code. So modules begin in groups by who uses them, where
 * nobody loads a byte in vain, and two groups become one wherever the requests spared outweigh the bytes added.
 */

/**
 * What a file of its own costs, in packed bytes: its part of a round trip, its headers, its words packed alone. Six
 * connections bring 15 files a second at 400 ms: while the line has room, each of them could be 3 to 13 kB larger for
 * nothing. On a full line it costs its headers, so this stays below (docs/decisions/0020).
 */
export const REQUEST_COST = 2000;

export interface SharedModule {
  id: string;
  /** The pages, and the parts loaded on demand, that cannot do without it. */
  users: ReadonlySet<string>;
  /** Packed bytes, about. */
  size: number;
  imports: readonly string[];
  /** Only modules of one area share a chunk. */
  area: string;
  /** The chunk that it has to be in, with nothing but those that have to be there. */
  chunk: string | null;
}

/** What becomes one chunk. */
type Part = readonly SharedModule[];

/** How much the requests and bytes of a user count. */
type WeightOf = (user: string) => number;

interface Group {
  modules: Part;
  /** Who loads it, be it for another group's sake. */
  users: Set<string>;
  size: number;
  /** Where it may find another to be merged with; null where it must stay as it is. */
  area: string | null;
  /** All further groups that it brings. */
  needs: Set<Group>;
}

/** The modules of each chunk. The largest gain is made first; never do two chunks need each other. */
export function planChunks(modules: readonly SharedModule[], weightOf: WeightOf): Part[] {
  const byUse = Map.groupBy(
    modules,
    ({ chunk, area, users }) => chunk ?? [area, ...[...users].sort()].join(),
  );
  let parts: Part[] = [...byUse.values()];
  for (;;) {
    const groups = groupsOf(parts);
    const pair = bestPair(groups, weightOf);
    if (!pair) return parts;
    const others = groups.filter((group) => !pair.includes(group));
    parts = [...others.map((group) => group.modules), pair.flatMap((group) => group.modules)];
  }
}

function groupsOf(parts: readonly Part[]): Group[] {
  const groups = parts.map((modules) => ({
    modules,
    users: new Set(modules.flatMap(({ users }) => [...users])),
    size: modules.reduce((total, { size }) => total + size, 0),
    area: modules[0]?.chunk === null ? modules[0].area : null,
    needs: new Set<Group>(),
  }));
  const groupOf = new Map<string, Group>();
  for (const group of groups) for (const { id } of group.modules) groupOf.set(id, group);
  for (const group of groups) {
    addNeeds(group, group.needs, groupOf);
    for (const needed of group.needs) for (const user of group.users) needed.users.add(user);
  }
  return groups;
}

function addNeeds(group: Group, needs: Set<Group>, groupOf: ReadonlyMap<string, Group>): void {
  for (const id of group.modules.flatMap(({ imports }) => imports)) {
    const needed = groupOf.get(id);
    if (!needed || needed === group || needs.has(needed)) continue;
    needs.add(needed);
    addNeeds(needed, needs, groupOf);
  }
}

function bestPair(groups: readonly Group[], weightOf: WeightOf): [Group, Group] | null {
  let best: [Group, Group] | null = null;
  let most = 0;
  for (const [at, one] of groups.entries()) {
    for (const other of groups.slice(at + 1)) {
      if (one.area === null || one.area !== other.area || makesCycle(one, other)) continue;
      const gain = gainOf(one, other, weightOf);
      if (gain > most) [best, most] = [[one, other], gain];
    }
  }
  return best;
}

/** Whether one brings the other by way of a third: as one file, that file and the third would need each other. */
function makesCycle(one: Group, other: Group): boolean {
  const leads = (from: Group, to: Group) =>
    [...from.needs].some((third) => third !== to && third.needs.has(to));
  return leads(one, other) || leads(other, one);
}

/** Packed bytes over all users: a request less for who uses both, what the other brings for who uses one. */
function gainOf(one: Group, other: Group, weightOf: WeightOf): number {
  let gain = 0;
  for (const user of one.users)
    gain += weightOf(user) * (other.users.has(user) ? REQUEST_COST : -added(other, user));
  for (const user of other.users) if (!one.users.has(user)) gain -= weightOf(user) * added(one, user);
  return gain;
}

/** Packed bytes that the group brings to somebody who does not use it. */
function added(group: Group, user: string): number {
  let size = group.size;
  for (const needed of group.needs) if (!needed.users.has(user)) size += needed.size;
  return size;
}
