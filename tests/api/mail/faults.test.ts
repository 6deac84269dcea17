/** The mail server's faults: which cost a mail its attempts, which pause the sending, and what goes on meanwhile. */
import { randomUUID } from "node:crypto";
import { createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { waitForPort } from "#harness/wait-for-port.ts";
import { createSmtpTransport } from "#jobs/mail/transport.ts";
import { getRecipient } from "#tests/support/mails.ts";
import { type MailBackend, startMailBackend } from "./mail-backend.ts";
import { type Answers, type MailServer, startMailServer } from "./mail-server.ts";

let backend: MailBackend;
let server: MailServer;
beforeAll(async () => {
  [backend, server] = await Promise.all([startMailBackend(), startMailServer({ offersTls: true })]);
});
afterEach(async () => {
  await backend.reset();
  server.reset();
});
afterAll(async () => {
  await backend.close();
  await server.close();
});

/** The server's pauses are longer than any test. */
const timing = { pollMs: 50, pauseMs: 0, stopMs: 0, minServerPauseMs: 60_000 };
/** Longer than a busy machine needs. */
/** Longer than a test. */
const patient = { connectMs: 600_000, answerMs: 600_000, mailMs: 600_000 };
const impatient = { connectMs: 300, answerMs: 300, mailMs: 1000 };

async function queueMail(recipient = "awa@exemple.bf", attempts = 0): Promise<void> {
  const payload = backend.owner.json({ code: "123456", link: "https://boutique.example/x" });
  await backend.owner`
    insert into public.mails ${backend.owner({ subject_id: randomUUID(), kind: "account_recovery", recipient, payload, attempts })}`;
}

/** Queues a mail that is less urgent than one about an account. */
async function queueMessage(email: string): Promise<void> {
  const id = randomUUID();
  await backend.owner`
    insert into public.technicians (id, name, slug, specialty, specialty_slug, description, email)
    values (${id}, 'Ali Sanou', ${`ali-${id}`}, 'Plomberie', 'plomberie', 'Vingt ans de métier', ${email})`;
  await backend.owner`
    insert into public.messages (technician_id, name, email, phone, message)
    values (${id}, 'Moussa', ${`${id}@exemple.bf`}, '70 11 22 33', 'Le robinet fuit.')`;
}

const listMails = async () => [
  ...(await backend.owner`
    select attempts, sent_at, failed_at, last_error, extract(epoch from next_attempt_at - now())::float as wait
    from public.mails order by created_at`),
];
const expectMails = (expected: object[]) => expect.poll(listMails).toMatchObject(expected);
/** The server's certificate is self-signed. */
const getUrl = (login = "") => `${server.url.replace("//", `//${login}`)}?tls.rejectUnauthorized=false`;
const run = (url = getUrl(), options = timing, timeouts = patient) =>
  backend.runSender({ transport: createSmtpTransport(url, timeouts), timing: options });

/** A server that gives these answers, the first as its greeting, and then a byte of `text` now and then. */
async function startHangingServer(answers: string[], text: string): Promise<string> {
  const sockets = new Set<Socket>();
  const hanging = createServer((socket) => {
    sockets.add(socket);
    const rest = [...answers];
    let sent = 0;
    const reply = () => socket.write(rest.shift() ?? "");
    reply();
    socket.on("data", reply);
    const timer = setInterval(() => rest.length === 0 && socket.write(text.at(sent++) ?? ""), 100);
    socket.on("error", () => {});
    socket.on("close", () => clearInterval(timer));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    hanging.close();
  });
  return `smtp://127.0.0.1:${await waitForPort(hanging.listen(0, "127.0.0.1"))}`;
}

const answer = (code: number, text = "Refused, <someone@exemple.bf>") => ({ code, text });

describe("a refusal of the mail", () => {
  it.each<[string, Partial<Answers>]>([
    ["its recipient", { recipient: () => answer(550, "5.1.1 The email account does not exist") }],
    ["its recipient's mailbox", { recipient: () => answer(552, "5.2.2 Mailbox full") }],
    ["its recipient's name", { recipient: () => answer(553) }],
  ])("for good because of %s ends it at once, and the others go on", async (_what, answers) => {
    server.answer(answers);
    await queueMail();
    const stop = run();
    await expectMails([
      {
        attempts: 1,
        sent_at: null,
        failed_at: expect.any(Date),
        last_error: expect.stringMatching(/^The mail server answered 55/),
      },
    ]);
    await stop();
    server.reset();
    await queueMail("ali@exemple.bf");
    run();
    await expectMails([{ failed_at: expect.any(Date) }, { sent_at: expect.any(Date), failed_at: null }]);
  });

  it("for good because of its content ends it at once", async () => {
    server.respondWith(554);
    await queueMail();
    run();
    await expectMails([
      { attempts: 1, failed_at: expect.any(Date), last_error: "The mail server answered 554 (EMESSAGE)" },
    ]);
  });

  it("for an address that is none ends it at once", async () => {
    await queueMail("personne");
    await queueMail("awa>,<ali@exemple.bf");
    run();
    const failed = { attempts: 1, failed_at: expect.any(Date) };
    await expectMails([failed, failed]);
  });

  it.each([450, 451, 452, 503])("for now (%i) is repeated, and does not stop the others", async (code) => {
    server.answer({ recipient: (address) => (address.startsWith("plus-tard") ? answer(code) : null) });
    for (let i = 0; i < 5; i++) await queueMail("plus-tard@exemple.bf");
    await queueMail();
    run();
    const later = {
      attempts: 1,
      sent_at: null,
      failed_at: null,
      wait: expect.toSatisfy((wait) => wait > 50),
    };
    await expectMails([...Array.from({ length: 5 }, () => later), { sent_at: expect.any(Date) }]);
  });
});

describe("a refusal of the shop leaves the mail pending, on its last attempt too", () => {
  it.each<[string, number, Partial<Answers>]>([
    ["its login", 535, { login: () => answer(535, "5.7.8 Bad credentials") }],
    ["its login for now", 454, { login: () => answer(454) }],
    ["its connection", 554, { connection: () => answer(554, "No service for your network") }],
    ["its sender's address", 550, { sender: () => answer(550, "5.1.0 Sender not allowed") }],
    [
      "its sender's address",
      553,
      { recipient: () => answer(553, "5.7.1 <a@b.bf>: Sender address rejected: not owned by user") },
    ],
    ["relaying", 554, { recipient: () => answer(554, "5.7.1 <awa@exemple.bf>: Relay access denied") }],
    ["a mail without login", 530, { recipient: () => answer(530, "5.7.0 Authentication required") }],
    ["a mail for the moment", 421, { recipient: () => answer(421, "Closing") }],
  ])("refused: %s (%i)", async (_what, code, answers) => {
    server.answer(answers);
    await queueMail("awa@exemple.bf", 15);
    run(getUrl("envoi:mot-de-passe@"));
    await expectMails([
      { attempts: 15, sent_at: null, failed_at: null, last_error: expect.stringContaining(` ${code} (`) },
    ]);
  });
});

it("a stop waits for a claim under way, so that nothing is claimed after it", async () => {
  await queueMail();
  const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>();
  const { promise: locked, resolve: onLock } = Promise.withResolvers<void>();
  const locking = backend.owner.begin(async (tx) => {
    await tx`lock table public.mails in access exclusive mode`;
    onLock();
    await unlocked;
  });
  await locked;
  const stop = run();
  const countWaiting = async () => {
    const [row] = await backend.owner`
      select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and usename = 'postgres' and wait_event_type = 'Lock'`;
    return row?.count;
  };
  await expect.poll(countWaiting).toBe(1);
  let hasStopped = false;
  const stopped = stop().then(() => {
    hasStopped = true;
  });
  await sleep(50);
  expect(hasStopped).toBe(false);
  unlock();
  await Promise.all([locking, stopped]);
  expect(await listMails()).toMatchObject([{ attempts: 1 }]);
});

describe("a server that hangs", () => {
  it.each<[string, string[], string]>([
    ["before its greeting", [], ""],
    ["in its greeting", [], "220 ".padEnd(200, "x")],
    ["after its greeting", ["220 a\r\n"], ""],
    ["after its sender", ["220 a\r\n", "250 a\r\n", "250 a\r\n"], ""],
    ["in a long answer", ["220 a\r\n", "250 a\r\n"], "250-abc\r\n".repeat(50)],
  ])("%s fails by a deadline", async (_when, answers, text) => {
    const url = await startHangingServer(answers, text);
    await queueMail();
    run(url, timing, impatient);
    await expectMails([{ attempts: 1, sent_at: null, last_error: "No answer (ETIMEDOUT)" }]);
  });

  it.each([
    ["while they hang", 2, patient],
    ["after they hung so often that the sending is paused", 4, { ...patient, answerMs: 3000 }],
  ])("with some mails does not hold up the codes of accounts %s", async (_when, hanging, timeouts) => {
    server.answer({ recipient: (address) => (address.startsWith("lent") ? "none" : null) });
    for (let i = 0; i < 6; i++) await queueMessage(`lent-${i}@exemple.bf`);
    run(getUrl(), timing, timeouts);
    await expect
      .poll(async () => (await listMails()).filter(({ attempts }) => attempts > 0).length)
      .toBe(hanging);
    for (let i = 0; i < 3; i++) await queueMail(`awa-${i}@exemple.bf`);
    await expect
      .poll(() => server.mails.map(getRecipient).sort())
      .toEqual([0, 1, 2].map((i) => `awa-${i}@exemple.bf`));
  });
});

describe("a server that is away", () => {
  const countAttempts = async () => {
    const mails = await listMails();
    return mails.reduce((sum, { attempts }) => sum + attempts, 0);
  };

  it("costs few attempts, however many mails wait", async () => {
    for (let i = 0; i < 12; i++) await queueMail();
    run("smtp://127.0.0.1:1");
    await expect.poll(countAttempts).toBeGreaterThanOrEqual(3);
    await sleep(500);
    // Those that were being sent when the third failed count too.
    expect(await countAttempts()).toBeLessThanOrEqual(5);
    const untried = (await listMails()).filter(({ attempts, last_error }) => attempts === 0 && !last_error);
    expect(untried.length).toBeGreaterThanOrEqual(7);
  });

  it("gets one mail after each pause, and all of them once it is back", async () => {
    server.answer({ connection: () => answer(421, "Not now") });
    for (let i = 0; i < 12; i++) await queueMail();
    run(getUrl(), { ...timing, minServerPauseMs: 200 });
    await expect.poll(countAttempts).toBeGreaterThanOrEqual(3);
    const before = await countAttempts();
    await sleep(500);
    expect((await countAttempts()) - before).toBeLessThanOrEqual(3);
    server.reset();
    await expect
      .poll(async () => (await listMails()).filter(({ sent_at }) => sent_at).length)
      .toBeGreaterThanOrEqual(5);
    // The others wait for the end of their own pause.
    await backend.owner`update public.mails set next_attempt_at = now() where sent_at is null and leased_until is null`;
    await expect.poll(async () => (await listMails()).every(({ sent_at }) => sent_at)).toBe(true);
  });
});
