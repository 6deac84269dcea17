/** A visitor's message to a technician is forwarded as typed, to the technician only. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { getRecipient } from "#tests/support/mails.ts";
import { type MailBackend, startMailBackend } from "./mail-backend.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";

let backend: MailBackend;
let server: MailServer;
beforeAll(async () => {
  [backend, server] = await Promise.all([startMailBackend(), startMailServer()]);
  backend.startSender(server.url);
});
afterAll(async () => {
  await backend.close();
  await server.close();
});

let technician: string;
let email: string;
beforeEach(async () => {
  email = `ali-${randomUUID()}@exemple.bf`;
  technician = await createTechnician(email);
});

async function createTechnician(address: string | null): Promise<string> {
  const id = randomUUID();
  await backend.owner`
    insert into public.technicians (id, name, slug, specialty, specialty_slug, description, phone, email)
    values (${id}, 'Ali Sanou', ${`ali-${id}`}, 'Plomberie', 'plomberie', 'Vingt ans de métier', '70 00 00 01',
      ${address})`;
  return id;
}

const sendMessage = (
  values: { name?: string; email?: string; phone?: string; message?: string } = {},
  to = technician,
) =>
  backend
    .client()
    .from("messages")
    .insert({
      technician_id: to,
      name: "Moussa Kaboré",
      email: "moussa@exemple.bf",
      phone: "70 11 22 33",
      message: "Le robinet de la cuisine fuit.\nPouvez-vous passer ?",
      ...values,
    })
    .throwOnError();

const expectArrived = () => expect.poll(() => server.mails.find((mail) => getRecipient(mail) === email));

/** The one mail that the technician received. */
async function waitForReceived() {
  await expectArrived().toBeDefined();
  const [mail, ...others] = server.mails.filter((one) => getRecipient(one) === email);
  if (!mail || others.length > 0) throw new Error(`${others.length + 1} mails`);
  return mail;
}

it("is sent to the technician, with the visitor as Reply-To", async () => {
  await sendMessage();
  const mail = await waitForReceived();
  expect(mail.subject).toBe("Yaaré\u00a0: nouveau message d'un visiteur");
  expect(mail.from).toMatchObject({ name: "Yaaré", address: "contact@yaare.bf" });
  expect(mail.replyTo).toMatchObject([{ name: "Moussa Kaboré", address: "moussa@exemple.bf" }]);
  expect(mail.text).toContain("> Le robinet de la cuisine fuit.\n> Pouvez-vous passer\u00a0?");
  expect(mail.html).toContain("Le robinet de la cuisine fuit.<br>Pouvez-vous passer\u00a0?");
  expect(mail.html).toContain('href="tel:70112233"');
});

it("is stored but not forwarded when the technician has no e-mail", async () => {
  const silent = await createTechnician(null);
  await sendMessage({}, silent);
  const stored = await backend.owner`select id from public.messages where technician_id = ${silent}`;
  expect(stored).toHaveLength(1);
  expect(await backend.owner`select from public.mails where subject_id = ${stored[0]?.id}`).toHaveLength(0);
});

describe("is escaped", () => {
  it("in the name: no injected header or recipient", async () => {
    await sendMessage({ name: "Ali\r\nBcc: victime\r\n\r\n<h1>Gagné" });
    const mail = await waitForReceived();
    expect(mail.replyTo).toMatchObject([
      { name: "Ali Bcc: victime <h1>Gagné", address: "moussa@exemple.bf" },
    ]);
    expect(mail.bcc).toBeUndefined();
    expect(mail.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(server.recipients).not.toContain("victime");
    expect(mail.html).not.toContain("<h1>Gagné");
  });

  it.each([
    "a>,<victime@exemple.bf",
    "a,victime@exemple.bf",
    '"Chef"<victime@exemple.bf',
    "a;b:c@exemple.bf",
  ])(
    "in the e-mail %s: refused, and at most one Reply-To address in a message from before",
    async (address) => {
      await expect(sendMessage({ email: address })).rejects.toMatchObject({ code: "23514" });
      await backend.owner`alter table public.messages disable trigger messages_check_email`;
      onTestFinished(async () => {
        await backend.owner`alter table public.messages enable trigger messages_check_email`;
      });
      await sendMessage({ email: address });
      const mail = await waitForReceived();
      expect(mail.replyTo?.length ?? 0).toBeLessThanOrEqual(1);
      expect(mail.to).toHaveLength(1);
    },
  );

  it("in the text and the phone: mark-up becomes text", async () => {
    await sendMessage({
      message: 'Bonjour <script>alert(1)</script> & <a href="https://faux.example">ici</a>',
      phone: '70"><img src=x onerror=alert(1)>',
    });
    const { html = "", text } = await waitForReceived();
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;a ");
    expect(html).not.toMatch(/<script|<img|faux\.example/);
    expect(text).toContain("<script>alert(1)</script>");
  });
});
