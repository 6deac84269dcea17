/** How this service differs from one installation to another. */
export interface RestConfig {
  /** What an address begins with before the table's name. */
  prefix: string;
  /** The first is the default. */
  schemas: string[];
  extraSearchPath: string[];
  anonRole: string;
  /** Caps every list that is read. */
  maxRows: number;
  /** Bytes that a visitor may send. */
  bodyLimit: number;
  /** Bytes that a signed-in caller may send: ten thousand lines of an import come as one call. */
  signedInBodyLimit: number;
  /** Requests that may be in the database at once. */
  maxConnections: number;
  /** How long a request waits for a connection, in milliseconds. */
  poolTimeout: number;
  /** Whether `Prefer: tx=rollback` counts. */
  allowTxOverride: boolean;
}

/** What a Supabase project has. */
export const defaultRestConfig: RestConfig = {
  prefix: "/rest/v1",
  schemas: ["public", "graphql_public"],
  extraSearchPath: ["public", "extensions"],
  anonRole: "anon",
  maxRows: 1000,
  bodyLimit: 1024 * 1024,
  signedInBodyLimit: 8 * 1024 * 1024,
  maxConnections: 20,
  poolTimeout: 10_000,
  allowTxOverride: false,
};
