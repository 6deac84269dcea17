/**
 * Queries of storage.objects: one row per file. Policies apply, unless the query runs as the connection's own
 * user. A row's `version` names its file; new content gets a new version.
 */
import { z } from "zod";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import { type JsonObject, jsonObjectColumn } from "#backend/core/values/json.ts";
import type { ObjectPath } from "#backend/storage/object-path.ts";
import { uuidOrNull } from "./bucket.ts";

/** The names are those of Supabase Storage, which clients read. */
export interface ObjectMetadata {
  /** With its quotation marks. */
  eTag: string;
  /** In bytes. */
  size: number;
  mimetype: string;
  cacheControl: string;
  /** ISO 8601. */
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
}

export interface StoredObject {
  id: string;
  bucket_id: string;
  name: string;
  owner: string | null;
  owner_id: string | null;
  version: string | null;
  created_at: Date;
  updated_at: Date;
  last_accessed_at: Date;
  /** May be missing or incomplete in rows that were written by SQL. */
  metadata: Partial<ObjectMetadata> | null;
  user_metadata: JsonObject | null;
}

/** A row as the driver returns it. */
type ObjectRow = Omit<StoredObject, "metadata" | "user_metadata"> &
  Record<"metadata" | "user_metadata", unknown>;

const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);

/** Rows that were written by SQL may hold anything: a field of another type counts as absent. */
export const objectMetadataSchema: z.ZodType<Partial<ObjectMetadata> | null> = z
  .looseObject({
    eTag: text,
    size: number,
    mimetype: text,
    cacheControl: text,
    lastModified: text,
    contentLength: number,
    httpStatusCode: number,
  })
  .nullable()
  .catch(null);

function toStoredObject(row: ObjectRow): StoredObject {
  return {
    ...row,
    metadata: objectMetadataSchema.parse(row.metadata),
    user_metadata: jsonObjectColumn.parse(row.user_metadata),
  };
}

export interface NewObject extends ObjectPath {
  id: string;
  ownerId: string | null;
  version: string;
  metadata: Partial<ObjectMetadata>;
  userMetadata: JsonObject | null;
}

const columns = (sql: Sql | TransactionSql) => sql`
  id, bucket_id, name, owner, owner_id, version, created_at, updated_at, last_accessed_at, metadata, user_metadata`;

export async function findObject(
  sql: Sql | TransactionSql,
  { bucketId, key }: ObjectPath,
): Promise<StoredObject | null> {
  const [object] = await sql<ObjectRow[]>`
    select ${columns(sql)} from storage.objects where bucket_id = ${bucketId} and name = ${key}`;
  return object ? toStoredObject(object) : null;
}

/** Those of these keys that exist. */
export async function findExistingKeys(
  sql: TransactionSql,
  bucketId: string,
  keys: string[],
): Promise<Set<string>> {
  const rows = await sql<{ name: string }[]>`
    select name from storage.objects where bucket_id = ${bucketId} and name = any (${keys})`;
  return new Set(rows.map(({ name }) => name));
}

/**
 * Rejects with 23505 when the object exists. Returns nothing: a caller that may insert may not always read.
 */
export async function insertObject(sql: TransactionSql, object: NewObject): Promise<void> {
  await sql`insert into storage.objects ${values(sql, object)}`;
}

/** Returns the id, which is the existing one when the object exists. */
export async function upsertObject(sql: TransactionSql, object: NewObject): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into storage.objects ${values(sql, object)}
    on conflict (bucket_id, name) do update set
      owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
      metadata = excluded.metadata, user_metadata = excluded.user_metadata
    returning id`;
  return row?.id ?? object.id;
}

function values(sql: TransactionSql, object: NewObject) {
  const { id, bucketId, key, ownerId, version, metadata, userMetadata } = object;
  return sql`(id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values (${id}, ${bucketId}, ${key}, ${uuidOrNull(ownerId)}, ${ownerId}, ${version},
      ${sql.json({ ...metadata })}, ${userMetadata === null ? null : sql.json(userMetadata)})`;
}

/**
 * Returns the version that an upsert of this key is about to replace, and locks the key until the transaction
 * ends. Runs as the owner of the table: a caller may not always read the object that it replaces.
 */
export async function lockVersion(
  sql: TransactionSql,
  { bucketId, key }: ObjectPath,
): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${bucketId}/${key}`}, 0))`;
  const [row] = await sql<{ version: string | null }[]>`
    select version from storage.objects where bucket_id = ${bucketId} and name = ${key} for update`;
  return row?.version ?? null;
}

/** Returns the id, or null when no row was updated. Rejects with 23505 when the new path is taken. */
export async function moveObject(
  sql: TransactionSql,
  from: ObjectPath,
  to: ObjectPath & { ownerId: string | null },
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    update storage.objects
    set bucket_id = ${to.bucketId}, name = ${to.key}, owner = ${uuidOrNull(to.ownerId)}, owner_id = ${to.ownerId}
    where bucket_id = ${from.bucketId} and name = ${from.key}
    returning id`;
  return row?.id ?? null;
}

/** Returns the deleted rows. */
export async function deleteObjects(
  sql: TransactionSql,
  bucketId: string,
  keys: string[],
): Promise<StoredObject[]> {
  const rows = await sql<ObjectRow[]>`
    delete from storage.objects where bucket_id = ${bucketId} and name = any (${keys}) returning ${columns(sql)}`;
  return rows.map(toStoredObject);
}

/** Deletes a batch of a bucket's objects. An empty result means that none are left for this caller. */
export async function deleteObjectBatch(
  sql: TransactionSql,
  bucketId: string,
  limit: number,
): Promise<StoredObject[]> {
  const rows = await sql<ObjectRow[]>`
    delete from storage.objects
    where id in (select id from storage.objects where bucket_id = ${bucketId} limit ${limit})
    returning ${columns(sql)}`;
  return rows.map(toStoredObject);
}

/** Those of these versions that a row references. Runs as the owner of the table. */
export async function findReferencedVersions(sql: Sql, versions: string[]): Promise<Set<string>> {
  const rows = await sql<{ version: string }[]>`
    select version from storage.objects where version = any (${versions})`;
  return new Set(rows.map(({ version }) => version));
}
