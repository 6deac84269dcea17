/** Who becomes an administrator, and who removes whom: the database decides. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAdministratorActor,
  createCustomerActor,
  createStaffActor,
  getSqlState,
  runAs,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let fatou: Actor;
let awa: Actor;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator", 4);
  fatou = await createAdministratorActor(admin, "fatou@exemple.bf");
  awa = await createCustomerActor(admin, "awa@exemple.bf");
});
afterAll(() => database.drop());

const add = (actor: Actor, email: string, name = "Nouveau") =>
  runAs(api, actor, async (tx) => {
    const [row] = await tx<
      { outcome: string }[]
    >`select public.add_administrator(${email}, ${name}) as outcome`;
    return row?.outcome;
  });
const remove = (actor: Actor, id: string | null) =>
  runAs(api, actor, (tx) => tx`select public.remove_administrator(${id}::uuid)`);
const accept = (actor: Actor, token: string) =>
  runAs(api, actor, (tx) => tx`select public.accept_admin_invitation(${token})`);
const isAdmin = async (actor: Actor) => {
  const [row] = await runAs(api, actor, (tx) => tx`select public.is_admin_user() as answer`);
  return row?.answer;
};

async function getToken(email: string): Promise<string> {
  const [mail] = await admin<{ token: string }[]>`
    select payload ->> 'token' as token from public.mails
    where kind = 'admin_invitation' and recipient = ${email} order by created_at desc limit 1`;
  return mail?.token ?? "none";
}

/** The owner of the account has used a code that was sent to its address. */
const proveAddress = ({ id }: Actor) => admin`
  update auth.users set confirmation_sent_at = now() - interval '1 minute', email_confirmed_at = now() where id = ${id}`;

