/** A mail leaves at least once, whatever fails on the way, and the same mail each time. */
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Sql } from "../../../backend/core/database.ts";
import { createLogger } from "../../../backend/core/log.ts";
import type { Letter } from "../../../backend/mail/letter.ts";
import { startSender } from "../../../backend/mail/sender.ts";
import type { Transport } from "../../../backend/mail/transport.ts";
import { recipientOf, reviewTokensIn } from "../../support/mails.ts";
import { createGoods, type Goods } from "../database/goods.ts";
import { createShopper, orderOf, place, type Shopper } from "../orders/shoppers.ts";
import { type MailServer, openMailServer } from "./mail-server.ts";
import { openPostOffice, type PostOffice, SITE } from "./post-office.ts";

let office: PostOffice;
let server: MailServer;
let awa: Shopper;
let drill: Goods;
beforeAll(async () => {
  [office, server] = await Promise.all([openPostOffice(), openMailServer()]);
  [awa, drill] = await Promise.all([
    createShopper(office, "awa@exemple.bf"),
    createGoods(office.owner, 7500, 1000),
  ]);
});
afterEach(async () => {
  await office.reset();
  server.reset();
});
afterAll(async () => {
  await office.close();
  await server.close();
});

const order = async () =>
  (await place(awa.client, orderOf([{ ...drill, quantity: 1 }])).throwOnError()).data.id;

/** Owes a confirmation and a request for reviews. */
async function completedOrder(): Promise<string> {
  const id = await order();
  await office.owner`update public.orders set status = 'completed' where id = ${id}`;
  return id;
}

interface MailRow {
  kind: string;
  attempts: number;
  wait: number;
  sent_at: Date | null;
  failed_at: Date | null;
  last_error: string | null;
  payload: object;
}

const rows = async () => [
  ...(await office.owner<MailRow[]>`
    select kind, attempts, extract(epoch from next_attempt_at - now())::float as wait, sent_at, failed_at, last_error,
      payload
    from public.mails order by kind`),
];
const untilRows = (expected: object[]) => expect.poll(rows).toMatchObject(expected);
/** Starts a sender whose mails go where the test says. Returns what stops it. */
const sendBy = (sql: Sql, send: Transport["send"]) =>
  startSender({
    sql,
    transport: { send, close: async () => {} },
    siteUrl: SITE,
    from: null,
    log: createLogger("silent"),
  });
const comeDue = () => office.owner`update public.mails set next_attempt_at = now() where sent_at is null`;

describe("a server that refuses", () => {
  it("is asked again later, with the same links", async () => {
    server.answer(451);
    await completedOrder();
    const stop = office.send(server.url);
    const refused = { attempts: 1, sent_at: null, last_error: "The mail server answered 451 (EMESSAGE)" };
    await untilRows([refused, refused]);
    for (const { wait } of await rows()) {
      expect(wait).toBeGreaterThan(30);
      expect(wait).toBeLessThanOrEqual(66);
    }
    const [, request] = await rows();
    await stop();

    server.answer(250);
    await comeDue();
    office.send(server.url);
    const left = { attempts: 2, sent_at: expect.any(Date), last_error: null, payload: {} };
    await untilRows([left, left]);
    const tokens = server.mails.flatMap(reviewTokensIn);
    expect(request?.payload).toEqual({ products: [{ id: drill.id, name: drill.name, token: tokens[0] }] });
  });

  it("is given up after the sixteenth attempt, until an administrator asks for one more", async () => {
    server.answer(550);
    const id = await order();
    await office.owner`update public.mails set attempts = 15`;
    office.send(server.url);
    await untilRows([{ attempts: 16, failed_at: expect.any(Date), sent_at: null }]);
    server.answer(250);

    const chef = await createShopper(office, "chef@exemple.bf");
    await office.owner`insert into public.admin_users (id, name, email) values (${chef.id}, 'Chef', ${chef.email})`;
    const { data } = await chef.client
      .from("mails")
      .update({ failed_at: null, next_attempt_at: "now" })
      .eq("subject_id", id)
      .select("kind,last_error")
      .throwOnError();
    expect(data).toEqual([
      { kind: "order_confirmation", last_error: "The mail server answered 550 (EMESSAGE)" },
    ]);
    await untilRows([{ attempts: 17, failed_at: null, sent_at: expect.any(Date) }]);
  });

  it("hinders no order", async () => {
    office.send("smtp://127.0.0.1:1");
    const id = await order();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await untilRows([{ attempts: 1, last_error: expect.stringMatching(/^No answer \(E\w+\)$/) }]);
  });
});

