/**
 * The presence state of one topic: a key for each person or device, and under it an entry for each channel
 * that tracks. Pure state; each change returns the diff to send to the members.
 */

/** The tracked state of one channel. */
export interface PresenceEntry {
  key: string;
  /** Unique for each call of track. */
  ref: string;
  /** The instance that the channel is on. */
  origin: string;
  /** JSON text of an object. */
  payload: string;
  /** The ref of the entry that this one replaces. */
  previousRef?: string;
}

/** The JSON of `presence_state` and of either side of `presence_diff`. */
export function serializeEntries(entries: Iterable<PresenceEntry>): string {
  const byKey = new Map<string, string[]>();
  for (const entry of entries) {
    const metas = byKey.get(entry.key);
    if (metas) metas.push(metaOf(entry));
    else byKey.set(entry.key, [metaOf(entry)]);
  }
  const keys = [...byKey].map(([key, metas]) => `${JSON.stringify(key)}:{"metas":[${metas.join(",")}]}`);
  return `{${keys.join(",")}}`;
}

function metaOf({ ref, previousRef, payload }: PresenceEntry): string {
  const own = JSON.stringify({
    phx_ref: ref,
    ...(previousRef !== undefined && { phx_ref_prev: previousRef }),
  });
  return payload === "{}" ? own : `${own.slice(0, -1)},${payload.slice(1)}`;
}

function serializeDiff(joins: PresenceEntry[], leaves: PresenceEntry[]): string {
  return `{"joins":${serializeEntries(joins)},"leaves":${serializeEntries(leaves)}}`;
}

export class Presence {
  readonly #entries = new Map<string, PresenceEntry>();

  get entries(): PresenceEntry[] {
    return [...this.#entries.values()];
  }

  /** The length of all payloads. */
  get payloadLength(): number {
    return this.entries.reduce((sum, { payload }) => sum + payload.length, 0);
  }

  /** The diff to send; null when the entry is known already. */
  add(entry: PresenceEntry): string | null {
    if (this.#entries.has(entry.ref)) return null;
    const previous = entry.previousRef === undefined ? undefined : this.#entries.get(entry.previousRef);
    if (previous) this.#entries.delete(previous.ref);
    this.#entries.set(entry.ref, entry);
    return serializeDiff([entry], previous ? [previous] : []);
  }

  /** The diff to send; null when no entry was removed. */
  remove(leaves: (entry: PresenceEntry) => boolean): string | null {
    const gone = this.entries.filter(leaves);
    for (const { ref } of gone) this.#entries.delete(ref);
    return gone.length > 0 ? serializeDiff([], gone) : null;
  }
}
