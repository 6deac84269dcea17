/** Who sees the outbox through the API: administrators, but not the secrets in it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGoods } from "../database/goods.ts";
import { createShopper, orderOf, place, type Shopper } from "../orders/shoppers.ts";
import { openPostOffice, type PostOffice } from "./post-office.ts";

let office: PostOffice;
let awa: Shopper;
let chef: Shopper;
let orderId: string;

const COLUMNS = "subject_id,kind,recipient,attempts,next_attempt_at,sent_at,failed_at,last_error,created_at";

beforeAll(async () => {
  office = await openPostOffice();
  [awa, chef] = await Promise.all([
    createShopper(office, "awa@exemple.bf"),
    createShopper(office, "chef@exemple.bf"),
  ]);
  await office.owner`insert into public.admin_users (id, name, email) values (${chef.id}, 'Chef', ${chef.email})`;
  const drill = await createGoods(office.owner, 7500, 10);
  orderId = (await place(awa.client, orderOf([{ ...drill, quantity: 1 }])).throwOnError()).data.id;
  await office.owner`update public.orders set status = 'completed' where id = ${orderId}`;
});
afterAll(() => office.close());

describe("administrators", () => {
  it("see every mail, and what became of it", async () => {
    const { data } = await chef.client.from("mails").select(COLUMNS).order("kind").throwOnError();
    expect(data).toMatchObject([
      { subject_id: orderId, kind: "order_confirmation", recipient: awa.email, attempts: 0, sent_at: null },
      { subject_id: orderId, kind: "review_request", recipient: awa.email, attempts: 0, sent_at: null },
    ]);
  });

  it.each(["payload", "*", "kind,payload->products"])("do not read %s", async (columns) => {
    const { error, status } = await chef.client.from("mails").select(columns);
    expect([status, error?.code]).toEqual([403, "42501"]);
  });

  it.each([
    { recipient: "voleur@exemple.bf" },
    { payload: {} },
    { attempts: 0 },
    { sent_at: null },
    { kind: "review_request" },
  ])("do not write %o", async (change) => {
    const { error, status } = await chef.client.from("mails").update(change).eq("subject_id", orderId);
    expect([status, error?.code]).toEqual([403, "42501"]);
  });

  it("do not send again what has left, and make or delete none", async () => {
    await office.owner`update public.mails set sent_at = now() where kind = 'order_confirmation'`;
    const again = await chef.client
      .from("mails")
      .update({ failed_at: null })
      .eq("kind", "order_confirmation")
      .select("kind");
    expect(again.data).toEqual([]);
    const made = await chef.client
      .from("mails")
      .insert({ subject_id: crypto.randomUUID(), kind: "review_request", recipient: "x@exemple.bf" });
    const deleted = await chef.client.from("mails").delete().eq("subject_id", orderId);
    for (const { error } of [made, deleted]) expect(error?.code).toBe("42501");
  });
});

describe("others", () => {
  it("see and change none, not even their own", async () => {
    expect((await awa.client.from("mails").select(COLUMNS)).data).toEqual([]);
    const changed = await awa.client
      .from("mails")
      .update({ failed_at: "now" })
      .eq("subject_id", orderId)
      .select("kind");
    expect(changed.data).toEqual([]);
    const { status, error } = await office.client().from("mails").select("kind");
    expect([status, error?.code]).toEqual([401, "42501"]);
  });

  it("do not ask the database for reviews themselves", async () => {
    for (const client of [office.client(), awa.client, chef.client]) {
      const { error } = await client.rpc("request_reviews", { of_order: orderId });
      expect(error?.code).toBe("42501");
    }
  });
});
