/**
 * Personal data: every column that can hold a text has a written rule, and the erasure of a customer follows it. A new
 * column fails the first test until somebody says here whether it holds what names a person, and what becomes of it.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAdministratorActor,
  createAnonymousActor,
  createCustomerActor,
  getSqlState,
  runAs,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createOrderInput, insertOrder, type PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { openSession, runInSession } from "#tests/support/sessions.ts";

/**
 * What becomes of a column when its person is erased: `deleted` with its row, `replaced` by a text that names nobody,
 * `secret` is deleted and names nobody by itself (tokens, hashes, numbers of the service), `kept` is stored on purpose
 * (docs/decisions/0080-personal-data.md), `expires` names no account and is deleted after some days, `staff` is about
 * the team, suppliers and technicians, and `shop` is the catalogue, the settings and other texts of the shop.
 */
type Rule = "deleted" | "replaced" | "secret" | "kept" | "expires" | "staff" | "shop";

const COLUMNS: Record<string, Partial<Record<Rule, string>>> = {
  "auth.audit_log_entries": { deleted: "payload ip_address" },
  "auth.flow_state": {
    secret:
      "auth_code authentication_method code_challenge invite_token provider_access_token provider_refresh_token provider_type referrer",
  },
  "auth.identities": { deleted: "email identity_data", secret: "provider provider_id" },
  "auth.mfa_amr_claims": { secret: "authentication_method" },
  "auth.mfa_challenges": { secret: "ip_address otp_code web_authn_session_data" },
  "auth.mfa_factors": {
    deleted: "friendly_name phone",
    secret: "last_webauthn_challenge_data secret web_authn_credential",
  },
  "auth.oauth_client_states": { expires: "code_verifier provider_type" },
  "auth.one_time_tokens": { deleted: "relates_to", secret: "token_hash" },
  "auth.refresh_tokens": { secret: "parent token user_id" },
  "auth.sessions": { deleted: "user_agent", secret: "ip refresh_token_hmac_key scopes tag" },
  "auth.sign_in_limits": { expires: "network" },
  "auth.users": {
    deleted: "email email_change phone phone_change raw_user_meta_data",
    secret:
      "aud confirmation_token email_change_token_current email_change_token_new encrypted_password phone_change_token raw_app_meta_data reauthentication_token recovery_token role",
  },
  "private.cash_day_sums": { shop: "account" },
  "private.daily_sales": { shop: "status" },
  "private.delivery_codes": { secret: "code" },
  "private.facet_values": { shop: "attribute key name" },
  // The results of changes of many rows for a day; of an order only the hash of its content.
  "private.idempotent_results": { expires: "result" },
  "private.instances": { shop: "name tasks version" },
  "private.known_devices": { secret: "device network" },
  "private.old_slugs": { shop: "kind slug" },
  "private.order_limits": { shop: "audience" },
  "private.order_transitions": { shop: "from_stage kind to_stage" },
  "private.product_import_problems": { shop: "line" },
  "private.product_imports": { staff: "actor_name", shop: "file_name reason state" },
  "private.search_terms": { shop: "consonants sound stem term" },
  "private.shop_problems": { shop: "detail kind" },
  "private.told_steps": { shop: "step" },
  "public.admin_invitations": { staff: "email name phone role" },
  "public.admin_users": { staff: "email name role" },
  "public.attributes": { shop: "choices key kind name unit" },
  "public.audit_log": {
    replaced: "what before after",
    staff: "actor_email actor_name",
    shop: "action table_name",
  },
  "public.brands": { shop: "description logo name name_key slug" },
  // What the carrier calls the parcel, by which it settles.
  "public.carrier_parcels": { kept: "tracking_number" },
  "public.carrier_settlement_rows": { kept: "number note", staff: "resolved_by", shop: "result" },
  "public.carrier_settlements": { staff: "actor_name", shop: "file_name received_account reference" },
  "public.carriers": { staff: "name phone" },
  "public.cash_checks": { shop: "problems" },
  "public.cash_closings": { staff: "actor_name", shop: "balances note" },
  // The receipt of a payment belongs to the books.
  "public.cash_movements": { kept: "reference note", staff: "actor_name", shop: "from_account to_account" },
  "public.categories": { shop: "calculators description image name slug" },
  "public.counted_in_pieces": { shop: "destination" },
  "public.customer_addresses": { deleted: "address city landmark name postal_code quarter" },
  "public.customer_notes": { deleted: "note" },
  "public.delivery_places": { shop: "quarter quarter_key town town_key" },
  "public.delivery_zones": { shop: "name" },
  "public.discount_limits": { shop: "role" },
  "public.limit_refusals": { shop: "audience name scope" },
  "public.limits": { shop: "audience label name scope" },
  "public.low_stocks": { shop: "name" },
  "public.mails": { deleted: "recipient", secret: "payload last_error", shop: "kind" },
  "public.messages": { deleted: "email message name phone" },
  // Searches that look like a name's number or address are not recorded; nobody's account is.
  "public.missed_searches": { expires: "answered term" },
  "public.order_drafts": { deleted: "data label", staff: "author_name" },
  "public.order_events": { replaced: "data", staff: "actor_name", shop: "conflict kind" },
  "public.order_items": { shop: "image name sold_by" },
  "public.order_returns": { replaced: "reason refusal_reason photo_path", shop: "state" },
  "public.order_settings": { shop: "delivery_proof" },
  "public.orders": {
    replaced:
      "cancellation_reason customer_email customer_name customer_phone discount_reason notes payment_info shipping_address",
    shop: "delivery_half number pickup_point_name promo_code source stage status zone_name",
  },
  "public.pickup_points": { shop: "address hours name town" },
  "public.price_list_members": { deleted: "reason trade", staff: "decided_by", shop: "state" },
  "public.price_lists": { shop: "name" },
  "public.product_images": { shop: "image_url" },
  "public.product_options": { shop: "choices name" },
  // The text of a published review is for the other customers; its author can have it deleted.
  "public.product_reviews": { replaced: "email name", kept: "comment title", shop: "purchased_variant" },
  "public.product_variants": { shop: "barcode choices image reference" },
  "public.products": {
    shop: "attributes barcode brand_key content_unit data_sheets description facet_keys features image more_info_url name reference search_text shelf slug specifications unit videos",
  },
  "public.profiles": { deleted: "address city email first_name last_name phone postal_code" },
  "public.promo_codes": { shop: "code kind" },
  "public.quotes": { deleted: "file_name file_path note", shop: "kind reference status" },
  "public.receipt_arrivals": { staff: "actor_name", shop: "lines" },
  "public.receipt_lines": { shop: "name sold_by" },
  "public.receipts": { staff: "actor_name note", shop: "number state" },
  "public.review_requests": { deleted: "customer_email" },
  "public.role_rights": { shop: "right role" },
  "public.runs": { staff: "closed_by courier_name note", shop: "name proof state" },
  "public.sales": { shop: "name" },
  "public.search_synonyms": { shop: "meanings term term_key" },
  "public.shop_settings": { shop: "address email offers_banner phone shop_name whatsapp" },
  "public.stock_alerts": { deleted: "email" },
  "public.stock_checks": { shop: "problems" },
  "public.stock_count_lines": { staff: "actor_name" },
  "public.stock_counts": { staff: "actor_name ended_by", shop: "name shelf state" },
  "public.stock_movements": { staff: "actor_name", shop: "kind reason sold_by" },
  "public.suppliers": { staff: "name note phone" },
  "public.technician_contacts": { staff: "email phone" },
  "public.technician_profiles": {
    staff: "availability description image location name slug specialty specialty_slug",
  },
  "public.testimonials": { staff: "avatar content name role" },
  "realtime.messages": { expires: "event extension payload topic" },
  "storage.buckets": { shop: "allowed_mime_types id name owner_id" },
  // The service deletes the files that no row names any more: unused_private_files.
  "storage.objects": { kept: "name path_tokens user_metadata owner_id", shop: "bucket_id metadata version" },
};

