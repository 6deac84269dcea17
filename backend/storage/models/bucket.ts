/** Queries of storage.buckets. Policies apply, unless the query runs as the connection's own user. */

import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import { isUuid } from "#backend/core/values/uuid.ts";

export interface Bucket {
  id: string;
  name: string;
  owner: string | null;
  public: boolean;
  type: string;
  /** In bytes; null means the service's own limit. */
  file_size_limit: number | null;
  /** Null means any. */
  allowed_mime_types: string[] | null;
  avif_autodetection: boolean;
  created_at: Date;
  updated_at: Date;
}

export type BucketChanges = Partial<Pick<Bucket, "public" | "file_size_limit" | "allowed_mime_types">>;

export interface ListBucketsOptions {
  search: string;
  limit: number;
  offset: number;
  sortColumn: "id" | "name" | "created_at" | "updated_at";
  isDescending: boolean;
}

/** The size limit as a double: no real size exceeds the precision of a JavaScript number. */
const columns = (sql: Sql | TransactionSql) => sql`
  id, name, coalesce(owner::text, '') as owner, coalesce(public, false) as public, type,
  file_size_limit::double precision, allowed_mime_types,
  coalesce(avif_autodetection, false) as avif_autodetection, created_at, updated_at`;

export async function findBucket(sql: Sql | TransactionSql, id: string): Promise<Bucket | null> {
  const [bucket] = await sql<Bucket[]>`select ${columns(sql)} from storage.buckets where id = ${id}`;
  return bucket ?? null;
}

export async function listBuckets(sql: TransactionSql, list: ListBucketsOptions): Promise<Bucket[]> {
  return sql<Bucket[]>`
    select ${columns(sql)} from storage.buckets
    where strpos(lower(name), lower(${list.search})) > 0
    order by ${sql(list.sortColumn)} ${list.isDescending ? sql`desc` : sql`asc`}
    limit ${list.limit} offset ${list.offset}`;
}

/** Returns nothing: a caller that may insert may not always read. */
export async function insertBucket(
  sql: TransactionSql,
  bucket: { id: string; name: string; ownerId: string | null } & BucketChanges,
): Promise<void> {
  const { id, name, ownerId } = bucket;
  await sql`
    insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
    values (${id}, ${name}, ${uuidOrNull(ownerId)}, ${ownerId}, ${bucket.public ?? false},
      ${bucket.file_size_limit ?? null}, ${bucket.allowed_mime_types ?? null})`;
}

/** Whether a row was updated. Undefined fields are not changed. */
export async function updateBucket(
  sql: TransactionSql,
  id: string,
  changes: BucketChanges,
): Promise<boolean> {
  const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const { count } = await sql`
    update storage.buckets set ${sql({ ...set, updated_at: new Date() })} where id = ${id}`;
  return count > 0;
}

/** Whether a row was deleted. Rejects with 23503 when the bucket contains objects. */
export async function deleteBucket(sql: TransactionSql, id: string): Promise<boolean> {
  const { count } = await sql`delete from storage.buckets where id = ${id}`;
  return count > 0;
}

/** The deprecated column `owner` takes uuids only. */
export function uuidOrNull(id: string | null): string | null {
  return id !== null && isUuid(id) ? id : null;
}
