/** The file of a request for a quote over the API: what a visitor may send, and that only administrators see it. */
import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sql } from "../../../backend/core/database.ts";
import { startTestBackend, type TestBackend } from "../../support/backend.ts";
import { createShopper, type Shopper } from "../orders/shoppers.ts";
import { failureOf, MISSING, PNG, REFUSED } from "../storage/service.ts";

const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n");
const PER_HOUR = 40;
const TEN_MEGABYTES = 10 * 1024 * 1024;

let backend: TestBackend;
let owner: Sql;
let admin: Shopper;
let customer: Shopper;
beforeAll(async () => {
  backend = await startTestBackend();
  owner = backend.database.connect("postgres");
  customer = await createShopper(backend, "awa@exemple.bf");
  admin = await createShopper(backend, "patron@exemple.bf");
  await owner`insert into public.admin_users (id, name, email) values (${admin.id}, 'Patron', ${admin.email})`;
});
afterAll(() => backend.close());
beforeEach(() => owner`update public.quotes set created_at = created_at - interval '2 hours'`);

const bucketOf = (client = backend.client()) => client.storage.from("quotes");

/** As the shop's page sends it: the file alone as the body, its name on the device beside it. */
async function send(path: string, body: Buffer, contentType: string, fileName = "Mur du salon.png") {
  const response = await backend.fetch(`/storage/v1/object/quotes/${path}`, {
    method: "POST",
    headers: {
      apikey: backend.keys.anonKey,
      authorization: `Bearer ${backend.keys.anonKey}`,
      "content-type": contentType,
      "x-upsert": "false",
      "x-metadata": Buffer.from(JSON.stringify({ file_name: fileName })).toString("base64"),
    },
    body: new Uint8Array(body),
  });
  const answer: { statusCode?: string } = await response.json();
  return response.ok ? "200" : answer.statusCode;
}

const rows = () => owner<{ id: string }[]>`select * from public.quotes order by created_at, id`;
const objects = () => owner`select name from storage.objects where bucket_id = 'quotes'`;