describe("adding an administrator", () => {
  it("is for administrators", async () => {
    expect(await getSqlState(add(awa, "binta@exemple.bf"))).toBe("42501");
    expect(await getSqlState(remove(awa, fatou.id))).toBe("42501");
  });

  it("adds a proven account at once, and says when it is one already", async () => {
    const binta = await createCustomerActor(admin, "binta@exemple.bf");
    await proveAddress(binta);
    expect(await add(fatou, " Binta@exemple.bf ", "Binta Kaboré")).toBe("added");
    expect(await isAdmin(binta)).toBe(true);
    expect(await getSqlState(add(fatou, "binta@exemple.bf"))).toBe("YA009");
    const [entry] = await admin`
      select actor_id, what from public.audit_log where table_name = 'admin_users' and row_id = ${binta.id}`;
    expect(entry).toEqual({ actor_id: fatou.id, what: "Binta Kaboré" });
    await remove(fatou, binta.id);
    expect(await isAdmin(binta)).toBe(false);
  });

  it("only invites an account whose address nobody has proven: somebody else may have registered it", async () => {
    const stranger = await createCustomerActor(admin, "salif@exemple.bf");
    expect(await add(fatou, "salif@exemple.bf", "Salif")).toBe("invited");
    expect(await isAdmin(stranger)).toBe(false);
    expect(await getSqlState(accept(stranger, "guess"))).toBe("YA009");
  });

  it("is accepted once, by the account with the invited address", async () => {
    const ali = await createCustomerActor(admin, "ali@exemple.bf");
    await add(fatou, "ali@exemple.bf", "Ali Sanou");
    const former = await getToken("ali@exemple.bf");
    await add(fatou, "ali@exemple.bf", "Ali Sanou");
    const token = await getToken("ali@exemple.bf");
    expect(await getSqlState(accept(ali, former))).toBe("YA009");
    expect(await getSqlState(accept(awa, token))).toBe("YA009");
    const found = await runAs(
      api,
      { role: "anon", id: null },
      (tx) => tx`select * from public.find_admin_invitation(${token})`,
    );
    expect([...found]).toEqual([{ email: "ali@exemple.bf", name: "Ali Sanou", has_account: true }]);
    await accept(ali, token);
    expect(await isAdmin(ali)).toBe(true);
    expect(await getSqlState(accept(ali, token))).toBe("YA009");
    await remove(fatou, ali.id);
  });

  it("gives the role that the owner chose, without a choice a manager's", async () => {
    const roles: string[] = [];
    for (const role of ["sales", null]) {
      const email = `${role ?? "gerant"}@exemple.bf`;
      const actor = await createCustomerActor(admin, email);
      await runAs(api, fatou, (tx) =>
        role === null
          ? tx`select public.add_administrator(${email}, 'Sali')`
          : tx`select public.add_administrator(${email}, 'Sali', ${role})`,
      );
      await accept(actor, await getToken(email));
      const [row] = await admin<{ role: string }[]>`
        delete from public.admin_users where id = ${actor.id} returning role`;
      roles.push(row?.role ?? "none");
    }
    expect(roles).toEqual(["sales", "manager"]);
  });

  it("invites a number by a text message where there is a provider, by a link that the caller sends otherwise", async () => {
    const invite = (actor: Actor, phone: string) =>
      runAs(api, actor, async (tx) => {
        const [row] = await tx<
          { token: string | null }[]
        >`select public.invite_by_text(${phone}, 'Salif', 'courier') as token`;
        return row?.token ?? null;
      });
    expect(await getSqlState(invite(awa, "70112233"))).toBe("42501");
    for (const phone of ["7011", "abc", ""]) expect(await getSqlState(invite(fatou, phone))).toBe("YA009");
    const former = await invite(fatou, "70 11 22 33");
    await admin`update public.order_settings set sends_texts = true`;
    expect(await invite(fatou, "+226 70 11 22 33")).toBeNull();
    await admin`update public.order_settings set sends_texts = false`;
    const mails = await admin<{ recipient: string; token: string }[]>`
      select recipient, payload ->> 'token' as token from public.mails where kind = 'admin_invitation_text'`;
    expect(mails.map(({ recipient }) => recipient)).toEqual(["22670112233"]);
    const [{ token } = { token: "none" }] = mails;
    const salif = await createCustomerActor(admin, "salif-deux@exemple.bf");
    expect(await getSqlState(accept(salif, former ?? "none"))).toBe("YA009");

    // An account with only a number cannot: the invitation stays for one with an address.
    const onlyNumber = await createCustomerActor(admin, "sans-adresse@exemple.bf");
    await admin`update auth.users set email = null, phone = '22670112233' where id = ${onlyNumber.id}`;
    expect(await getSqlState(accept(onlyNumber, token))).toBe("YA009");
    await admin`update auth.users set phone = null, is_anonymous = true where id = ${onlyNumber.id}`;
    expect(await getSqlState(accept(onlyNumber, token))).toBe("YA009");

    await accept(salif, token);
    const [member] = await admin`select email, role from public.admin_users where id = ${salif.id}`;
    expect(member).toEqual({ email: "salif-deux@exemple.bf", role: "courier" });
    // The link went to the number: it says nothing about the address.
    const [identity] = await admin`
      select is_email_proven from private.order_audiences where id = ${salif.id}`;
    expect(identity).toEqual({ is_email_proven: false });
    expect(await getSqlState(accept(awa, token))).toBe("YA009");
    await remove(fatou, salif.id);
  });

  it("ends with the invitation's days, and with its withdrawal", async () => {
    const mina = await createCustomerActor(admin, "mina@exemple.bf");
    await add(fatou, "mina@exemple.bf");
    const token = await getToken("mina@exemple.bf");
    await admin`update public.admin_invitations set expires_at = now() where email = 'mina@exemple.bf'`;
    expect(await getSqlState(accept(mina, token))).toBe("YA009");
    await add(fatou, "mina@exemple.bf");
    await runAs(api, fatou, (tx) => tx`delete from public.admin_invitations where email = 'mina@exemple.bf'`);
    expect(await getSqlState(accept(mina, await getToken("mina@exemple.bf")))).toBe("YA009");
  });
});

describe("removing an administrator", () => {
  it("is nothing that one does to oneself", async () => {
    expect(await getSqlState(remove(fatou, fatou.id))).toBe("YA009");
    expect(await isAdmin(fatou)).toBe(true);
  });

  it("leaves one, also when two remove each other at the same moment", async () => {
    const binta = { role: "authenticated", id: fatou.id } as const;
    const ali = await createStaffActor(admin, "ali-deux@exemple.bf", "owner");
    const outcomes = await Promise.all([
      getSqlState(remove(binta, ali.id)),
      getSqlState(remove(ali, fatou.id)),
    ]);
    expect(outcomes.sort()).toEqual([null, "42501"].sort());
    const [row] = await admin`select count(*)::integer as administrators from public.admin_users`;
    expect(row).toEqual({ administrators: 1 });
  });
});
