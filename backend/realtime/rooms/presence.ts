/**
 * Who is present in one room: a key for each person or device, and under it an entry for each channel that tracks. Pure
 * state; the changes that others shall be told of are returned.
 */

/** What one channel tracks. */
export interface Entry {
  key: string;
  /** Of this tracking: another one each time. */
  ref: string;
  /** The copy of the service where it came from. */
  origin: string;
  /** JSON text of an object. */
  payload: string;
  /** The tracking that this one replaced. */
  previousRef?: string;
}

/** The JSON of `presence_state` and of either side of `presence_diff`. */
export function writeEntries(entries: Iterable<Entry>): string {
  const byKey = new Map<string, string[]>();
  for (const entry of entries) byKey.set(entry.key, [...(byKey.get(entry.key) ?? []), metaOf(entry)]);
  const keys = [...byKey].map(([key, metas]) => `${JSON.stringify(key)}:{"metas":[${metas.join(",")}]}`);
  return `{${keys.join(",")}}`;
}

function metaOf({ ref, previousRef, payload }: Entry): string {
  const own = JSON.stringify({
    phx_ref: ref,
    ...(previousRef !== undefined && { phx_ref_prev: previousRef }),
  });
  return payload === "{}" ? own : `${own.slice(0, -1)},${payload.slice(1)}`;
}

function writeDiff(joins: Entry[], leaves: Entry[]): string {
  return `{"joins":${writeEntries(joins)},"leaves":${writeEntries(leaves)}}`;
}

export class Presence {
  readonly #entries = new Map<string, Entry>();

  get entries(): Entry[] {
    return [...this.#entries.values()];
  }

  /** The length of all payloads. */
  get characters(): number {
    return this.entries.reduce((sum, { payload }) => sum + payload.length, 0);
  }

  /** The diff to tell; null when the entry was known. */
  add(entry: Entry): string | null {
    if (this.#entries.has(entry.ref)) return null;
    const previous = entry.previousRef === undefined ? undefined : this.#entries.get(entry.previousRef);
    if (previous) this.#entries.delete(previous.ref);
    this.#entries.set(entry.ref, entry);
    return writeDiff([entry], previous ? [previous] : []);
  }

  /** The diff to tell; null when nobody leaves. */
  remove(leaves: (entry: Entry) => boolean): string | null {
    const gone = this.entries.filter(leaves);
    for (const { ref } of gone) this.#entries.delete(ref);
    return gone.length > 0 ? writeDiff([], gone) : null;
  }
}
