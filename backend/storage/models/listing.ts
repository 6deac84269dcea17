/** Lists a bucket's objects as folders and files: a folder is a prefix of keys up to a slash. */
import type { TransactionSql } from "#backend/core/database/database.ts";
import { type ObjectMetadata, objectMetadataSchema } from "./object.ts";

export interface ListLevelOptions {
  bucketId: string;
  /** With a slash at the end; empty for the top level. */
  folder: string;
  /** The prefix of an entry's name, case-insensitive. */
  search: string;
  limit: number;
  offset: number;
  column: "name" | "updated_at" | "created_at" | "last_accessed_at";
  isDescending: boolean;
}

/** A folder has only a name. */
export interface ListEntry {
  /** Relative to the folder. */
  name: string;
  id: string | null;
  updated_at: Date | null;
  created_at: Date | null;
  last_accessed_at: Date | null;
  metadata: Partial<ObjectMetadata> | null;
}

/** A row as the driver returns it. */
type Row<Entry extends ListEntry> = Omit<Entry, "metadata"> & { metadata: unknown };

function parseMetadata<Entry extends { metadata: unknown }>(row: Entry) {
  return { ...row, metadata: objectMetadataSchema.parse(row.metadata) };
}

/** Sorts after every continuation of a prefix, in the order of bytes. */
const LAST_CHARACTER = "\u{10ffff}";

/**
 * By names folders stand between the files, and upper and lower case together; in every other order folders are first.
 * The prefix is a range of keys, because only a range can use the index under row-level security.
 */
export async function listLevel(sql: TransactionSql, level: ListLevelOptions): Promise<ListEntry[]> {
  const { bucketId, folder, search, limit, offset, column, isDescending } = level;
  const depth = folder.split("/").length;
  const direction = isDescending ? sql`desc` : sql`asc`;
  const first =
    column === "name"
      ? sql`lower(name || case when id is null then '/' else '' end) collate "C" ${direction}`
      : sql`id is not null, ${sql(column)} ${direction}`;
  const rows = await sql<Row<ListEntry>[]>`
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
    order by ${first}, name collate "C" ${direction}
    limit ${limit} offset ${offset}`;
  return rows.map(parseMetadata);
}

export interface ListPageOptions {
  bucketId: string;
  /** The prefix of keys; it need not end at a folder. */
  prefix: string;
  /** Whether keys are cut after their next slash, with equal results merged to one folder. */
  isDelimited: boolean;
  column: "name" | "updated_at" | "created_at";
  isDescending: boolean;
  /** The entry that the page comes after. */
  after: PageCursor | null;
  limit: number;
}

/** The position of an entry: the column's value as Postgres's text, more exact than a Date, and the key. */
interface PageCursor {
  value: string;
  name: string;
}

/** A folder is as old as its oldest object. */
export interface PageEntry extends ListEntry {
  /** The value of the sort column. */
  value: string;
}

/** Names are whole keys; those of folders end with a slash. */
export async function listPage(sql: TransactionSql, page: ListPageOptions): Promise<PageEntry[]> {
  const { bucketId, prefix, isDelimited, column, isDescending, after, limit } = page;
  const direction = isDescending ? sql`desc` : sql`asc`;
  const beyond = isDescending ? sql`<` : sql`>`;
  const start = prefix.length + 1;
  const isByName = column === "name";
  const rows = await sql<Row<PageEntry>[]>`
    with found as (
      select name, id, updated_at, created_at, last_accessed_at, metadata,
        case when ${isDelimited} then nullif(strpos(substr(name, ${start}::int), '/'), 0) end as cut
      from storage.objects
      where bucket_id = ${bucketId}
        and name collate "C" >= ${prefix} and name collate "C" < ${prefix + LAST_CHARACTER}
    ),
    entries as (
      select left(name, ${start}::int - 1 + cut) as name, null::uuid as id, min(updated_at) as updated_at,
        min(created_at) as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
      from found where cut is not null group by 1
      union all
      select name, id, updated_at, created_at, last_accessed_at, metadata from found where cut is null
    )
    select *, ${sql(column)}::text as value from entries
    where ${
      after === null
        ? sql`true`
        : isByName
          ? sql`name collate "C" ${beyond} ${after.name}`
          : sql`(${sql(column)}, name collate "C") ${beyond} (${after.value}::text::timestamptz, ${after.name})`
    }
    order by ${isByName ? sql`` : sql`${sql(column)} ${direction},`} name collate "C" ${direction}
    limit ${limit}`;
  return rows.map(parseMetadata);
}
