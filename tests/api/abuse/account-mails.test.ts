/**
 * The shop's account mails as a weapon: against one mailbox, and against everybody's recovery. The honest people who
 * pass are a customer who changes an address twice, and one who recovers a password during the attacks.
 */
import { afterEach, expect, test } from "vitest";
import { Limits } from "#backend/core/limits/limits.ts";
import {
  createUniqueEmail,
  PASSWORD,
  readError,
  startAuth,
  type TestAuth,
} from "#tests/api/auth/auth-fixture.ts";

let auth: TestAuth;
afterEach(() => auth.close());

async function countMails(recipient: string): Promise<number> {
  const [row] = await auth.owner<{ count: number }[]>`
    select count(*)::int from public.mails where recipient = ${recipient}`;
  return row?.count ?? 0;
}

const NO_INTERVAL = { emailMinIntervalSeconds: 0 };

test("25 changes of address of an account under a stranger's address put a few mails into that mailbox", async () => {
  auth = await startAuth(NO_INTERVAL);
  const victim = createUniqueEmail();
  const { access_token: token } = await auth.signUp(victim);
  const changes = [];
  for (let i = 0; i < 25; i++) {
    changes.push(await auth.call("/user", { method: "PUT", token, body: { email: createUniqueEmail() } }));
  }
  expect(changes.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
  expect(changes.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(20);
  expect(await countMails(victim)).toBeLessThanOrEqual(5);
});

test("all purposes count together at an unproven address, whatever network asks", async () => {
  auth = await startAuth(NO_INTERVAL);
  const victim = createUniqueEmail();
  await auth.signUp(victim);
  for (let i = 0; i < 10; i++) {
    const ip = `198.51.${i}.7`;
    const answers = [
      await auth.call("/recover", { body: { email: victim }, ip }),
      await auth.call("/otp", { body: { email: victim }, ip }),
    ];
    // The answers do not tell that nothing left.
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  }
  expect(await countMails(victim)).toBe(5);
});

test("one network cannot write to many mailboxes", async () => {
  auth = await startAuth(
    { ...NO_INTERVAL, autoconfirm: false },
    new Limits({ "account_mail_caused/everyone/network": { maximum: 8, periodSeconds: 3600 } }),
  );
  const statuses = [];
  for (let i = 0; i < 12; i++) {
    const body = { email: createUniqueEmail(), password: PASSWORD };
    statuses.push((await auth.call("/signup", { body, ip: "203.0.113.9" })).status);
  }
  expect(statuses).toEqual([...Array(8).fill(200), ...Array(4).fill(429)]);
  const other = await auth.call("/signup", { body: { email: createUniqueEmail(), password: PASSWORD } });
  expect(other.status).toBe(200);
});

test("requests for unknown addresses do not switch recovery off", async () => {
  auth = await startAuth({ ...NO_INTERVAL, emailsPerHour: 6 });
  const customer = createUniqueEmail();
  await auth.signUp(customer);
  for (let i = 0; i < 24; i++) {
    const answer = await auth.call("/recover", {
      body: { email: createUniqueEmail() },
      ip: `203.0.${i % 12}.4`,
    });
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
  }
  expect((await auth.call("/recover", { body: { email: customer } })).status).toBe(200);
  expect(await countMails(customer)).toBe(1);
});

test("sign-ups cannot starve recovery, nor the reverse", async () => {
  auth = await startAuth({ ...NO_INTERVAL, emailsPerHour: 9, autoconfirm: false });
  const signUp = async () =>
    auth.call("/signup", { body: { email: createUniqueEmail(), password: PASSWORD } });
  const customer = createUniqueEmail();
  await auth.call("/signup", { body: { email: customer, password: PASSWORD } });
  const answers = [];
  for (let i = 0; i < 9; i++) answers.push((await signUp()).status);
  expect(answers).toContain(429);
  const recover = () => auth.call("/recover", { body: { email: customer } });
  for (let i = 0; i < 3; i++) expect((await recover()).status).toBe(200);
  expect(await countMails(customer)).toBe(4);
  expect(await readError(await recover())).toEqual([429, "over_email_send_rate_limit"]);
});

test("an address is limited alike, whether it has an account or not", async () => {
  auth = await startAuth(
    NO_INTERVAL,
    new Limits({ "account_mail_received/everyone/recipient": { maximum: 3, periodSeconds: 86_400 } }),
  );
  const { user } = await auth.signUp();
  const ask = async (email: string) => {
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await auth.call("/recover", { body: { email } })).status);
    return statuses;
  };
  expect(await ask(user.email)).toEqual([200, 200, 200, 429, 429]);
  expect(await ask(createUniqueEmail())).toEqual([200, 200, 200, 429, 429]);
});
