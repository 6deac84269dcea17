/** The whole backend over a test's own database, called by `fetch` as over the network. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { IMAGE_BUCKET, IMAGE_WIDTHS } from "#app/lib/images/image-widths.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { createKeys, type Keys } from "#backend/core/gateway/keys.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { type Backend, openBackend } from "#backend/index.ts";
import { isAdministrator } from "#jobs/administrators.ts";
import { enqueueAccountMail } from "#jobs/mail/outbox.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";

export type ShopClient = SupabaseClient<Database>;

export interface TestBackend {
  database: TestDatabase;
  keys: Keys;
  /** The directory of the storage files. */
  dataDir: string;
  /** Accepts a path (`/rest/v1/products`) or a full URL; `ip` is the caller's. */
  fetch(input: string | URL | Request, init?: RequestInit, ip?: string): Promise<Response>;
  /** Accepts a path, like `fetch`; the request comes from a page that is rendered on the server. */
  fetchForPages(path: string, init?: RequestInit): Promise<Response>;
  /** The unchanged official client, without a session; with another key, it has that key's rights. */
  client(key?: string): ShopClient;
  onPageChange: Backend["onPageChange"];
  getPendingPageChanges: Backend["getPendingPageChanges"];
  close(): Promise<void>;
}

const ORIGIN = "http://shop.test";

/** A number whose code is known. */
export const TEST_PHONE = "22670000001";
export const TEST_PHONE_CODE = "123456";

/** `ownIp` is the address of callers that name no other. */
export async function startTestBackend(
  template: "empty" | "demo" = "empty",
  ownIp = "127.0.0.1",
): Promise<TestBackend> {
  const database = await createTestDatabase(template);
  const keys = await createKeys();
  const dataDir = await mkdtemp(join(tmpdir(), "yaare-test-"));
  const backend = await openBackend({
    target: database.target,
    keys,
    log: createLogger("error"),
    siteUrl: ORIGIN,
    dataDir,
    enqueueMail: enqueueAccountMail,
    isAdministrator,
    imageWidths: { [IMAGE_BUCKET]: IMAGE_WIDTHS },
    // As server.ts starts the shop, with a number that gets no message.
    auth: { anonymousEnabled: true, phoneEnabled: true, smsTestCodes: { [TEST_PHONE]: TEST_PHONE_CODE } },
  });
  const fetch: TestBackend["fetch"] = (input, init, ip = ownIp) => {
    const request = input instanceof Request ? input : new Request(new URL(input, ORIGIN), init);
    return backend.fetch(request, ip);
  };
  return {
    database,
    keys,
    dataDir,
    fetch,
    fetchForPages: (path, init) => backend.fetchForPages(new Request(new URL(path, ORIGIN), init)),
    client: (key = keys.anonKey) =>
      createClient<Database>(ORIGIN, key, {
        global: { fetch: (input, init) => fetch(input, init) },
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      }),
    onPageChange: backend.onPageChange,
    getPendingPageChanges: backend.getPendingPageChanges,
    close: async () => {
      await backend.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
