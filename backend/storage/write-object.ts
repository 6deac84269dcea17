/**
 * The only way to create an object. The file is stored under its version first, and then a transaction writes the row, as
 * the actor: a row never names a file that is missing, and a bucket that hangs holds no connection of the database. A
 * failure leaves neither. The replaced file is deleted after the commit.
 */

import { randomUUID } from "node:crypto";
import { FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION } from "#backend/core/database/sqlstates.ts";
import type { JsonObject } from "#backend/core/values/json.ts";
import { type Actor, dryRunAs, setRole, TABLE_OWNER } from "./caller.ts";
import { checkDeclaredType } from "./content-type.ts";
import type { StorageDeps } from "./endpoint.ts";
import { entityTooLarge, isDatabaseError, isRolledBack, keyAlreadyExists, noSuchBucket } from "./errors.ts";
import { deleteUnreferencedFiles } from "./files/orphan-cleanup.ts";
import type { Bucket } from "./models/bucket.ts";
import {
  insertObject,
  lockVersion,
  type NewObject,
  type ObjectMetadata,
  upsertObject,
} from "./models/object.ts";
import type { ObjectPath } from "./object-path.ts";

export interface ObjectWrite {
  path: ObjectPath;
  actor: Actor;
  ownerId: string | null;
  /** The client's (core/client-network.ts): limits count what is written by a signed URL too. */
  address: string;
  /** Whether an existing object of that key is replaced. */
  upsert: boolean;
}

/** The stored properties, besides the file. */
export interface ObjectContent {
  metadata: Partial<ObjectMetadata>;
  userMetadata: JsonObject | null;
}

/** Returns bytes. */
export function getSizeLimit(bucket: Bucket, { settings }: StorageDeps): number {
  return Math.min(bucket.file_size_limit ?? settings.fileSizeLimit, settings.fileSizeLimit);
}

/**
 * Throws EntityTooLarge or InvalidMimeType when the bucket does not allow an object that is stored elsewhere.
 */
export function checkLimits(
  bucket: Bucket,
  deps: StorageDeps,
  { size, mimetype }: Partial<ObjectMetadata>,
): void {
  if ((size ?? 0) > getSizeLimit(bucket, deps)) throw entityTooLarge();
  checkDeclaredType(mimetype ?? "", bucket.allowed_mime_types);
}

/** Throws the errors of `writeObject` that can be known beforehand. */
export async function dryRunWrite(
  deps: StorageDeps,
  write: ObjectWrite,
  content: ObjectContent,
): Promise<void> {
  const object = newObject(write, content);
  await translateErrors(
    dryRunAs(deps, write.actor, (tx) => (write.upsert ? upsertObject(tx, object) : insertObject(tx, object))),
  );
}

/**
 * Returns the object's id. `commitFile` stores the file under its version. Throws AccessDenied, KeyAlreadyExists,
 * NoSuchBucket, or as `commitFile` does.
 */
export async function writeObject(
  deps: StorageDeps,
  write: ObjectWrite,
  content: ObjectContent,
  commitFile: (version: string) => Promise<void>,
): Promise<string> {
  const object = newObject(write, content);
  try {
    await commitFile(object.version);
    const { id, replaced } = await translateErrors(
      deps.sql.begin(async (tx) => {
        await setRole(tx, TABLE_OWNER, write.address);
        const replaced = await lockVersion(tx, write.path);
        if (write.actor !== TABLE_OWNER) await setRole(tx, write.actor);
        const id = write.upsert ? await upsertObject(tx, object) : object.id;
        if (!write.upsert) await insertObject(tx, object);
        return { id, replaced };
      }),
    );
    if (replaced) await deleteUnreferencedFiles(deps, [replaced]);
    return id;
  } catch (error) {
    // Otherwise the periodic clean-up handles the file.
    if (isRolledBack(error)) await deleteUnreferencedFiles(deps, [object.version]);
    throw error;
  }
}

function newObject({ path, ownerId }: ObjectWrite, { metadata, userMetadata }: ObjectContent): NewObject {
  return { ...path, id: randomUUID(), version: randomUUID(), ownerId, metadata, userMetadata };
}

async function translateErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isDatabaseError(error, UNIQUE_VIOLATION)) throw keyAlreadyExists();
    if (isDatabaseError(error, FOREIGN_KEY_VIOLATION)) throw noSuchBucket();
    throw error;
  }
}