async function filesOnDisk(): Promise<number> {
  const folder = join(backend.dataDir, "storage");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

/** What is left of an attempt: nothing of all this may change. */
async function state() {
  return { quotes: (await rows()).length, objects: (await objects()).length, files: await filesOnDisk() };
}

describe("a visitor", () => {
  it("sends a file; the quote bears its reference, its kind and both of its names", async () => {
    const id = `1a2b3c4d${randomUUID().slice(8)}`;
    expect(await send(`image/${id}/mur-du-salon.png`, PNG, "image/png")).toBe("200");
    const [quote] = await owner`select * from public.quotes where id = ${id}`;
    expect(quote).toMatchObject({
      reference: "COT-1A2B3C4D",
      kind: "image",
      file_path: `image/${id}/mur-du-salon.png`,
      file_name: "Mur du salon.png",
      read_at: null,
    });
  });

  it("sends a file again after a lost answer, and it stays one quote", async () => {
    const path = `file/${randomUUID()}/plan.pdf`;
    expect(await send(path, PDF, "application/pdf", "Plan.pdf")).toBe("200");
    const before = await state();
    expect(await send(path, PDF, "application/pdf", "Plan.pdf")).toBe("409");
    expect(await state()).toEqual(before);
  });

  it.each([
    ["hidden characters", "plan\u202efdp.exe\u0007", "planfdp.exe"],
    ["accents", "Façade n° 2 – côté rue.pdf", "Façade n° 2 – côté rue.pdf"],
    ["nothing to see", "\u200b ", "plan.pdf"],
    ["too many letters", "é".repeat(300), "é".repeat(255)],
  ])("may have a file name with %s", async (_what, fileName, stored) => {
    const id = randomUUID();
    expect(await send(`file/${id}/plan.pdf`, PDF, "application/pdf", fileName)).toBe("200");
    const [quote] = await owner`select file_name from public.quotes where id = ${id}`;
    expect(quote?.file_name).toBe(stored);
  });

  it("sends without naming the file: the stored name stands for it", async () => {
    const path = `file/${randomUUID()}/plan.pdf`;
    const { error } = await bucketOf().upload(path, PDF, { contentType: "application/pdf" });
    expect(error).toBeNull();
    const [quote] = await owner`select file_name from public.quotes where file_path = ${path}`;
    expect(quote?.file_name).toBe("plan.pdf");
  });

  const anId = randomUUID();
  it.each<[string, string, Buffer, string, string]>([
    ["of a type that is not taken", `file/${anId}/a.txt`, Buffer.from("bonjour"), "text/plain", "415"],
    [
      "that only claims to be a picture",
      `image/${anId}/a.png`,
      Buffer.from("MZ\x90\x00"),
      "image/png",
      "415",
    ],
    [
      "that is a page in disguise",
      `file/${anId}/a.pdf`,
      Buffer.from("<html></html>"),
      "application/pdf",
      "415",
    ],
    [
      "of more than ten megabytes",
      `file/${anId}/a.pdf`,
      Buffer.concat([PDF, Buffer.alloc(TEN_MEGABYTES)]),
      "application/pdf",
      "413",
    ],
    ["outside the two folders", `secret/${anId}/a.pdf`, PDF, "application/pdf", "403"],
    ["without an id", "file/a.pdf", PDF, "application/pdf", "403"],
    ["under an id that is none", "file/1234/a.pdf", PDF, "application/pdf", "403"],
    ["in a deeper folder", `file/${anId}/b/a.pdf`, PDF, "application/pdf", "403"],
    ["of a name that is not safe", `file/${anId}/A%20b.pdf`, PDF, "application/pdf", "403"],
    ["of a name with two dots", `file/${anId}/a.pdf.exe`, PDF, "application/pdf", "403"],
  ])("sends no file %s", async (_what, path, body, type, status) => {
    const before = await state();
    expect(await send(path, body, type)).toBe(status);
    expect(await state()).toEqual(before);
  });

  it("adds nothing to another's quote", async () => {
    const id = randomUUID();
    expect(await send(`file/${id}/plan.pdf`, PDF, "application/pdf")).toBe("200");
    const before = await state();
    expect(await send(`file/${id}/autre.pdf`, PDF, "application/pdf")).toBe("409");
    expect(await send(`image/${id}/plan.png`, PNG, "image/png")).toBe("409");
    expect(await state()).toEqual(before);
  });

  it("writes no quote without a file", async () => {
    const row = { id: randomUUID(), kind: "file", file_path: "file/x/y.pdf", file_name: "y.pdf" };
    for (const client of [backend.client(), customer.client, admin.client]) {
      const { error } = await client.from("quotes").insert(row);
      expect(error?.code).toBe("42501");
    }
  });
});

describe("what was sent", () => {
  let path: string;
  beforeAll(async () => {
    path = `file/${randomUUID()}/plan.pdf`;
    await send(path, PDF, "application/pdf");
  });

  it("is neither read, listed, signed, replaced, moved nor deleted by visitors and customers", async () => {
    for (const bucket of [bucketOf(), bucketOf(customer.client)]) {
      expect((await bucket.download(path)).error).not.toBeNull();
      expect((await bucket.list(path.replace("/plan.pdf", ""))).data).toEqual([]);
      expect((await bucket.list("file")).data).toEqual([]);
      expect(failureOf(await bucket.createSignedUrl(path, 60))).toEqual(MISSING);
      expect(failureOf(await bucket.upload(path, PNG, { upsert: true, contentType: "image/png" }))).toEqual(
        REFUSED,
      );
      expect((await bucket.update(path, PNG, { contentType: "image/png" })).error).not.toBeNull();
      expect((await bucket.move(path, `file/${randomUUID()}/plan.pdf`)).error).not.toBeNull();
      expect((await bucket.copy(path, `file/${randomUUID()}/plan.pdf`)).error).not.toBeNull();
      expect((await bucket.remove([path])).data).toEqual([]);
    }
    const { publicUrl } = bucketOf().getPublicUrl(path).data;
    expect((await backend.fetch(publicUrl)).ok).toBe(false);
    expect((await customer.client.from("quotes").select("id")).data).toEqual([]);
    const { data } = await bucketOf(admin.client).download(path);
    expect(data && Buffer.from(await data.arrayBuffer())).toEqual(PDF);
  });

  it("an administrator finds in the list, opens by a signed address, and deletes with its quote", async () => {
    const { data: quote } = await admin.client
      .from("quotes")
      .select("id,reference,file_path,file_name")
      .eq("file_path", path)
      .single()
      .throwOnError();
    expect(quote.reference).toMatch(/^COT-[0-9A-F]{8}$/);
    const bucket = bucketOf(admin.client);
    const { data: signed } = await bucket.createSignedUrl(quote.file_path, 60);
    const answer = await backend.fetch(signed?.signedUrl ?? "");
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PDF);

    // The row alone cannot go: its file would stay behind, and nobody would know of it.
    expect((await admin.client.from("quotes").delete().eq("id", quote.id)).error?.code).toBe("42501");
    expect((await bucket.remove([path])).data).toHaveLength(1);
    expect((await admin.client.from("quotes").select("id").eq("id", quote.id)).data).toEqual([]);
  });
});

it("no more than forty files an hour are taken in, even at once; later there is room again", async () => {
  // Most of them have come before: one address may send less than that.
  const before = Array.from({ length: PER_HOUR - 10 }, () => randomUUID()).map((id) => ({
    id,
    kind: "file",
    file_path: `file/${id}/plan.pdf`,
    file_name: "plan.pdf",
  }));
  await owner`insert into public.quotes ${owner(before)}`;
  const attempts = Array.from({ length: 10 + 8 }, () =>
    send(`file/${randomUUID()}/plan.pdf`, PDF, "application/pdf"),
  );
  const answers = await Promise.all(attempts);
  expect(answers.filter((status) => status === "200")).toHaveLength(10);
  expect(answers.filter((status) => status === "403")).toHaveLength(8);
  expect((await objects()).length + before.length).toBe((await rows()).length);
  await owner`update public.quotes set created_at = created_at - interval '2 hours'`;
  expect(await send(`file/${randomUUID()}/plan.pdf`, PDF, "application/pdf")).toBe("200");
});
