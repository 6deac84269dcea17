/** The schema of the database: loaded at the start, and again whenever the database notifies a change. */
import type { Sql } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { coalesce } from "#backend/core/timing/coalesce.ts";
import type { RestConfig } from "./config.ts";
import type { ConnectionPool } from "./connection-pool.ts";
import { Pipeline } from "./pipeline.ts";
import { loadSchemaCache } from "./schema-cache/load.ts";
import type { SchemaCache } from "./schema-cache/schema-cache.ts";

interface LoadedSchema {
  /** The configuration, including the database's own settings. */
  config: RestConfig;
  cache: SchemaCache;
  pipeline: Pipeline;
}

interface LiveSchema {
  readonly current: LoadedSchema;
  reload(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Rejects when the schema cannot be loaded at first. After a later failure the previous schema stays in use.
 *
 * @param sql for notifications only
 */
export async function openLiveSchema(
  sql: Sql,
  connections: ConnectionPool,
  base: RestConfig,
  log: Logger,
): Promise<LiveSchema> {
  const load = async (): Promise<LoadedSchema> => {
    const { config, cache } = await loadSchemaCache(connections, base);
    return { config, cache, pipeline: new Pipeline(config, cache) };
  };
  let hasChanged = false;
  let onChange = () => {
    hasChanged = true;
  };
  // Notifications are missed while the subscription is lost: a new one counts as a change, and the first one does not.
  const listener = await sql.listen(
    "pgrst",
    () => onChange(),
    () => onChange(),
  );
  hasChanged = false;
  let current = await load();
  const reload = coalesce(async () => {
    current = await load();
    connections.replaceAll();
  });
  let isClosing = false;
  onChange = () =>
    void reload().catch((error: unknown) => {
      if (!isClosing) log.error({ err: error }, "the schema could not be read again");
    });
  if (hasChanged) onChange();
  return {
    get current() {
      return current;
    },
    reload,
    async close() {
      isClosing = true;
      await listener.unlisten();
    },
  };
}
