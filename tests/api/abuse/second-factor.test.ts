/**
 * Whoever knows an administrator's password alone: the account has a second factor, which the service asks for, but
 * the tables have to refuse the session that did not present it. An administrator with the code, and everyone without
 * a factor, works as before.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, createAdministrator, createCustomer } from "#tests/support/accounts.ts";
import { type ShopClient, startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createProduct } from "#tests/support/products.ts";
import { type Authenticator, enrollAuthenticator } from "#tests/support/second-factor.ts";
import { createOrderPayload, placeOrder } from "#tests/support/signed-in-users.ts";

let backend: TestBackend;
let sql: ReturnType<TestBackend["database"]["connect"]>;
beforeAll(async () => {
  backend = await startTestBackend("demo");
  sql = backend.database.connect("supabase_admin");
});
afterAll(() => backend.close());

async function signIn({ email, password }: Account): Promise<ShopClient> {
  const client = backend.client();
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

/** An account with a second factor, and the client of its owner, who has just enrolled it. */
async function withFactor(
  account: Account,
): Promise<{ account: Account; owner: ShopClient; app: Authenticator }> {
  const owner = await signIn(account);
  return { account, owner, app: await enrollAuthenticator(owner.auth) };
}

async function presentCode(client: ShopClient, { factorId, generate }: Authenticator): Promise<void> {
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: generate() });
  if (error) throw error;
}

const call = async (
  client: ShopClient,
  name: "is_admin_user" | "get_admin_access" | "record_admin_activity",
) => (await client.rpc(name).throwOnError()).data;

const countRows = async (client: ShopClient, table: "admin_users" | "profiles" | "mails") =>
  (await client.from(table).select("created_at").throwOnError()).data.length;

describe("an administrator with a second factor", () => {
  test("opens nothing with the password alone, and everything with the code", async () => {
    const { account, owner, app } = await withFactor(await createAdministrator(sql));
    const attacker = await signIn(account);
    expect(await call(attacker, "is_admin_user")).toBe(false);
    expect(await call(attacker, "get_admin_access")).toBe("code");
    expect(await countRows(attacker, "admin_users")).toBe(0);
    expect(await countRows(attacker, "profiles")).toBe(0);
    const { data: written } = await attacker
      .from("shop_settings")
      .update({ shop_name: "Piraté" })
      .eq("id", true)
      .select("id");
    expect(written).toEqual([]);
    const { data: off } = await attacker
      .from("security_settings")
      .update({ admin_idle_minutes: 1000 })
      .eq("id", true)
      .select("id");
    expect(off).toEqual([]);

    await presentCode(attacker, app);
    for (const honest of [owner, attacker]) {
      expect(await call(honest, "is_admin_user")).toBe(true);
      expect(await countRows(honest, "admin_users")).toBeGreaterThan(0);
    }
  });

  test("keeps the sessions and the codes from whoever has the password alone", async () => {
    const { account, owner } = await withFactor(await createAdministrator(sql));
    const attacker = await signIn(account);
    const { data: sessions } = await owner.rpc("list_sessions").throwOnError();
    expect(sessions).toHaveLength(2);
    const [own] = sessions;
    expect(own).toMatchObject({ is_current: true });
    expect((await attacker.rpc("list_sessions").throwOnError()).data).toEqual([]);
    expect((await attacker.rpc("end_session", { session_id: own?.id ?? "" }).throwOnError()).data).toBe(
      false,
    );
    expect((await attacker.rpc("create_recovery_codes")).error).toMatchObject({ code: "42501" });
    // The client takes the refusal for a session that has ended.
    await attacker.auth.signOut({ scope: "others" });
    await (await signIn(account)).auth.signOut({ scope: "global" });
    expect((await owner.rpc("list_sessions").throwOnError()).data).toHaveLength(2);
    expect(await call(owner, "is_admin_user")).toBe(true);

    const other = sessions.find(({ is_current }) => !is_current);
    expect((await owner.rpc("end_session", { session_id: other?.id ?? "" }).throwOnError()).data).toBe(true);
    expect((await attacker.auth.refreshSession()).error).not.toBeNull();
  });

  test("comes back with a recovery code, each once and only the own", async () => {
    const { account, owner } = await withFactor(await createAdministrator(sql));
    const stranger = await withFactor(await createCustomer(sql));
    const { data: codes } = await owner.rpc("create_recovery_codes").throwOnError();
    expect(new Set(codes).size).toBe(10);
    const [code = "", second = ""] = codes;
    const present = async (client: ShopClient, text: string) =>
      (await client.rpc("use_recovery_code", { code: text }).throwOnError()).data;

    expect(await present(await signIn(stranger.account), code)).toBe(false);
    const client = await signIn(account);
    expect(await present(client, "aaaa-aaaa-aaaa-aaaa")).toBe(false);
    // As somebody types it.
    expect(await present(client, ` ${code.toUpperCase().replaceAll("-", " ")}`)).toBe(true);
    await client.auth.refreshSession();
    expect(await call(client, "is_admin_user")).toBe(true);

    const later = await signIn(account);
    expect(await present(later, code)).toBe(false);
    expect((await later.rpc("count_recovery_codes").throwOnError()).data).toBe(9);
    // New codes replace the former.
    await owner.rpc("create_recovery_codes").throwOnError();
    expect(await present(later, second)).toBe(false);
    expect(await call(later, "is_admin_user")).toBe(false);
    const stored = await sql<{ text: string }[]>`select code_hash::text as text from private.recovery_codes`;
    expect(stored.some(({ text }) => text.includes(code))).toBe(false);
  });
});