const MARK = "Zzmarque";
const EMAIL = "zzmarque@example.com";
const PHONE = "22670998877";
const OF_PERSON = "zzmarque|70998877";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let owner: Actor;
let drill: PricedProduct;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator", 5);
  owner = await createAdministratorActor(admin, "patronne@example.com");
  drill = await createProduct(admin, { price: 7500, stock: 500 });
});
afterAll(() => database.drop());

interface Column {
  table: string;
  column: string;
}

const listTextColumns = () => admin<Column[]>`
  select c.relnamespace::regnamespace || '.' || c.relname as table, a.attname::text as column
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_type t on t.oid = a.atttypid
  left join pg_type base on base.oid = t.typbasetype
  where c.relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'realtime')
    and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    and coalesce(base.typname, t.typname) in
      ('text', 'varchar', 'bpchar', 'json', 'jsonb', 'inet', 'cidr', '_text', '_varchar', '_json', '_jsonb')
  order by 1, 2`;

const listRules = () =>
  Object.entries(COLUMNS).flatMap(([table, rules]) =>
    Object.entries(rules).flatMap(([rule, columns]) =>
      columns.split(" ").map((column) => ({ name: `${table}.${column}`, rule })),
    ),
  );

/** Which of the shop's columns say something of the person. */
async function listColumnsOfPerson(): Promise<string[]> {
  const columns = await listTextColumns();
  const found = await Promise.all(
    columns.map(async ({ table, column }) => {
      const [row] = await admin.unsafe<{ found: boolean }[]>(
        `select exists (select from ${table} t where t.${column}::text ~* '${OF_PERSON}') as found`,
      );
      return row?.found ? [`${table}.${column}`] : [];
    }),
  );
  return found.flat();
}

