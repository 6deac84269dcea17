/**
 * The manifest of a backup: what the other files hold, and which migrations the database had, so that any later
 * version of the shop can make the same tables before it loads the rows.
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
});
export type BackedUpTable = z.infer<typeof backedUpTable>;

const backedUpSequence = z.object({
  schema: z.string(),
  name: z.string(),
  /** As text, because it may be larger than a number of JavaScript is exact for. */
  lastValue: z.string(),
});
export type BackedUpSequence = z.infer<typeof backedUpSequence>;

const roleSetting = z.object({
  role: z.string(),
  /** Whether it applies to this database only, and not to all of the server. */
  ofDatabase: z.boolean(),
  name: z.string(),
  value: z.string(),
});
export type RoleSetting = z.infer<typeof roleSetting>;

export const manifestShape = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** The time of the snapshot, as ISO text. */
  createdAt: z.string(),
  migrations: z.object({ platform: z.array(appliedMigration), shop: z.array(appliedMigration) }),
  tables: z.array(backedUpTable),
  sequences: z.array(backedUpSequence),
  roleSettings: z.array(roleSetting),
  /** The number of stored files. */
  files: z.int(),
});
export type Manifest = z.infer<typeof manifestShape>;
