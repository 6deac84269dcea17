/** The backend with buckets and policies as a shop makes them, and the people who use them. */
import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "../../../backend/core/database.ts";
import { createTokens, type Tokens } from "../../../backend/core/tokens.ts";
import { startTestBackend, type TestBackend } from "../../support/backend.ts";

type Client = ReturnType<TestBackend["client"]>["storage"];

export interface Person {
  id: string;
  token: string;
  /** The unchanged official client. */
  storage: Client;
}

export interface TestStorage extends TestBackend {
  tokens: Tokens;
  /** As the owner of the shop's tables. */
  owner: Sql;
  /** Someone who is signed in, and whom nobody else knows. */
  person(): Promise<Person>;
  anon: Client;
  service: Client;
  /** The names of all files of objects on the disk, and of those that are being received. */
  files(): Promise<{ objects: string[]; incoming: string[] }>;
}

/**
 * Bucket `papers`: who is signed in does anything in the folder that bears their id. Bucket `box`: anyone may put
 * something in, nobody reads. Bucket `window`: public, filled by service_role.
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
    person: async () => {
      const id = randomUUID();
      const exp = Math.floor(Date.now() / 1000) + 3600;
      const token = await tokens.sign({ sub: id, role: "authenticated", aud: "authenticated", exp });
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

/** A failure as the client reports it: status of the answer, status in the body, and code. */
export function failureOf({ error }: { error: unknown }) {
  if (typeof error !== "object" || error === null || !("statusCode" in error)) return error;
  const { status, statusCode, code } = { status: undefined, code: undefined, ...error };
  return { status, statusCode, code };
}

export const MISSING = { status: 400, statusCode: "404", code: "NoSuchKey" };
export const REFUSED = { status: 400, statusCode: "403", code: "AccessDenied" };

/** A PNG of one pixel. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
