/**
 * The migrations and the demo shop on a Postgres with only what a hosted Supabase provides, applied by a
 * project's role: not a superuser, and not a member of the services' roles, which own auth, storage and
 * realtime. It needs a server of its own, because roles belong to the whole server.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase, type Sql, type TransactionSql } from "#backend/core/database/database.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { type EmbeddedPostgres, startPostgres } from "#backend/postgres/index.ts";
import { renderSchema } from "#scripts/generate/schema-sql.ts";
import { createAdministratorActor, createCustomerActor, runAs, visitor } from "#tests/support/actors.ts";

const ROOT = join(import.meta.dirname, "../..");

/**
 * What the platform's SQL creates beyond a hosted project, and the privileges that a project's role lacks
 * there.
 */
const HOSTED_SETUP = `
  drop table auth.sign_in_limits, auth.rate_limits;
  drop function realtime.notify_message, realtime.query_as_each_caller cascade;
  drop index storage.objects_version_idx;
  revoke supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin, authenticator from postgres;
  revoke create on schema auth, storage from postgres;
`;

/**
 * An extension of a hosted server runs these as superuser for the project's role, which does not own the
 * table.
 */
const STORAGE_POLICY = /^(?:create|alter) policy "[^"]+" on storage\.objects\n[^;]*;/gm;

let postgres: EmbeddedPostgres;
let dataDir: string;
let admin: Sql;
let project: Sql;
let api: Sql;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "yaare-test-"));
  postgres = await startPostgres({ dataDir, log: createLogger("error"), settings: ["fsync=off"] });
  const connect = (user: "supabase_admin" | "postgres" | "authenticator") =>
    connectDatabase(postgres.target("postgres"), { user, max: 1, applicationName: "test" });
  admin = connect("supabase_admin");
  for (const text of await sqlFiles("backend/platform")) await admin.begin((tx) => tx.unsafe(text));
  await admin.unsafe(HOSTED_SETUP);
  project = connect("postgres");
  api = connect("authenticator");
  for (const text of await sqlFiles("supabase/migrations")) {
    // A superuser's session with SET ROLE to the project's role: it can stand in for the extension as well.
    await admin.begin(async (tx) => {
      await tx.unsafe("set local role postgres");
      await apply(tx, text);
    });
  }
  await project.unsafe(await readFile(join(ROOT, "supabase/seed/demo.sql"), "utf8"));
});

afterAll(async () => {
  await Promise.all([admin, project, api].map((sql) => sql.end()));
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function sqlFiles(directory: string): Promise<string[]> {
  const files = (await readdir(join(ROOT, directory))).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(files.map((file) => readFile(join(ROOT, directory, file), "utf8")));
}

/**
 * One migration, as the project's role; its policies on the services' tables run as that extension would run
 * them.
 */
async function apply(tx: TransactionSql, text: string): Promise<void> {
  let done = 0;
  for (const { 0: policy, index } of text.matchAll(STORAGE_POLICY)) {
    await tx.unsafe(text.slice(done, index));
    await tx.unsafe(`reset role; ${policy} set local role postgres;`);
    done = index + policy.length;
  }
  await tx.unsafe(text.slice(done));
}

it("applies every migration and the demo shop, and ends with the same schema", async () => {
  const [role] = await project`
    select rolsuper, pg_has_role('supabase_auth_admin', 'member') or pg_has_role('supabase_storage_admin', 'member')
      as is_a_service
    from pg_roles where rolname = current_user`;
  expect(role).toEqual({ rolsuper: false, is_a_service: false });
  expect(await renderSchema(project)).toBe(await readFile(join(ROOT, "supabase/schema.sql"), "utf8"));
});

it("then accepts orders, moderation and file uploads", async () => {
  const awa = await createCustomerActor(project, "awa@exemple.bf", { first_name: "Awa" });
  const [profile] = await runAs(api, awa, (tx) => tx`select first_name, email from profiles`);
  expect(profile).toEqual({ first_name: "Awa", email: "awa@exemple.bf" });

  const [product] = await project<{ id: string; price: number }[]>`
    select id, price from products where stock > 5 order by slug limit 1`;
  const order = {
    id: randomUUID(),
    customer_name: "Awa Ouédraogo",
    customer_phone: "70112233",
    total_amount: (product?.price ?? 0) + 2000,
    items_count: 1,
    shipping_address: {
      address: "Près du grand marché",
      city: "Ouagadougou",
      postalCode: "",
      phone: "70112233",
    },
    payment_info: { method: "cod", items: [{ id: product?.id ?? "", quantity: 1 }] },
  };
  await runAs(api, awa, (tx) => tx`insert into orders ${tx(order)}`);
  const mariam = await createAdministratorActor(project, "mariam@exemple.bf");
  await runAs(api, mariam, (tx) => tx`update orders set status = 'completed' where id = ${order.id}`);
  const [entry] = await runAs(
    api,
    mariam,
    (tx) => tx`select actor_email, after from audit_log where row_id = ${order.id}`,
  );
  expect(entry).toEqual({ actor_email: "mariam@exemple.bf", after: { status: "completed" } });

  const name = `image/${randomUUID()}/plan.png`;
  await runAs(
    api,
    visitor,
    (tx) => tx`insert into storage.objects (bucket_id, name) values ('quotes', ${name})`,
  );
  expect(await runAs(api, mariam, (tx) => tx`select file_path from quotes`)).toEqual([{ file_path: name }]);
  expect(await runAs(api, awa, (tx) => tx`select file_path from quotes`)).toEqual([]);
  expect(await runAs(api, awa, (tx) => tx`select name from storage.objects`)).toEqual([]);
});
