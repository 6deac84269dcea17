/** The mail after a sign-in from a device or a network that is new to the account. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAnonymousActor,
  createCustomerActor,
  createStaffActor,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { openSession } from "#tests/support/sessions.ts";

const PHONE =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
const UPDATED_PHONE = PHONE.replace("131", "144");
const COMPUTER = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0";
const [HOME, NEIGHBOUR, AWAY] = ["196.28.240.7", "196.28.240.200", "41.203.1.1"];

let database: TestDatabase;
let admin: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
});
afterAll(() => database.drop());

const listMails = (recipient: string) => admin`
  select payload ->> 'device' as device, (payload ->> 'isKnownDevice')::boolean as is_known_device,
    (payload ->> 'isStaff')::boolean as is_staff
  from public.mails where kind = 'new_device' and recipient = ${recipient} order by created_at`;

async function createProvenCustomer(email: string): Promise<Actor> {
  const actor = await createCustomerActor(admin, email);
  await prove(actor);
  return actor;
}
const prove = ({ id }: Actor) =>
  admin`update auth.users set email_confirmed_at = now(), confirmation_sent_at = now() - interval '1 minute' where id = ${id}`;

describe("a customer with a proven address", () => {
  it("hears of another device and of another network, once each, and not of the first sign-in", async () => {
    const awa = await createProvenCustomer("awa@example.com");
    await openSession(admin, awa, { userAgent: PHONE, ip: HOME });
    await openSession(admin, awa, { userAgent: UPDATED_PHONE, ip: NEIGHBOUR });
    expect(await listMails("awa@example.com")).toEqual([]);
    for (let index = 0; index < 2; index++) await openSession(admin, awa, { userAgent: COMPUTER, ip: HOME });
    expect(await listMails("awa@example.com")).toEqual([
      { device: "Firefox sur Linux", is_known_device: false, is_staff: false },
    ]);
    for (let index = 0; index < 2; index++) await openSession(admin, awa, { userAgent: PHONE, ip: AWAY });
    expect(await listMails("awa@example.com")).toHaveLength(2);
    // Each of the two was seen before, though not together.
    await openSession(admin, awa, { userAgent: COMPUTER, ip: AWAY });
    expect(await listMails("awa@example.com")).toHaveLength(2);
  });

  it("gets three such mails a day at most", async () => {
    const awa = await createProvenCustomer("awa2@example.com");
    for (let network = 0; network < 6; network++)
      await openSession(admin, awa, { userAgent: PHONE, ip: `41.203.${network}.1` });
    expect(await listMails("awa2@example.com")).toHaveLength(3);
  });

  it("hears of a device after a year without a sign-in, which has made the devices forgotten", async () => {
    const awa = await createProvenCustomer("awa3@example.com");
    await openSession(admin, awa, { userAgent: PHONE, ip: HOME });
    await admin`update private.known_devices set seen_at = now() - interval '366 days' where user_id = ${awa.id}`;
    await openSession(admin, await createProvenCustomer("autre@example.com"), { userAgent: PHONE, ip: HOME });
    expect(await admin`select from private.known_devices where user_id = ${awa.id}`).toHaveLength(0);
    await openSession(admin, awa, { userAgent: PHONE, ip: HOME });
    expect(await listMails("awa3@example.com")).toHaveLength(1);
  });
});

it("nothing goes to an address that is not proven, but to the staff's always", async () => {
  const stranger = await createCustomerActor(admin, "victime@example.com");
  const seller = await createStaffActor(admin, "vendeur@example.com", "sales");
  for (const actor of [stranger, seller])
    for (const ip of [HOME, AWAY]) await openSession(admin, actor, { userAgent: PHONE, ip });
  expect(await listMails("victime@example.com")).toEqual([]);
  expect(await listMails("vendeur@example.com")).toEqual([
    { device: "Chrome sur Android", is_known_device: true, is_staff: true },
  ]);
});

it("of an anonymous account nothing is stored, nor of a session without an address", async () => {
  const [anonymous, awa] = [
    await createAnonymousActor(admin),
    await createProvenCustomer("awa4@example.com"),
  ];
  await openSession(admin, anonymous, { userAgent: PHONE, ip: HOME });
  await admin`insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), ${awa.id}, now())`;
  for (const { id } of [anonymous, awa])
    expect(await admin`select from private.known_devices where user_id = ${id}`).toHaveLength(0);
});

it.each([
  [PHONE, "Chrome sur Android"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
    "Edge sur Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari sur iOS",
  ],
  [COMPUTER, "Firefox sur Linux"],
  ["curl/8.5.0", "Appareil inconnu"],
  [null, "Appareil inconnu"],
])("%s is a device with a name", async (userAgent, name) => {
  expect(await admin`select private.get_device_name(${userAgent}) as name`).toEqual([{ name }]);
});
