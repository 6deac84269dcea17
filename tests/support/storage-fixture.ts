/** The backend with buckets and policies as a shop creates them, and their users. */
import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "#backend/core/database/database.ts";
import { createTokens, type Tokens } from "#backend/core/gateway/tokens.ts";
import { startTestBackend, type TestBackend } from "./backend.ts";

type Client = ReturnType<TestBackend["client"]>["storage"];

export interface StorageUser {
  id: string;
  token: string;
  /** The unchanged official client. */
  storage: Client;
}

export interface TestStorage extends TestBackend {
  tokens: Tokens;
  /** Connected as the owner of the shop's tables. */
  owner: Sql;
  /** Creates a signed-in user of its own for the caller. */
  createUser(claims?: { is_anonymous: true }): Promise<StorageUser>;
  anon: Client;
  service: Client;
  /** The names of all object files on disk, and of those that are being received. */
  files(): Promise<{ objects: string[]; incoming: string[] }>;
}

/**
 * Bucket `papers`: signed-in users may do anything in the folder named by their id. Bucket `box`: anyone may
 * upload, nobody may read. Bucket `window`: public, filled by service_role.
 */
export async function startStorage(): Promise<TestStorage> {
  const backend = await startTestBackend();
  const owner = backend.database.connect("postgres");
  await owner.unsafe(`
    insert into storage.buckets (id, name, public) values
      ('papers', 'papers', false), ('box', 'box', false), ('window', 'window', true);
    create policy "Owners do what they like in their folder" on storage.objects
      for all to authenticated
      using (bucket_id = 'papers' and (storage.foldername(name))[1] = (select auth.uid())::text)
      with check (bucket_id = 'papers' and (storage.foldername(name))[1] = (select auth.uid())::text);
    create policy "Everyone puts something into the box" on storage.objects
      for insert to anon, authenticated with check (bucket_id = 'box');
  `);
  const tokens = await createTokens(backend.keys);
  return {
    ...backend,
    tokens,
    owner,
    createUser: async (claims) => {
      const id = randomUUID();
      const exp = Math.floor(Date.now() / 1000) + 3600;
      const token = await tokens.sign({
        ...claims,
        sub: id,
        role: "authenticated",
        aud: "authenticated",
        exp,
      });
      return { id, token, storage: backend.client(token).storage };
    },
    anon: backend.client().storage,
    service: backend.client(backend.keys.serviceRoleKey).storage,
    files: async () => {
      const folder = join(backend.dataDir, "storage");
      const objects = await readdir(join(folder, "objects"), { recursive: true, withFileTypes: true });
      return {
        objects: objects.filter((entry) => entry.isFile()).map((entry) => entry.name),
        incoming: await readdir(join(folder, "incoming")),
      };
    },
  };
}

/** An error as the client reports it: HTTP status, status in the body, and code. */
export function toErrorSummary({ error }: { error: unknown }) {
  if (typeof error !== "object" || error === null || !("statusCode" in error)) return error;
  const { status, statusCode, code } = { status: undefined, code: undefined, ...error };
  return { status, statusCode, code };
}

export const NOT_FOUND_ERROR = { status: 400, statusCode: "404", code: "NoSuchKey" };
export const ACCESS_DENIED_ERROR = { status: 400, statusCode: "403", code: "AccessDenied" };

/** A PNG of one pixel. */
export const ONE_PIXEL_PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
