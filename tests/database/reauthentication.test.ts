/** What asks for the password or a code again: in a session whose proof is old, nothing of it happens. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAdministratorActor,
  createCustomerActor,
  createStaffActor,
  getSqlState,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createProduct } from "#tests/support/products.ts";
import { openSession, runInSession } from "#tests/support/sessions.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let owner: Actor;
let seller: Actor;
let fresh: string;
let old: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator", 5);
  owner = await createAdministratorActor(admin, "patronne@example.com");
  seller = await createStaffActor(admin, "vendeur@example.com", "sales");
});
beforeEach(async () => {
  fresh = await openSession(admin, owner);
  old = await openSession(admin, owner, { minutesAgo: 11 });
});
afterAll(() => database.drop());

/** Ends the transaction without a trace, so that each call finds the same shop. */
class Undone extends Error {}

async function tryAs(actor: Actor, session: string, work: (tx: TransactionSql) => Promise<unknown>) {
  const call = runInSession(api, actor, session, async (tx) => {
    await work(tx);
    throw new Undone();
  });
  return getSqlState(
    call.catch((error: unknown) => (error instanceof Undone ? null : Promise.reject(error))),
  );
}

const GUARDED: Record<string, (tx: TransactionSql) => Promise<unknown>> = {
  "adding a member of the staff": (tx) =>
    tx`select public.add_administrator('awa@example.com', 'Awa', 'manager')`,
  "inviting one by text message": (tx) => tx`select public.invite_by_text('70112233', 'Awa', 'sales')`,
  "changing a role": (tx) => tx`select public.set_staff_role(${seller.id}, 'owner')`,
  "removing a member of the staff": (tx) => tx`select public.remove_administrator(${seller.id})`,
  "the copy of a person's data": (tx) => tx`select public.export_customer_data(contact => '70112233')`,
  "the erasure of a person": (tx) => tx`select public.erase_customer_data(contact => '70112233')`,
  "the rules for administrators": (tx) => tx`update public.security_settings set admin_idle_minutes = 60`,
  "how long data is stored": (tx) => tx`update public.retention_settings set mail_days = 31`,
  limits: (tx) => tx`update public.limits set maximum = 99999 where name = 'account_erasures'`,
  "the limits of discounts": (tx) =>
    tx`update public.discount_limits set maximum_percent = 99 where role = 'sales'`,
  "the number that customers pay to": (tx) => tx`update public.shop_settings set whatsapp = '22670000000'`,
  "the number that customers call": (tx) => tx`update public.shop_settings set phone = '+226 70 00 00 00'`,
  "the shop's address": (tx) => tx`update public.shop_settings set email = 'autre@example.com'`,
  "ending a session": (tx) => tx`select public.end_session(${old})`,
  "ending all other sessions": (tx) => tx`select public.end_session()`,
  "the deletion of several products": (tx) => tx`delete from public.products`,
};

describe.each(Object.keys(GUARDED))("%s", (name) => {
  const work = GUARDED[name];
  beforeAll(async () => {
    for (let index = 0; index < 2; index++) await createProduct(admin);
  });

  it("needs a recent sign-in", async () => {
    if (!work) throw new Error("unreachable");
    expect(await tryAs(owner, old, work)).toBe("YA013");
    expect(await tryAs(owner, fresh, work)).toBeNull();
  });
});

it("counts only the session of the token, and what its auth service has stored", async () => {
  const change = (tx: TransactionSql) => tx`update public.security_settings set admin_idle_minutes = 60`;
  const forged = (tx: TransactionSql) =>
    tx`select set_config('request.jwt.claims', (current_setting('request.jwt.claims')::jsonb
      || jsonb_build_object('amr', jsonb_build_array(jsonb_build_object(
        'method', 'password', 'timestamp', extract(epoch from now())::bigint))))::text, true)`.then(() =>
      change(tx),
    );
  expect(await tryAs(owner, old, forged)).toBe("YA013");
  await admin`
    update auth.mfa_amr_claims set authentication_method = 'anonymous', updated_at = now() where session_id = ${old}`;
  expect(await tryAs(owner, old, change)).toBe("YA013");
  await admin`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (gen_random_uuid(), ${old}, now(), now(), 'totp')`;
  expect(await tryAs(owner, old, change)).toBeNull();
});

it("is not asked for one product, nor for settings that stay or are harmless, nor of who may do nothing", async () => {
  const product = await createProduct(admin);
  for (const work of [
    (tx: TransactionSql) => tx`delete from public.products where id = ${product.id}`,
    (tx: TransactionSql) => tx`update public.shop_settings set offers_banner = 'Soldes', phone = phone`,
    (tx: TransactionSql) => tx`update public.limits set maximum = maximum`,
    (tx: TransactionSql) => tx`update public.retention_settings set mail_days = mail_days`,
  ])
    expect(await tryAs(owner, old, work)).toBeNull();
  const awa = await createCustomerActor(admin, "cliente@example.com");
  const session = await openSession(admin, awa, { minutesAgo: 11 });
  expect(await tryAs(awa, session, (tx) => tx`delete from public.products`)).toBeNull();
  expect(
    await tryAs(awa, session, (tx) => tx`update public.shop_settings set phone = '+226 70 00 00 00'`),
  ).toBeNull();
  expect(await tryAs(awa, session, (tx) => tx`select public.remove_administrator(${seller.id})`)).toBe(
    "42501",
  );
});

it("comes before new recovery codes, also with the second factor", async () => {
  const awa = await createCustomerActor(admin, "awa2@example.com");
  await admin`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${awa.id}, 'totp', 'verified', now(), now())`;
  const create = (tx: TransactionSql) =>
    tx`select set_config('request.jwt.claims',
      (current_setting('request.jwt.claims')::jsonb || '{"aal": "aal2"}')::text, true)`.then(
      () => tx`select public.create_recovery_codes()`,
    );
  expect(await tryAs(awa, await openSession(admin, awa, { minutesAgo: 11 }), create)).toBe("YA013");
  expect(await tryAs(awa, await openSession(admin, awa), create)).toBeNull();
});