async function completeOrder(id: string) {
  await admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.orders set status = 'completed', stage = 'delivered', paid_amount = 0, total_amount = 0, shipping_amount = 0 where id = ${id}`;
  });
}

const place = (actor: Actor) =>
  runAs(api, actor, (tx) => insertOrder(tx, createOrderInput([{ product: drill, quantity: 1 }])));

const signIn = (actor: Actor, minutesAgo = 0) =>
  openSession(admin, actor, { minutesAgo, userAgent: `${MARK} Browser` });
const callInSession = <T>(actor: Actor, session: string, work: (tx: TransactionSql) => Promise<T>) =>
  runInSession(api, actor, session, work);
const erase = (actor: Actor, session: string, withReviews = false) =>
  callInSession(actor, session, (tx) => tx`select public.erase_my_account(${withReviews})`);

/** Rows of the account in every table that holds a customer's data, with the mark in each column that names them. */
async function insertPerson(): Promise<Actor & { orderId: string; session: string }> {
  const awa = await createCustomerActor(admin, EMAIL, { first_name: MARK, last_name: MARK });
  const { id: orderId } = await place(awa);
  const session = await signIn(awa);
  const eventId = randomUUID();
  await admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      update auth.users set email_confirmed_at = now(), confirmation_sent_at = now() - interval '1 minute',
        phone = ${PHONE}, phone_confirmed_at = now(), email_change = ${EMAIL}, phone_change = ${PHONE}
      where id = ${awa.id}`;
    await tx`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values (${awa.id}, ${awa.id}, ${tx.json({ email: EMAIL })}, 'email')`;
    await tx`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, phone)
      values (gen_random_uuid(), ${awa.id}, ${MARK}, 'phone', 'unverified', now(), now(), ${PHONE})`;
    await tx`
      insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
      values (gen_random_uuid(), ${awa.id}, 'recovery_token', 'x', ${EMAIL})`;
    await tx`
      insert into auth.audit_log_entries (id, payload, created_at, ip_address)
      values (gen_random_uuid(), ${tx.json({ actor_id: awa.id, actor_username: EMAIL, action: "login" })}, now(), ${MARK})`;
    await tx`
      update public.profiles set phone = '70 99 88 77 70998877', address = ${MARK}, city = ${MARK}, postal_code = ${MARK}
      where id = ${awa.id}`;
    await tx`
      insert into public.customer_addresses (user_id, name, address, city, postal_code, quarter, landmark)
      values (${awa.id}, ${MARK}, ${MARK}, ${MARK}, ${MARK}, ${MARK}, ${MARK})`;
    await tx`insert into public.customer_notes (customer_id, note) values (${awa.id}, ${MARK})`;
    await tx`
      update public.orders set status = 'cancelled', stage = 'refused', cancellation_reason = ${MARK},
        customer_name = ${MARK}, customer_phone = '+226 70998877', discount_reason = ${MARK}, notes = ${MARK},
        payment_info = payment_info || ${tx.json({ from: MARK })},
        shipping_address = ${tx.json({ address: MARK, city: "Bobo-Dioulasso", quarter: MARK, phone: PHONE })}
      where id = ${orderId}`;
    await tx`
      insert into public.order_events (id, order_id, kind, at, data)
      values (${eventId}, ${orderId}, 'refused', now(), ${tx.json({ reason: MARK, cash: 500, settles: eventId, lines: [{ position: 1, quantity: 1, why: MARK }] })})`;
    await tx`
      insert into public.order_returns (id, order_id, state, reason, refusal_reason, opened_by, photo_path, decided_at)
      values (gen_random_uuid(), ${orderId}, 'refused', ${MARK}, ${MARK}, ${awa.id}, ${`${awa.id}/${MARK}.jpg`}, now())`;
    await tx`insert into private.delivery_codes values (${orderId}, '1234')`;
    await tx`
      insert into public.cash_movements (from_account, to_account, amount, order_id, reference, note)
      values ('order', 'drawer', 500, ${orderId}, ${MARK}, ${MARK}), ('drawer', 'order', 500, ${orderId}, null, null)`;
    const [carrier] = await tx`insert into public.carriers (name) values ('Car') returning id`;
    await tx`insert into public.carrier_parcels (order_id, carrier_id, tracking_number) values (${orderId}, ${carrier?.id}, ${MARK})`;
    await tx`
      insert into public.carrier_settlement_rows (settlement_id, position, number, amount, result, order_id, note)
      values (gen_random_uuid(), 1, ${MARK}, 1, 'resolved', ${orderId}, ${MARK})`;
    await tx`
      insert into public.review_requests (order_id, product_id, customer_email)
      values (${orderId}, ${drill.id}, ${EMAIL})`;
    await tx`
      insert into public.product_reviews (product_id, title, comment, name, email, author_id, purchase_id, is_published)
      values (${drill.id}, ${MARK}, ${`${MARK} est contente`}, ${MARK}, ${EMAIL}, ${awa.id}, ${orderId}, true),
        (${drill.id}, ${MARK}, ${`${MARK} attend encore`}, ${MARK}, ${EMAIL}, null, null, false)`;
    await tx`insert into public.wishlist_items (user_id, product_id) values (${awa.id}, ${drill.id})`;
    await tx`insert into public.stock_alerts (product_id, user_id, email) values (${drill.id}, ${awa.id}, ${EMAIL})`;
    await tx`
      insert into public.price_list_members (user_id, state, trade, reason, decided_at)
      values (${awa.id}, 'refused', ${MARK}, ${MARK}, now())`;
    await tx`
      insert into public.messages (name, email, phone, message) values (${MARK}, ${EMAIL}, '+226 70998877', ${`${MARK} voudrait un devis`})`;
    await tx`
      insert into public.order_drafts (id, label, data)
      values (gen_random_uuid(), ${MARK}, ${tx.json({ name: MARK, phone: "70998877" })})`;
    await tx`
      insert into storage.objects (bucket_id, name, owner_id, user_metadata)
      values ('quotes', ${`image/${MARK}`}, ${awa.id}, ${tx.json({ file_name: MARK })}),
        ('return-photos', ${`${awa.id}/${MARK}.jpg`}, ${awa.id}, '{}'),
        ('delivery-proofs', ${`${orderId}/1.jpg`}, null, '{}')`;
    await tx`
      insert into public.quotes (kind, file_path, file_name, note) values ('image', ${`image/${MARK}`}, ${MARK}, ${MARK})`;
    await tx`
      insert into public.mails (subject_id, kind, recipient)
      values (gen_random_uuid(), 'account_recovery', ${EMAIL}), (${eventId}, 'order_step', ${EMAIL}),
        (gen_random_uuid(), 'order_text', ${PHONE})`;
    await tx`
      insert into public.audit_log (action, table_name, row_id, what, before, after)
      values ('update', 'profiles', ${awa.id}, ${EMAIL}, ${tx.json({ trade: MARK })}, ${tx.json({ trade: MARK })}),
        ('update', 'orders', ${orderId}, 'ORD-1', '{"status": "pending"}', ${tx.json({ status: "cancelled", cancellation_reason: MARK })})`;
  });
  return { ...awa, orderId, session };
}

