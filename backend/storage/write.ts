/**
 * The one way in which an object comes to be. In a single transaction the row is written, as whoever acts, and the
 * file gets its name: what fails before the commit leaves neither. What was replaced goes after the commit.
 */
import { randomUUID } from "node:crypto";
import type { ObjectAddress } from "./address.ts";
import { type Actor, become, OWNER, tryAs } from "./caller.ts";
import { checkDeclaredType } from "./content-type.ts";
import type { StorageDeps } from "./endpoint.ts";
import { entityTooLarge, isDatabaseError, isRefusal, keyAlreadyExists, noSuchBucket } from "./errors.ts";
import type { Bucket } from "./models/bucket.ts";
import {
  insertObject,
  lockVersion,
  type NewObject,
  type ObjectMetadata,
  type UserMetadata,
  upsertObject,
} from "./models/object.ts";
import { removeObsolete } from "./obsolete.ts";

export interface Write {
  address: ObjectAddress;
  actor: Actor;
  ownerId: string | null;
  /** Whether an object of that key is replaced. */
  upsert: boolean;
}

/** What is stored, beside the file. */
export interface Content {
  metadata: Partial<ObjectMetadata>;
  userMetadata: UserMetadata | null;
}

/** In bytes. */
export function sizeLimitOf(bucket: Bucket, { settings }: StorageDeps): number {
  return Math.min(bucket.file_size_limit ?? settings.fileSizeLimit, settings.fileSizeLimit);
}

/** Throws EntityTooLarge or InvalidMimeType when the bucket does not take what is stored elsewhere already. */
export function checkLimits(
  bucket: Bucket,
  deps: StorageDeps,
  { size, mimetype }: Partial<ObjectMetadata>,
): void {
  if ((size ?? 0) > sizeLimitOf(bucket, deps)) throw entityTooLarge();
  checkDeclaredType(mimetype ?? "", bucket.allowed_mime_types);
}

/** Throws what `writeObject` would, as far as it can be known beforehand. */
export async function tryWrite(deps: StorageDeps, write: Write, content: Content): Promise<void> {
  const object = newObject(write, content);
  await inWords(
    tryAs(deps.sql, write.actor, (tx) =>
      write.upsert ? upsertObject(tx, object) : insertObject(tx, object),
    ),
  );
}

/**
 * Returns the object's id. `name` gives the file its name, which is the version; it is called last before the commit.
 * Throws AccessDenied, KeyAlreadyExists, NoSuchBucket, or as `name` does.
 */
export async function writeObject(
  deps: StorageDeps,
  write: Write,
  content: Content,
  name: (version: string) => Promise<void>,
): Promise<string> {
  const object = newObject(write, content);
  try {
    const { id, replaced } = await inWords(
      deps.sql.begin(async (tx) => {
        await become(tx, OWNER);
        const replaced = await lockVersion(tx, write.address);
        await become(tx, write.actor);
        const id = write.upsert ? await upsertObject(tx, object) : object.id;
        if (!write.upsert) await insertObject(tx, object);
        await name(object.version);
        return { id, replaced };
      }),
    );
    if (replaced) await removeObsolete(deps, [replaced]);
    return id;
  } catch (error) {
    // Else the file is left to the sweep.
    if (isRefusal(error)) await removeObsolete(deps, [object.version]);
    throw error;
  }
}

function newObject({ address, ownerId }: Write, { metadata, userMetadata }: Content): NewObject {
  return { ...address, id: randomUUID(), version: randomUUID(), ownerId, metadata, userMetadata };
}

async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isDatabaseError(error, "23505")) throw keyAlreadyExists();
    if (isDatabaseError(error, "23503")) throw noSuchBucket();
    throw error;
  }
}
