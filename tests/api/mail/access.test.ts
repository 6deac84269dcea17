/** Access to the mail outbox through the API: administrators see it, except for the secrets. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProduct } from "#tests/support/products.ts";
import {
  createOrderPayload,
  createSignedInUser,
  placeOrder,
  type SignedInUser,
} from "#tests/support/signed-in-users.ts";
import { type MailBackend, startMailBackend } from "./mail-backend.ts";

let backend: MailBackend;
let awa: SignedInUser;
let chef: SignedInUser;
let orderId: string;

const COLUMNS = "subject_id,kind,recipient,attempts,next_attempt_at,sent_at,failed_at,last_error,created_at";

beforeAll(async () => {
  backend = await startMailBackend();
  [awa, chef] = await Promise.all([
    createSignedInUser(backend, "awa@exemple.bf"),
    createSignedInUser(backend, "chef@exemple.bf"),
  ]);
  await backend.owner`insert into public.admin_users (id, name, email) values (${chef.id}, 'Chef', ${chef.email})`;
  const drill = await createProduct(backend.owner, { price: 7500, stock: 10 });
  orderId = (await placeOrder(awa.client, createOrderPayload([{ ...drill, quantity: 1 }])).throwOnError())
    .data.id;
  await backend.owner`update public.orders set status = 'completed' where id = ${orderId}`;
});
afterAll(() => backend.close());

describe("administrators", () => {
  it("see every mail and its status", async () => {
    const { data } = await chef.client.from("mails").select(COLUMNS).order("kind").throwOnError();
    expect(data).toMatchObject([
      { subject_id: orderId, kind: "order_confirmation", recipient: awa.email, attempts: 0, sent_at: null },
      { subject_id: orderId, kind: "review_request", recipient: awa.email, attempts: 0, sent_at: null },
    ]);
  });

  it.each(["payload", "*", "kind,payload->products"])("cannot read %s", async (columns) => {
    const { error, status } = await chef.client.from("mails").select(columns);
    expect([status, error?.code]).toEqual([403, "42501"]);
  });

  it.each([
    { recipient: "voleur@exemple.bf" },
    { payload: {} },
    { attempts: 0 },
    { sent_at: null },
    { kind: "review_request" as const },
  ])("cannot write %o", async (change) => {
    const { error, status } = await chef.client.from("mails").update(change).eq("subject_id", orderId);
    expect([status, error?.code]).toEqual([403, "42501"]);
  });

  it("cannot resend a mail that was sent, and cannot insert or delete one", async () => {
    await backend.owner`update public.mails set sent_at = now() where kind = 'order_confirmation'`;
    const again = await chef.client
      .from("mails")
      .update({ failed_at: null })
      .eq("kind", "order_confirmation")
      .select("kind");
    expect(again.data).toEqual([]);
    const inserted = await chef.client
      .from("mails")
      .insert({ subject_id: crypto.randomUUID(), kind: "review_request", recipient: "x@exemple.bf" });
    const deleted = await chef.client.from("mails").delete().eq("subject_id", orderId);
    for (const { error } of [inserted, deleted]) expect(error?.code).toBe("42501");
  });
});

describe("other callers", () => {
  it("see and change none, not even mails to themselves", async () => {
    expect((await awa.client.from("mails").select(COLUMNS)).data).toEqual([]);
    const changed = await awa.client
      .from("mails")
      .update({ failed_at: "now" })
      .eq("subject_id", orderId)
      .select("kind");
    expect(changed.data).toEqual([]);
    const { status, error } = await backend.client().from("mails").select("kind");
    expect([status, error?.code]).toEqual([401, "42501"]);
  });

  it("cannot call the review request function of the database", async () => {
    for (const client of [backend.client(), awa.client, chef.client]) {
      const { error } = await client.rpc("request_reviews", { of_order: orderId });
      expect(error?.code).toBe("42501");
    }
  });
});
