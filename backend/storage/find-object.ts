/**
 * Finds and opens a requested object, in each of the three ways: for a caller as the policies allow, in a
 * public bucket for anyone, and by a signed URL.
 */
import type { FileHandle } from "node:fs/promises";
import { type Actor, getCaller, runAs, TABLE_OWNER } from "./caller.ts";
import type { StorageContext, StorageDeps } from "./endpoint.ts";
import { noSuchBucket, noSuchKey } from "./errors.ts";
import { type Bucket, findBucket } from "./models/bucket.ts";
import { findObject, type StoredObject } from "./models/object.ts";
import { isValidKey, type ObjectPath } from "./object-path.ts";

export interface FoundObject {
  object: StoredObject;
  bucket: Bucket;
  /** Whether the object is public, so that shared caches may store it. */
  isPublic: boolean;
}

export type FindObject = () => Promise<FoundObject>;

/** The lookup is repeated this often when the object is replaced meanwhile. */
const MAX_ATTEMPTS = 5;

/** Throws NoSuchBucket for a bucket that is not public, or NoSuchKey. */
export async function findPublic(deps: StorageDeps, path: ObjectPath): Promise<FoundObject> {
  const bucket = await findBucket(deps.sql, path.bucketId);
  if (!bucket?.public) throw noSuchBucket();
  return { object: await findAs(deps, path, TABLE_OWNER), bucket, isPublic: true };
}

/** Finds as the caller, unless the bucket is public anyway. Throws NoSuchBucket, NoSuchKey, AccessDenied. */
export async function findForCaller(
  deps: StorageDeps,
  path: ObjectPath,
  c: StorageContext,
): Promise<FoundObject> {
  const bucket = await findBucket(deps.sql, path.bucketId);
  if (!bucket) throw noSuchBucket();
  const actor = bucket.public ? TABLE_OWNER : getCaller(c);
  return { object: await findAs(deps, path, actor), bucket, isPublic: false };
}

/** Finds for a verified signed URL. Throws NoSuchBucket, NoSuchKey. */
export async function findSigned(deps: StorageDeps, path: ObjectPath): Promise<FoundObject> {
  const bucket = await findBucket(deps.sql, path.bucketId);
  if (!bucket) throw noSuchBucket();
  return { object: await findAs(deps, path, TABLE_OWNER), bucket, isPublic: false };
}

async function findAs(deps: StorageDeps, path: ObjectPath, actor: Actor): Promise<StoredObject> {
  if (!isValidKey(path.key)) throw noSuchKey();
  const object =
    actor === TABLE_OWNER
      ? await findObject(deps.sql, path)
      : await runAs(deps, actor, (tx) => findObject(tx, path));
  if (!object) throw noSuchKey();
  return object;
}

/**
 * Returns what `open` makes of the found object. Between the two the object may have been replaced, and its
 * file deleted: then `open` returns null, and the lookup is repeated. Throws NoSuchKey, or as `find` does.
 */
export async function openWithRetry<T>(
  find: FindObject,
  open: (found: FoundObject) => Promise<T | null>,
): Promise<T> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const opened = await open(await find());
    if (opened !== null) return opened;
  }
  throw noSuchKey();
}

/** The open file of an object, with its actual size. */
export interface OpenFile {
  handle: FileHandle;
  size: number;
}

/** Null when the file is missing. The caller closes the handle. */
export async function openFile({ files }: StorageDeps, { object }: FoundObject): Promise<OpenFile | null> {
  const handle = await files.read(object.version);
  return handle && { handle, size: (await handle.stat()).size };
}

/** Public objects have their own setting; others may only be cached by the client, which must revalidate. */
export function getCacheControl({ object, isPublic }: FoundObject): string {
  if (!isPublic) return "private, no-cache";
  const value = object.metadata?.cacheControl ?? "no-cache";
  return /\b(private|no-store)\b/.test(value) ? value : `public, ${value}`;
}
