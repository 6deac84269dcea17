/** A mail is sent by one sender at a time: a slow one keeps it, and a dead one loses it. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase } from "#backend/core/database/database.ts";
import { claimDueMail, type MailQueue, type WatchedTime } from "#jobs/mail/outbox.ts";
import { createFileTransport, createSmtpTransport, type Transport } from "#jobs/mail/transport.ts";
import { type MailBackend, startMailBackend } from "./mail-backend.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";

let backend: MailBackend;
let server: MailServer;
beforeAll(async () => {
  [backend, server] = await Promise.all([startMailBackend(), startMailServer()]);
});
afterEach(async () => {
  await backend.reset();
  server.reset();
});
afterAll(async () => {
  await backend.close();
  await server.close();
});

const timing = { pollMs: 50, pauseMs: 0, leaseMs: 2000, stopMs: 0 };
const payload = { code: "123456", link: "https://boutique.example/x" };
/** Returns the mail's subject id. */
async function queueMail(kind = "account_recovery", recipient = "awa@exemple.bf"): Promise<string> {
  const id = randomUUID();
  await backend.owner`
    insert into public.mails ${backend.owner({ subject_id: id, kind, recipient, payload: backend.owner.json(payload) })}`;
  return id;
}
const listMails = async () => [
  ...(await backend.owner`select attempts, sent_at, leased_until from public.mails order by created_at`),
];
const sent = { sent_at: expect.any(Date), leased_until: null };

/** Sends by SMTP, then does something before the mail is recorded. */
function createTransport(then: () => Promise<void>): Transport {
  const { send, close } = createSmtpTransport(server.url);
  return {
    isLocal: false,
    send: async (...mail) => {
      await send(...mail);
      await then();
    },
    close,
  };
}

it("a mail that takes longer than a lease is sent once, whatever other senders and administrators do", async () => {
  await queueMail();
  const slow = () => sleep(2.5 * timing.leaseMs);
  for (let i = 0; i < 2; i++) backend.runSender({ transport: createTransport(slow), timing });
  await expect.poll(() => server.mails.length).toBe(1);
  // As «Réessayer» does.
  await backend.owner`update public.mails set next_attempt_at = now(), failed_at = null`;
  await expect.poll(listMails).toMatchObject([{ attempts: 1, ...sent }]);
  expect(server.mails).toHaveLength(1);
});

it("the mail of a dead sender is sent by another after the lease, as the same mail", async () => {
  await queueMail();
  const doomed = connectDatabase(backend.database.target, {
    user: "postgres",
    max: 2,
    applicationName: "test",
    arrayTypes: false,
  });
  backend.runSender({ sql: doomed, transport: createTransport(() => doomed.end({ timeout: 0 })), timing });
  await expect.poll(() => server.mails.length).toBe(1);
  const diedAt = performance.now();
  await sleep(100);
  backend.runSender({ transport: createSmtpTransport(server.url), timing });
  await expect.poll(listMails).toMatchObject([{ attempts: 2, ...sent }]);
  expect(performance.now() - diedAt).toBeGreaterThan(timing.leaseMs * 0.9);
  const [first, twin, ...others] = server.mails;
  expect(others).toEqual([]);
  expect([twin?.messageId, twin?.date]).toEqual([first?.messageId, first?.date]);
  expect(first?.messageId).toMatch(/^<account-recovery-[0-9a-f-]{36}@yaare\.bf>$/);
});

it("a mail that is saved as a file again replaces its file", async () => {
  const id = await queueMail();
  const directory = `${backend.dataDir}/mails`;
  backend.runSender({ transport: createFileTransport(directory), timing });
  await expect.poll(listMails).toMatchObject([sent]);
  expect(await backend.owner`select is_local from public.mails`).toMatchObject([{ is_local: true }]);
  await backend.owner`
    update public.mails set sent_at = null, payload = ${backend.owner.json(payload)}, next_attempt_at = now()`;
  await expect.poll(listMails).toMatchObject([{ attempts: 2, ...sent }]);
  const { readdir } = await import("node:fs/promises");
  expect(await readdir(directory)).toEqual([
    expect.stringMatching(new RegExp(`^\\w+-account-recovery-${id}\\.eml$`)),
  ]);
});

it("a mail whose claim took the database longer than a lease is claimed anew, without an attempt", async () => {
  await queueMail();
  await backend.owner.begin(async (tx) => {
    await tx`lock table public.mails in access exclusive mode`;
    backend.runSender({ transport: createSmtpTransport(server.url), timing });
    await sleep(2 * timing.leaseMs);
  });
  await expect.poll(listMails).toMatchObject([{ attempts: 1, ...sent }]);
  expect(server.mails).toHaveLength(1);
});

