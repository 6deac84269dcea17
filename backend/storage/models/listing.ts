/** A bucket's objects as folders and files: a folder is what stands before a slash in the keys of its objects. */
import type { TransactionSql } from "../../core/database.ts";
import type { ObjectMetadata } from "./object.ts";

export interface Level {
  bucketId: string;
  /** With its slash at the end; empty for the top. */
  folder: string;
  /** What an entry's name begins with, whatever its case. */
  search: string;
  limit: number;
  offset: number;
  column: "name" | "updated_at" | "created_at" | "last_accessed_at";
  isDescending: boolean;
}

/** Of a folder only the name is known. */
export interface Entry {
  /** Within the folder. */
  name: string;
  id: string | null;
  updated_at: Date | null;
  created_at: Date | null;
  last_accessed_at: Date | null;
  metadata: Partial<ObjectMetadata> | null;
}

/** Follows every key that begins with the prefix, in the order of bytes. */
const LAST_CHARACTER = "\u{10ffff}";

/** Folders first. The prefix is a range of keys, because only that may use the index under row-level security. */
export async function listLevel(sql: TransactionSql, level: Level): Promise<Entry[]> {
  const { bucketId, folder, search, limit, offset, column, isDescending } = level;
  const depth = folder.split("/").length;
  const direction = isDescending ? sql`desc` : sql`asc`;
  return sql<Entry[]>`
    with found as (
      select id, updated_at, created_at, last_accessed_at, metadata,
        path_tokens[${depth}::int] as name, cardinality(path_tokens) > ${depth}::int as is_folder
      from storage.objects
      where bucket_id = ${bucketId}
        and name collate "C" >= ${folder} and name collate "C" < ${folder + LAST_CHARACTER}
        and starts_with(lower(path_tokens[${depth}::int]), lower(${search}))
    ),
    entries as (
      select distinct name, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
        null::timestamptz as last_accessed_at, null::jsonb as metadata
      from found where is_folder
      union all
      select name, id, updated_at, created_at, last_accessed_at, metadata from found where not is_folder
    )
    select * from entries
    order by id is not null, ${column === "name" ? sql`` : sql`${sql(column)} ${direction},`}
      name collate "C" ${direction}
    limit ${limit} offset ${offset}`;
}