it("every column that can hold a text has a rule", async () => {
  const columns = await listTextColumns();
  expect(
    listRules()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(columns.map(({ table, column }) => `${table}.${column}`).sort());
});

describe("an account with everything that a customer can have", () => {
  let awa: Awaited<ReturnType<typeof insertPerson>>;
  let before: string[];
  let copy: Record<string, unknown[]>;

  beforeAll(async () => {
    awa = await insertPerson();
    before = await listColumnsOfPerson();
    const [row] = await callInSession(
      awa,
      awa.session,
      (tx) => tx<{ data: Record<string, unknown[]> }[]>`select public.export_my_data() as data`,
    );
    copy = row?.data ?? {};
    await runAs(api, owner, (tx) => tx`select public.erase_customer_data(account => ${awa.id})`);
  });

  it("is described in all parts of the copy", () => {
    const empty = Object.entries(copy).flatMap(([key, value]) => (value.length === 0 ? [key] : []));
    // A draft is found by its number, which only the team can vouch for.
    expect(empty.sort()).toEqual(["brouillons_de_commande", "codes_promo", "votes"]);
    expect(JSON.stringify(copy.commandes)).toMatch(/Zzmarque.*70998877/);
  });

  it("is erased from every column that names a person", async () => {
    const rules = listRules();
    const erased = rules.filter(({ rule }) => rule === "deleted" || rule === "replaced");
    expect(erased.map(({ name }) => name).filter((name) => !before.includes(name))).toEqual([]);
    const kept = rules.filter(({ rule }) => rule === "kept").map(({ name }) => name);
    expect((await listColumnsOfPerson()).filter((name) => !kept.includes(name))).toEqual([]);
  });

  it("leaves its number in the journal, and files until the service deletes them", async () => {
    const tables = [...new Set((await listTextColumns()).map(({ table }) => table))];
    const withAccount = await Promise.all(
      tables.map(async (table) => {
        const rows = await admin.unsafe(`select from ${table} t where t::text like '%${awa.id}%' limit 1`);
        return rows.length > 0 ? [table] : [];
      }),
    );
    expect(withAccount.flat()).toEqual(["public.audit_log", "storage.objects"]);
    const files = await admin`
      select b.id from storage.buckets b, public.unused_private_files(b.id) order by b.id`;
    expect(files.map(({ id }) => id)).toEqual(["delivery-proofs", "quotes", "return-photos"]);
  });

  it("leaves the order with its money and its town", async () => {
    expect(
      await admin`
        select customer_name, customer_phone, customer_email, notes, shipping_address ->> 'city' as city,
          status, payment_info -> 'items' -> 0 ->> 'name' = ${drill.name} as has_items
        from public.orders where id = ${awa.orderId}`,
    ).toEqual([
      {
        customer_name: "Client effacé",
        customer_phone: "–",
        customer_email: null,
        notes: null,
        city: "Bobo-Dioulasso",
        status: "cancelled",
        has_items: true,
      },
    ]);
    expect(await admin`select data from public.order_events where order_id = ${awa.orderId}`).toEqual([
      { data: { cash: 500, settles: expect.any(String), lines: [{ position: 1, quantity: 1 }] } },
    ]);
  });

  it("leaves the published review without a name", async () => {
    expect(
      await admin`select name, is_published, author_id from public.product_reviews where comment like ${`${MARK}%`}`,
    ).toEqual([{ name: "Client", is_published: true, author_id: null }]);
  });

  it("leaves an entry in the journal that names nobody", async () => {
    const [entry] = await admin`
      select actor_id, action, what, before from public.audit_log
      where table_name = 'personal_data' and row_id = ${awa.id}`;
    expect(entry).toEqual({
      actor_id: owner.id,
      action: "delete",
      what: "Par l'équipe",
      before: { accounts: 1, orders: 1, reviews: 2, messages: 1, quotes: 1 },
    });
  });
});

describe("a customer's account", () => {
  it("is erased by whoever has just typed the password, with the sessions and nothing of others", async () => {
    const awa = await createCustomerActor(admin, "awa@example.com");
    const ali = await createCustomerActor(admin, "ali@example.com");
    const order = await place(ali);
    const session = await signIn(awa);
    await erase(awa, session);
    expect(await admin`select from auth.sessions where user_id = ${awa.id}`).toHaveLength(0);
    expect(await admin`select customer_name from public.orders where id = ${order.id}`).not.toEqual([
      { customer_name: "Client effacé" },
    ]);
  });

  it("is not erased in an old session, nor in another's, nor without the second factor", async () => {
    const awa = await createCustomerActor(admin, "awa2@example.com");
    const ali = await createCustomerActor(admin, "ali2@example.com");
    const [old, others] = [await signIn(awa, 11), await signIn(ali)];
    expect(await getSqlState(erase(awa, old))).toBe("YA013");
    expect(await getSqlState(erase(awa, others))).toBe("YA013");
    const fresh = await signIn(awa);
    await admin`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${awa.id}, 'totp', 'verified', now(), now())`;
    expect(await getSqlState(erase(awa, fresh))).toBe("42501");
    expect(await getSqlState(callInSession(awa, fresh, (tx) => tx`select public.export_my_data()`))).toBe(
      "42501",
    );
    expect(await admin`select from auth.users where id = ${awa.id}`).toHaveLength(1);
  });

  it("is not erased while an order is open", async () => {
    const awa = await createCustomerActor(admin, "awa3@example.com");
    const order = await place(awa);
    const session = await signIn(awa);
    const failure = await erase(awa, session).catch((error: Error & { code: string }) => error);
    expect(failure).toMatchObject({ code: "YA012", message: expect.stringContaining(order.number) });
    await completeOrder(order.id);
    await erase(awa, session);
    expect(await admin`select user_id from public.orders where id = ${order.id}`).toEqual([
      { user_id: null },
    ]);
  });

  it("takes its published reviews with it when asked to", async () => {
    const awa = await createCustomerActor(admin, "awa4@example.com");
    await admin.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        insert into public.product_reviews (product_id, comment, name, email, author_id, is_published)
        values (${drill.id}, 'Très bonne perceuse', 'Awa', 'awa4@example.com', ${awa.id}, true)`;
    });
    await erase(awa, await signIn(awa), true);
    expect(
      await admin`select from public.product_reviews where comment = 'Très bonne perceuse'`,
    ).toHaveLength(0);
  });

  it("needs no password when it never had one", async () => {
    const awa = await createAnonymousActor(admin);
    await erase(awa, randomUUID());
    expect(await admin`select from auth.users where id = ${awa.id}`).toHaveLength(0);
  });

  it("does not reach what carries an address that was only typed", async () => {
    await admin.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        insert into public.messages (name, email, phone, message)
        values ('Fatou', 'fatou@example.com', '70112233', 'Bonjour, un devis s''il vous plaît')`;
    });
    const stranger = await createCustomerActor(admin, "fatou@example.com");
    const session = await signIn(stranger);
    const [copy] = await callInSession(
      stranger,
      session,
      (tx) => tx`select public.export_my_data() -> 'messages' as messages`,
    );
    expect(copy).toEqual({ messages: [] });
    await erase(stranger, session);
    expect(await admin`select from public.messages where email = 'fatou@example.com'`).toHaveLength(1);
  });

  it("is copied five times a day", async () => {
    const awa = await createCustomerActor(admin, "awa5@example.com");
    const session = await signIn(awa);
    const copy = () => callInSession(awa, session, (tx) => tx`select public.export_my_data()`);
    for (let index = 0; index < 5; index++) await copy();
    expect(await getSqlState(copy())).toBe("PT429");
  });
});

