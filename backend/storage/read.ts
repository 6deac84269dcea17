/**
 * Finding and opening an object that is asked for, in each of the ways it may be: by a caller whom policies let read
 * it, by anyone in a public bucket, by whoever holds a signed address.
 */
import type { FileHandle } from "node:fs/promises";
import { isValidKey, type ObjectAddress } from "./address.ts";
import { type Actor, actAs, callerOf, OWNER } from "./caller.ts";
import type { StorageContext, StorageDeps } from "./endpoint.ts";
import { noSuchBucket, noSuchKey } from "./errors.ts";
import { type Bucket, findBucket } from "./models/bucket.ts";
import { findObject, type StoredObject } from "./models/object.ts";

export interface Found {
  object: StoredObject;
  bucket: Bucket;
  /** Whether it goes to anyone, so that whoever stands in between may keep it. */
  isPublic: boolean;
}

export type Find = () => Promise<Found>;

/** An object replaced while it is looked for is looked for again, this often. */
const ATTEMPTS = 5;

/** Throws NoSuchBucket for a bucket that is not public, NoSuchKey. */
export async function findPublic(deps: StorageDeps, address: ObjectAddress): Promise<Found> {
  const bucket = await findBucket(deps.sql, address.bucketId);
  if (!bucket?.public) throw noSuchBucket();
  return { object: await find(deps, address, OWNER), bucket, isPublic: true };
}

/** As the caller, unless the bucket is public anyway. Throws NoSuchBucket, NoSuchKey, AccessDenied. */
export async function findForCaller(
  deps: StorageDeps,
  address: ObjectAddress,
  c: StorageContext,
): Promise<Found> {
  const bucket = await findBucket(deps.sql, address.bucketId);
  if (!bucket) throw noSuchBucket();
  const actor = bucket.public ? OWNER : callerOf(c);
  return { object: await find(deps, address, actor), bucket, isPublic: false };
}

/** For whoever holds an address that was signed for it. Throws NoSuchBucket, NoSuchKey. */
export async function findSigned(deps: StorageDeps, address: ObjectAddress): Promise<Found> {
  const bucket = await findBucket(deps.sql, address.bucketId);
  if (!bucket) throw noSuchBucket();
  return { object: await find(deps, address, OWNER), bucket, isPublic: false };
}

async function find({ sql }: StorageDeps, address: ObjectAddress, actor: Actor): Promise<StoredObject> {
  if (!isValidKey(address.key)) throw noSuchKey();
  const object =
    actor === OWNER
      ? await findObject(sql, address)
      : await actAs(sql, actor, (tx) => findObject(tx, address));
  if (!object) throw noSuchKey();
  return object;
}

/**
 * What `open` makes of the object that is found. Between the two another content may have replaced it, and taken its
 * file away: then `open` gives null, and the object is looked for again. Throws NoSuchKey, or as `find` does.
 */
export async function openFound<T>(find: Find, open: (found: Found) => Promise<T | null>): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const opened = await open(await find());
    if (opened !== null) return opened;
  }
  throw noSuchKey();
}

/** Its file, open, with its true size. */
export interface OpenFile {
  handle: FileHandle;
  size: number;
}

/** Null when the row outlived its file. The handle is the caller's to close. */
export async function openFile({ files }: StorageDeps, { object }: Found): Promise<OpenFile | null> {
  const handle = await files.read(object.version);
  return handle && { handle, size: (await handle.stat()).size };
}

/** Public ones as their object says; others stay with the asker, who asks again whether they still may. */
export function cacheControlOf({ object, isPublic }: Found): string {
  if (!isPublic) return "private, no-cache";
  const own = object.metadata?.cacheControl ?? "no-cache";
  return /\b(private|no-store)\b/.test(own) ? own : `public, ${own}`;
}
