/** What an endpoint is: a function of a request, made with what the service works with. */
import type { Context } from "hono";
import type { AddressLimiter } from "../core/address-limits.ts";
import type { Sql } from "../core/database.ts";
import type { Logger } from "../core/log.ts";
import type { RequestContext } from "../core/service.ts";
import type { LimitGroup, StorageSettings } from "./config.ts";
import type { FileStore } from "./files/store.ts";
import type { Renders } from "./images/renders.ts";
import type { UrlTokens } from "./url-tokens.ts";

export interface StorageDeps {
  sql: Sql;
  log: Logger;
  settings: StorageSettings;
  files: FileStore;
  renders: Renders;
  urlTokens: UrlTokens;
  addresses: AddressLimiter<LimitGroup>;
}

/** Hono's `env` carries what the gateway found out about the request. */
export interface StorageEnv {
  Bindings: RequestContext;
  /** As the route table names it. */
  Variables: { operation: string };
}

export type StorageContext = Context<StorageEnv>;
export type Endpoint = (c: StorageContext) => Promise<Response>;