it("a sender that dies after it sent leaves the mail to the next, which sends the same again", async () => {
  await completedOrder();
  await office.owner`delete from public.mails where kind = 'order_confirmation'`;
  const doomed = office.database.connect("postgres", 2);
  const letters: Letter[] = [];
  const stopDoomed = sendBy(doomed, async (letter) => {
    letters.push(letter);
    await doomed.end({ timeout: 0 });
  });
  await expect.poll(() => letters.length).toBe(1);
  await stopDoomed();
  const [held] = await rows();
  expect(held).toMatchObject({ attempts: 1, sent_at: null });
  expect(held?.wait).toBeGreaterThan(60);

  await comeDue();
  office.send(server.url);
  await untilRows([{ attempts: 2, sent_at: expect.any(Date) }]);
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]?.html?.trim()).toBe(letters[0]?.html.trim());
});

it("several senders share the work: each mail leaves once", async () => {
  await Promise.all(Array.from({ length: 8 }, completedOrder));
  for (let i = 0; i < 3; i++) office.send(server.url);
  await untilRows(Array.from({ length: 16 }, () => ({ attempts: 1, sent_at: expect.any(Date) })));
  expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(16);
  expect(server.mails).toHaveLength(16);
});

it("a mail about something that was deleted is given up at once", async () => {
  const id = await order();
  await office.owner`delete from public.orders where id = ${id}`;
  office.send(server.url);
  await untilRows([{ attempts: 1, failed_at: expect.any(Date), last_error: "What it is about was deleted" }]);
  expect(server.mails).toEqual([]);
});

it("the sender's name and address are the shop's, or what MAIL_FROM says", async () => {
  await order();
  const stop = office.send(server.url);
  await expect.poll(() => server.mails.length).toBe(1);
  await stop();
  await order();
  office.send(server.url, "La boutique <envoi@boutique.example>");
  await expect.poll(() => server.mails.length).toBe(2);
  expect(server.mails).toMatchObject([
    { from: { name: "Yaaré", address: "contact@yaare.bf" } },
    {
      from: { name: "La boutique", address: "envoi@boutique.example" },
      replyTo: [{ name: "Yaaré", address: "contact@yaare.bf" }],
    },
  ]);
  expect(server.mails.map(recipientOf)).toEqual([awa.email, awa.email]);
});

describe("a server that wants a password", () => {
  it("gets it from the address, over TLS", async () => {
    const guarded = await openMailServer({ offersTls: true });
    onTestFinished(guarded.close);
    await order();
    // The server's certificate is its own.
    office.send(
      `${guarded.url.replace("//", "//envoi%40exemple.bf:mot%2Fde%20passe@")}?tls.rejectUnauthorized=false`,
    );
    await untilRows([{ sent_at: expect.any(Date) }]);
    expect(guarded.signIns).toEqual([{ user: "envoi@exemple.bf", password: "mot/de passe", isSecret: true }]);
    expect(guarded.mails).toHaveLength(1);
  });

  it("does not get it in clear", async () => {
    await order();
    office.send(server.url.replace("//", "//envoi:mot-de-passe@"));
    await untilRows([{ attempts: 1, sent_at: null, last_error: expect.stringContaining("ETLS") }]);
    expect(server.signIns).toEqual([]);
  });
});

it("senders are woken for each mail but an order's, which must not wait for others", async () => {
  const wakes: string[] = [];
  await office.owner.listen("mails", (payload) => wakes.push(payload));
  const id = await order();
  await office.owner.notify("mails", "ordered");
  await office.owner`update public.orders set status = 'completed' where id = ${id}`;
  await office.owner.notify("mails", "completed");
  await office.owner`select private.owe_account_mail('recovery', 'awa@exemple.bf', '{}')`;
  await office.owner.notify("mails", "recovered");
  await office.owner`
    with technician as (
      insert into public.technician_profiles (name, slug, specialty, specialty_slug, description)
      values ('Ali Sanou', 'ali-sanou', 'Plomberie', 'plomberie', 'Vingt ans de métier') returning id
    )
    insert into public.technician_contacts (technician_id, email) select id, 'ali@exemple.bf' from technician`;
  await office.owner`
    insert into public.messages (technician_id, name, email, phone, message)
    select id, 'Moussa', 'moussa@exemple.bf', '70 11 22 33', 'Le robinet fuit.' from public.technician_profiles`;
  await office.owner.notify("mails", "end");
  await expect.poll(() => wakes.at(-1)).toBe("end");
  expect(wakes).toEqual(["ordered", "", "completed", "", "recovered", "", "end"]);
});

it("a stop waits for the mail in flight", async () => {
  await order();
  let release = () => {};
  const letters: Letter[] = [];
  const stop = sendBy(office.database.connect("postgres", 2), (letter) => {
    letters.push(letter);
    return new Promise((resolve) => {
      release = resolve;
    });
  });
  await expect.poll(() => letters.length).toBe(1);
  const stopped = stop();
  release();
  await stopped;
  expect(await rows()).toMatchObject([{ attempts: 1, sent_at: expect.any(Date) }]);
});