test("an administrator without a factor may only enroll one where it is required", async () => {
  const account = await createAdministrator(sql);
  const client = await signIn(account);
  expect(await call(client, "is_admin_user")).toBe(true);
  await client
    .from("security_settings")
    .update({ admin_factor_required: true })
    .eq("id", true)
    .throwOnError();
  try {
    expect(await call(client, "get_admin_access")).toBe("enrollment");
    expect(await call(client, "is_admin_user")).toBe(false);
    expect(await countRows(client, "mails")).toBe(0);
    await enrollAuthenticator(client.auth);
    expect(await call(client, "get_admin_access")).toBe("granted");
    expect(await countRows(client, "admin_users")).toBeGreaterThan(0);
  } finally {
    await sql`update security_settings set admin_factor_required = false`;
  }
});

describe("a customer", () => {
  test("with a second factor keeps profile and orders from whoever has the password alone", async () => {
    const { account, owner } = await withFactor(await createCustomer(sql));
    expect(await countRows(owner, "profiles")).toBe(1);
    expect(await countRows(await signIn(account), "profiles")).toBe(0);
  });

  test("with a second factor keeps lists and requests from whoever has the password alone, and orders in their name", async () => {
    const { account, owner } = await withFactor(await createCustomer(sql));
    const product = await createProduct(sql, { price: 100, stock: 10 });
    const own = { user_id: account.id, product_id: product.id };
    await owner.from("wishlist_items").insert(own).throwOnError();
    await owner.rpc("request_price_list", { trade: "Plombier" }).throwOnError();

    const attacker = await signIn(account);
    expect((await attacker.from("wishlist_items").select().throwOnError()).data).toEqual([]);
    expect((await attacker.from("price_list_members").select().throwOnError()).data).toEqual([]);
    await attacker.from("wishlist_items").delete().eq("user_id", account.id).throwOnError();
    expect((await owner.from("wishlist_items").select().throwOnError()).data).toHaveLength(1);
    expect((await attacker.rpc("request_price_list", { trade: "Voleur" })).error?.code).toBe("42501");
    expect((await attacker.rpc("enter_promo_code", { code: "X" })).error?.code).toBe("42501");
    const order = createOrderPayload([{ ...product, quantity: 1 }]);
    expect((await placeOrder(attacker, order)).error?.code).toBe("42501");
    expect((await placeOrder(owner, order)).status).toBe(201);
  });

  test("without one is asked for nothing", async () => {
    const client = await signIn(await createCustomer(sql));
    expect(await countRows(client, "profiles")).toBe(1);
    expect(await call(client, "get_admin_access")).toBe("none");
    expect((await client.rpc("list_sessions").throwOnError()).data).toHaveLength(1);
    expect((await client.rpc("use_recovery_code", { code: "x" }).throwOnError()).data).toBe(false);
  });
});

describe("the session of an administrator", () => {
  const age = (account: Account, minutes: number) => sql`
    with aged as (
      update auth.sessions set created_at = created_at - make_interval(mins => ${minutes})
      where user_id = ${account.id} returning id
    )
    update private.admin_activity set at = at - make_interval(mins => ${minutes})
    where session_id in (select id from aged)`;

  test("ends when its user does nothing for half an hour, at the auth service too", async () => {
    const account = await createAdministrator(sql);
    const client = await signIn(account);
    await age(account, 29);
    expect(await call(client, "record_admin_activity")).toBe("granted");
    await age(account, 29);
    expect(await call(client, "is_admin_user")).toBe(true);
    await age(account, 2);
    expect(await call(client, "is_admin_user")).toBe(false);
    expect(await countRows(client, "admin_users")).toBe(0);
    expect(await call(client, "record_admin_activity")).toBe("idle");
    expect((await client.auth.refreshSession()).error).toMatchObject({ code: "session_expired" });
  });

  test("ends twelve hours after the sign-in, however busy", async () => {
    const account = await createAdministrator(sql);
    const client = await signIn(account);
    for (let hours = 0; hours < 12; hours++) {
      expect(await call(client, "record_admin_activity")).toBe("granted");
      await sql`
        update auth.sessions set created_at = created_at - interval '1 hour' where user_id = ${account.id}`;
    }
    await age(account, 1);
    expect(await call(client, "is_admin_user")).toBe(false);
    expect(await call(client, "record_admin_activity")).toBe("expired");
  });

  test("is over at once after a sign-out, although its token has not expired", async () => {
    const account = await createAdministrator(sql);
    const client = await signIn(account);
    await sql`delete from auth.sessions where user_id = ${account.id}`;
    expect((await client.rpc("is_admin_user")).error).toMatchObject({ code: "PGRST303" });
    // What reads the claims alone, as on a hosted project, comes to the same.
    const claims = { sub: account.id, role: "authenticated", session_id: randomUUID() };
    const [row] = await sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
      await tx`set local role authenticated`;
      return tx`select public.is_admin_user() as is_admin, public.get_admin_access() as access`;
    });
    expect(row).toEqual({ is_admin: false, access: "ended" });
  });

  test("of a customer does not end like this", async () => {
    const account = await createCustomer(sql);
    const client = await signIn(account);
    await age(account, 60 * 24);
    expect(await countRows(client, "profiles")).toBe(1);
    expect((await client.auth.refreshSession()).error).toBeNull();
  });
});
