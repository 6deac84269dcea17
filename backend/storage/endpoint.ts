/** The type of an endpoint, and the dependencies that endpoints are created with. */
import type { Context } from "hono";
import type { Sql } from "#backend/core/database/database.ts";
import type { RequestContext } from "#backend/core/gateway/service.ts";
import type { Limits } from "#backend/core/limits/limits.ts";
import type { NetworkTurns } from "#backend/core/limits/network-turns.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import type { StorageSettings } from "./config.ts";
import type { FileStore } from "./files/file-store.ts";
import type { RenderCache } from "./images/render-cache.ts";
import type { UrlTokens } from "./url-tokens.ts";

export interface StorageDeps {
  sql: Sql;
  log: Logger;
  settings: StorageSettings;
  files: FileStore;
  renderCache: RenderCache;
  urlTokens: UrlTokens;
  limits: Limits;
  /** For what runs with the policies of a caller. */
  turns: NetworkTurns;
}

/** Hono's `env` carries the gateway's context of the request. */
export interface StorageEnv {
  Bindings: RequestContext;
  /** The name of the operation in the route table. */
  Variables: { operation: string };
}

export type StorageContext = Context<StorageEnv>;
export type Endpoint = (c: StorageContext) => Promise<Response>;