describe("an administrator", () => {
  it("finds and erases somebody who has only a number, with the accounts that ordered with it", async () => {
    const awa = await createAnonymousActor(admin);
    const { id } = await runAs(api, awa, (tx) =>
      insertOrder(tx, {
        ...createOrderInput([{ product: drill, quantity: 1 }]),
        customer_phone: "76 10 20 30",
      }),
    );
    const summarize = () =>
      runAs(
        api,
        owner,
        (tx) => tx`select public.summarize_customer_data(contact => '+226 76102030') as data`,
      );
    expect(await summarize()).toMatchObject([
      {
        data: {
          accounts: 1,
          orders: 1,
          open_orders: [expect.stringMatching(/^ORD-/)],
          numbers: ["22676102030"],
        },
      },
    ]);
    await completeOrder(id);
    await runAs(api, owner, (tx) => tx`select public.erase_customer_data(contact => '76102030')`);
    expect(await summarize()).toMatchObject([{ data: { accounts: 0, orders: 0, open_orders: [] } }]);
    expect(await admin`select from auth.users where id = ${awa.id}`).toHaveLength(0);
  });

  it("finds by an account nothing of the number that its owner only typed", async () => {
    await runAs(api, await createAnonymousActor(admin), (tx) =>
      insertOrder(tx, {
        ...createOrderInput([{ product: drill, quantity: 1 }]),
        customer_phone: "76 10 20 31",
      }),
    );
    const stranger = await createCustomerActor(admin, "stranger@example.com", { phone: "+22676102031" });
    const find = () =>
      runAs(
        api,
        owner,
        (tx) => tx`
          select public.summarize_customer_data(account => ${stranger.id}) as data,
            (select phone from public.profiles where id = ${stranger.id}) as typed`,
      );
    expect(await find()).toMatchObject([
      { typed: "+22676102031", data: { accounts: 1, orders: 0, numbers: [] } },
    ]);
    await admin`
      update auth.users set phone = '22676102031', phone_confirmed_at = now() where id = ${stranger.id}`;
    expect(await find()).toMatchObject([{ data: { accounts: 2, orders: 1, numbers: ["22676102031"] } }]);
  });

  it("erases neither a member of the staff nor nobody, and reads no number in an address", async () => {
    const eraseStaff = runAs(
      api,
      owner,
      (tx) => tx`select public.erase_customer_data(account => ${owner.id})`,
    );
    expect(await getSqlState(eraseStaff)).toBe("YA009");
    const [found] = await runAs(
      api,
      owner,
      (tx) =>
        tx`select public.summarize_customer_data(contact => 'awa70112233@example.com') -> 'numbers' as numbers`,
    );
    expect(found).toEqual({ numbers: [] });
    const eraseNobody = runAs(api, owner, (tx) => tx`select public.erase_customer_data(contact => 'Awa')`);
    expect(await getSqlState(eraseNobody)).toBe("PT404");
  });
});

