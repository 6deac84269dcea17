/** A Postgres at DATABASE_URL with one role that is not a superuser. */

import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { connectDatabase, type DatabaseTarget, type Sql } from "#backend/core/database/database.ts";
import { migrateDatabase } from "#backend/core/database/migrations.ts";
import { createKeys, type Keys } from "#backend/core/gateway/keys.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { type Backend, openBackend } from "#backend/index.ts";
import { isAdministrator } from "#jobs/administrators.ts";
import { enqueueAccountMail } from "#jobs/mail/outbox.ts";
import { ACCESS_DENIED_ERROR, NOT_FOUND_ERROR, toErrorSummary } from "#tests/support/storage-fixture.ts";

const name = `one_role_${randomUUID().replaceAll("-", "")}`;
const cluster = inject("cluster");
const target: DatabaseTarget = { kind: "url", url: `postgres:///${name}` };

let admin: Sql;
let backend: Backend;
let keys: Keys;
let dataDir: string;
beforeAll(async () => {
  admin = connectDatabase(
    { kind: "embedded", ...cluster, database: "postgres" },
    { user: "supabase_admin", max: 1, applicationName: "test" },
  );
  await admin.unsafe(`create role ${name} login`);
  // Another database of the cluster has created these: with them this role needs no privileges of its own.
  await admin.unsafe(`grant anon, authenticated, service_role, authenticator, postgres, supabase_auth_admin,
    supabase_storage_admin, supabase_realtime_admin to ${name}`);
  await admin.unsafe(`create database ${name} owner ${name}`);
  // A socket directory in a connection URL can only be given as a parameter.
  vi.stubEnv("PGHOST", cluster.socketDir);
  vi.stubEnv("PGUSERNAME", name);
  await migrateDatabase(target);
  keys = await createKeys();
  dataDir = await mkdtemp(join(tmpdir(), "yaare-test-"));
  backend = await openBackend({
    target,
    keys,
    log: createLogger("error"),
    siteUrl: "http://shop.test",
    dataDir,
    enqueueMail: enqueueAccountMail,
    isAdministrator,
  });
});
afterAll(async () => {
  await backend.close();
  await admin.unsafe(`drop database ${name} with (force)`);
  await admin.unsafe(`drop owned by ${name} cascade`);
  await admin.unsafe(`drop role ${name}`);
  await admin.end();
  await rm(dataDir, { recursive: true, force: true });
});

const createRestClient = (key: string) =>
  createClient("http://shop.test", key, {
    global: { fetch: (input, init) => backend.fetch(new Request(input, init), "127.0.0.1") },
    auth: { persistSession: false, autoRefreshToken: false },
  });
const getStorage = (key: string) => createRestClient(key).storage;

test("a request has its role's statement timeout, and a role without one that of authenticator", async () => {
  const sql = connectDatabase(target, { user: "postgres", max: 1, applicationName: "test" });
  await sql.unsafe(`
    create function public.patience() returns json language sql stable as
      'select json_build_array(current_user, current_setting(''statement_timeout''), current_setting(''lock_timeout''))';
    notify pgrst`);
  await sql.end();
  const patience = async (key: string) => (await createRestClient(key).rpc("patience")).data;
  await expect.poll(() => patience(keys.anonKey)).toEqual(["anon", "3s", "8s"]);
  expect(await patience(keys.serviceRoleKey)).toEqual(["service_role", "8s", "8s"]);
});

test("a role without them gets a one-line error, and nothing is created", async () => {
  const other = `${name}_stranger`;
  await admin.unsafe(`create role ${other} login`);
  await admin.unsafe(`create database ${other} owner ${other}`);
  vi.stubEnv("PGUSERNAME", other);
  await expect(migrateDatabase({ kind: "url", url: `postgres:///${other}` })).rejects.toMatchObject({
    name: "StartupError",
    message: expect.stringMatching(/^001_roles\.sql was refused by the database \(permission denied .+$/),
  });
  vi.stubEnv("PGUSERNAME", name);
  await admin.unsafe(`drop database ${other}`);
  await admin.unsafe(`drop role ${other}`);
});

test("migrations create buckets and policies, which are effective", async () => {
  const sql = connectDatabase(target, { user: "postgres", max: 1, applicationName: "test" });
  await sql.unsafe(`
    insert into storage.buckets (id, name, public) values ('box', 'box', false);
    create policy "Everyone puts something in" on storage.objects
      for insert to anon with check (bucket_id = 'box');`);
  await sql.end();
  const [anon, service] = [getStorage(keys.anonKey), getStorage(keys.serviceRoleKey)];
  expect((await anon.from("box").upload("a.txt", "a")).error).toBeNull();
  expect(toErrorSummary(await anon.from("box").info("a.txt"))).toEqual(NOT_FOUND_ERROR);
  expect(toErrorSummary(await anon.from("box").upload("a.txt", "b", { upsert: true }))).toEqual(
    ACCESS_DENIED_ERROR,
  );
  expect((await anon.listBuckets()).data).toEqual([]);
  const { data } = await service.from("box").download("a.txt");
  expect(await data?.text()).toBe("a");
  expect((await service.from("box").remove(["a.txt"])).data).toHaveLength(1);
});