describe("a sent mail that the database does not record", () => {
  it.each([
    ["its own sender", 1],
    ["other senders", 3],
  ])("is not sent again by %s, and recorded once that is possible", async (_who, senders) => {
    await backend.owner.unsafe(`
      create function private.fail_update() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$;
      create trigger fail_update before update of sent_at on public.mails
        for each row when (new.sent_at is not null) execute function private.fail_update()`);
    await queueMail();
    for (let i = 0; i < senders; i++)
      backend.runSender({ transport: createSmtpTransport(server.url), timing });
    await expect.poll(() => server.mails.length).toBe(1);
    await sleep(2 * timing.leaseMs);
    expect(await listMails()).toMatchObject([{ attempts: 1, sent_at: null }]);
    await backend.owner.unsafe("drop function private.fail_update cascade");
    await expect.poll(listMails).toMatchObject([{ attempts: 1, ...sent }]);
    expect(server.mails).toHaveLength(1);
  });

  it("is not sent again when the database was away for longer than a lease", async () => {
    const ids = await Promise.all([queueMail(), queueMail()]);
    const { promise: isBack, resolve: comeBack } = Promise.withResolvers<void>();
    for (let i = 0; i < 2; i++) backend.runSender({ transport: createTransport(() => isBack), timing });
    await expect.poll(() => server.mails.length).toBe(2);
    // Frozen: every statement of the senders waits.
    await backend.owner.begin(async (tx) => {
      await tx`lock table public.mails in access exclusive mode`;
      comeBack();
      await sleep(2 * timing.leaseMs);
    });
    await expect.poll(listMails).toMatchObject(ids.map(() => ({ attempts: 1, ...sent })));
    expect(server.mails).toHaveLength(2);
  });
});

describe("a claim", () => {
  const NEVER: WatchedTime = { since: null, until: null };
  const claim = async (options: { queue?: MailQueue; heldLeases?: string[]; watched?: WatchedTime } = {}) =>
    (
      await claimDueMail(backend.owner, {
        leaseSeconds: 10,
        queue: "urgent",
        heldLeases: [],
        watched: NEVER,
        ...options,
      })
    ).mail;
  const secondsAgo = (seconds: number) => new Date(Date.now() - 1000 * seconds);
  const watchedFor = (seconds: number, gap = 0): WatchedTime => ({
    since: secondsAgo(seconds + gap),
    until: secondsAgo(gap),
  });

  it("takes order mails before notices, each the oldest first, and account mails from a queue of their own", async () => {
    const kinds = [
      "review_request",
      "order_confirmation",
      "account_sign_in",
      "technician_message",
      "account_recovery",
    ];
    for (const [index, kind] of kinds.entries()) {
      const id = await queueMail(kind);
      await backend.owner`
        update public.mails set next_attempt_at = now() - make_interval(mins => ${30 - index}) where subject_id = ${id}`;
    }
    const claimAll = async (queue: MailQueue) => {
      const claimed: string[] = [];
      for (let mail = await claim({ queue }); mail; mail = await claim({ queue })) claimed.push(mail.kind);
      return claimed;
    };
    expect(await claimAll("urgent")).toEqual(["account_sign_in", "account_recovery"]);
    expect(await claimAll("ordinary")).toEqual([
      "order_confirmation",
      "review_request",
      "technician_message",
    ]);
  });

  it("is exclusive, also when many are made at once", async () => {
    for (let i = 0; i < 5; i++) await queueMail();
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim()));
    const ids = claims.flatMap((mail) => mail?.subject_id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(0);
  });

  it("takes over an ended lease only after the database was seen for a whole lease without a gap", async () => {
    await queueMail();
    const mail = await claim();
    await backend.owner`update public.mails set leased_until = now(), next_attempt_at = now()`;
    expect(await claim()).toBeNull();
    expect(await claim({ watched: watchedFor(9) })).toBeNull();
    expect(await claim({ watched: watchedFor(60, 6) })).toBeNull();
    expect(await claim({ watched: watchedFor(11), heldLeases: [mail?.lease_id ?? ""] })).toBeNull();
    expect(await claim({ watched: watchedFor(11), heldLeases: [randomUUID()] })).toMatchObject({
      attempts: 2,
    });
  });

  it("reads a single entry of the index, however many mails are due", async () => {
    await backend.owner`
      insert into public.mails (subject_id, kind, recipient, next_attempt_at)
      select gen_random_uuid(), case n % 3 when 0 then 'order_confirmation' else 'review_request' end, 'a@exemple.bf',
        now() - n * interval '1 second'
      from generate_series(1, 20000) n`;
    await backend.owner`analyze public.mails`;
    const countReads = async () => {
      await backend.owner`select pg_stat_force_next_flush()`;
      const [row] = await backend.owner<{ reads: number }[]>`
        select idx_tup_read::int as reads from pg_stat_user_indexes where indexrelname = 'mails_due_idx'`;
      return row?.reads ?? Number.NaN;
    };
    const before = await countReads();
    await claim();
    // The statistics of other connections arrive late.
    await expect.poll(countReads).toBeGreaterThan(before);
    expect((await countReads()) - before).toBeLessThan(1000);
  });
});