describe("retention", () => {
  const apply = async (rows: number) => {
    const [row] = await admin`select private.apply_retention(${rows}) as more`;
    return row?.more;
  };

  it("deletes what is older than the settings, a part at each call, and says so in the journal", async () => {
    const awa = await createCustomerActor(admin, "awa6@example.com");
    const old = await place(awa);
    await completeOrder(old.id);
    const open = await place(awa);
    await admin.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`delete from public.messages`;
      await tx`
        insert into public.messages (name, email, phone, message, created_at)
        select 'Fatou', 'fatou@example.com', '70112233', 'Bonjour, un devis s''il vous plaît', now() - make_interval(days => n)
        from unnest(array[364, 366, 367]) n`;
      await tx`
        insert into public.quotes (kind, file_path, file_name, created_at)
        select 'image', 'image/' || n, 'x', now() - make_interval(days => n) from unnest(array[364, 366]) n`;
      await tx`
        insert into public.order_drafts (id, label, data, updated_at)
        select gen_random_uuid(), 'x', '{}', now() - make_interval(days => n) from unnest(array[89, 91]) n`;
      await tx`
        insert into public.mails (subject_id, kind, recipient, created_at, sent_at)
        select gen_random_uuid(), 'order_step', 'x@example.com', now() - make_interval(days => n), s
        from (values (364, now()), (366, now()), (367, null)) m (n, s)`;
      await tx`
        insert into public.audit_log (action, table_name, what, at)
        select 'update', 'products', 'Ancien', now() - make_interval(days => n) from unnest(array[1094, 1096]) n`;
      await tx`update public.orders set created_at = now() - interval '10 years 1 day' where id in (${old.id}, ${open.id})`;
    });
    expect(await apply(1)).toBe(true);
    while (await apply(1)) {
      // A row of each kind at each call.
    }
    expect(await admin`select from public.messages`).toHaveLength(1);
    expect(await admin`select from public.quotes where file_name = 'x'`).toHaveLength(1);
    expect(await admin`select from public.order_drafts where label = 'x'`).toHaveLength(1);
    expect(await admin`select from public.mails where recipient = 'x@example.com'`).toHaveLength(2);
    expect(await admin`select from public.audit_log where what = 'Ancien'`).toHaveLength(1);
    expect(
      await admin`select customer_name from public.orders where id in (${old.id}, ${open.id}) order by customer_name = 'Client effacé'`,
    ).toMatchObject([
      { customer_name: expect.not.stringMatching("effacé") },
      { customer_name: "Client effacé" },
    ]);
    const entries = await admin`
      select before from public.audit_log where what = 'Fin du délai de conservation' order by id`;
    expect(entries).toEqual([
      { before: { orders: 1, messages: 1, quotes: 1, drafts: 1, mails: 1, entries: 1 } },
      { before: { messages: 1 } },
    ]);
  });

  it("waits for an old order that can still be returned, or is not settled", async () => {
    const awa = await createCustomerActor(admin, "awa7@example.com");
    const [settled, delivered, overpaid] = [await place(awa), await place(awa), await place(awa)];
    const ids = [settled.id, delivered.id, overpaid.id];
    for (const id of ids) await completeOrder(id);
    await admin.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        update public.orders set created_at = now() - interval '10 years 1 day',
          completed_at = now() - case when id = ${delivered.id} then interval '1 day' else interval '9 years' end,
          paid_amount = case when id = ${overpaid.id} then 500 else 0 end
        where id = any (${ids})`;
    });
    await apply(10);
    expect(
      await admin`select id from public.orders where id = any (${ids}) and customer_name = 'Client effacé'`,
    ).toEqual([{ id: settled.id }]);
  });

  it("follows the administrators' settings", async () => {
    await runAs(api, owner, (tx) => tx`update public.retention_settings set message_days = 7`);
    await apply(10);
    expect(await admin`select from public.messages`).toHaveLength(0);
    expect(await admin`select after from public.audit_log where table_name = 'retention_settings'`).toEqual([
      { after: { message_days: 7 } },
    ]);
  });

  it("is the only way to change the journal", async () => {
    expect(await getSqlState(admin`delete from public.audit_log`)).toBe("42501");
    expect(await getSqlState(admin`truncate public.audit_log`)).toBe("42501");
  });
});
