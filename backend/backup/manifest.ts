/**
 * The manifest of a backup: what the other files hold, and which migrations the database had, so that any later
 * version of the shop can make the same tables before it loads the rows of a dump.
 */
import { z } from "zod";

/** Raised when a change of the format makes older versions of the shop unable to read it. */
export const BACKUP_FORMAT = 1;

const appliedMigration = z.object({
  version: z.string(),
  name: z.string(),
  /** SHA-256 of the file's text; null when the Supabase CLI applied it, which records single statements. */
  sha256: z.string().nullable(),
});

const backedUpTable = z.object({
  schema: z.string(),
  name: z.string(),
  /** The columns of each line of the table's file, in their order. */
  columns: z.array(z.string()),
  rows: z.int(),
  /** Of all rows in any order (checksums.ts); missing in a backup of an early version of the shop. */
  checksum: z.string().optional(),
});
export type BackedUpTable = z.infer<typeof backedUpTable>;

const backedUpSequence = z.object({
  schema: z.string(),
  name: z.string(),
  /** As text, because it may be larger than a number of JavaScript is exact for. */
  lastValue: z.string(),
});
export type BackedUpSequence = z.infer<typeof backedUpSequence>;

const migrationState = z.object({ platform: z.array(appliedMigration), shop: z.array(appliedMigration) });

const roleSetting = z.object({
  role: z.string(),
  /** Whether it applies to this database only, and not to all of the server. */
  ofDatabase: z.boolean(),
  name: z.string(),
  value: z.string(),
});
export type RoleSetting = z.infer<typeof roleSetting>;

export const manifestShape = z.object({
  kind: z.literal("dump").default("dump"),
  format: z.literal(BACKUP_FORMAT),
  /** The time of the snapshot, as ISO text. */
  createdAt: z.string(),
  migrations: migrationState,
  tables: z.array(backedUpTable),
  sequences: z.array(backedUpSequence),
  roleSettings: z.array(roleSetting),
  /** The number of stored files. */
  files: z.int(),
});
export type Manifest = z.infer<typeof manifestShape>;

/** Of a copy of the files of a Postgres cluster, which the archived write-ahead log makes whole. */
export const baseManifestSchema = z.object({
  kind: z.literal("base"),
  format: z.literal(BACKUP_FORMAT),
  /** When `tables` were as they say: the earliest moment to which it can be restored. */
  createdAt: z.string(),
  migrations: migrationState,
  /** The major version of Postgres. */
  postgresVersion: z.string(),
  /** The name of the archive of its write-ahead log. */
  archive: z.string(),
  /** The size of a segment of the log in bytes, and the first one that a restore needs. */
  segmentBytes: z.int(),
  firstSegment: z.string(),
  /** The position of the log at which the tables have these rows. */
  position: z.string(),
  tables: z.array(backedUpTable.required()),
  files: z.int(),
});
export type BaseManifest = z.infer<typeof baseManifestSchema>;

export type BackupManifest = Manifest | BaseManifest;
