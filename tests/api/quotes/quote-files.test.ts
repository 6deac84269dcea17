/**
 * The file of a quote over the API: which files a visitor may send, and that only administrators see them.
 */
import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createSignedInUser, type SignedInUser } from "#tests/support/signed-in-users.ts";
import {
  ACCESS_DENIED_ERROR,
  NOT_FOUND_ERROR,
  ONE_PIXEL_PNG,
  toErrorSummary,
} from "#tests/support/storage-fixture.ts";

const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n");
const TEN_MEGABYTES = 10 * 1024 * 1024;

let backend: TestBackend;
let owner: Sql;
let admin: SignedInUser;
let customer: SignedInUser;
beforeAll(async () => {
  backend = await startTestBackend();
  owner = backend.database.connect("postgres");
  customer = await createSignedInUser(backend, "awa@exemple.bf");
  admin = await createSignedInUser(backend, "patron@exemple.bf");
  await owner`insert into public.admin_users (id, name, email) values (${admin.id}, 'Patron', ${admin.email})`;
});
afterAll(() => backend.close());
// Each test sends files as if the ones before were long ago.
beforeEach(() => owner`delete from private.limit_buckets`);

const getBucket = (client = backend.client()) => client.storage.from("quotes");

/** As the shop's page sends it: the file alone as the body, its name in a header. */
async function sendFile(path: string, body: Buffer, contentType: string, fileName = "Mur du salon.png") {
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
  const json: { statusCode?: string } = await response.json();
  return response.ok ? "200" : json.statusCode;
}

const listQuotes = () => owner<{ id: string }[]>`select * from public.quotes order by created_at, id`;
const listObjects = () => owner`select name from storage.objects where bucket_id = 'quotes'`;

async function countFilesOnDisk(): Promise<number> {
  const folder = join(backend.dataDir, "storage");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

/** The rows and files that an attempt could change. */
async function getState() {
  return {
    quotes: (await listQuotes()).length,
    objects: (await listObjects()).length,
    files: await countFilesOnDisk(),
  };
}

describe("a visitor", () => {
  it("sends a file; the quote has its path, its kind and both of its names", async () => {
    const id = `1a2b3c4d${randomUUID().slice(8)}`;
    expect(await sendFile(`image/${id}/mur-du-salon.png`, ONE_PIXEL_PNG, "image/png")).toBe("200");
    const [quote] = await owner`select * from public.quotes where id = ${id}`;
    expect(quote).toMatchObject({
      reference: "COT-1A2B3C4D",
      kind: "image",
      file_path: `image/${id}/mur-du-salon.png`,
      file_name: "Mur du salon.png",
      read_at: null,
    });
  });

  it("sends a file again after a lost response, and it stays one quote", async () => {
    const path = `file/${randomUUID()}/plan.pdf`;
    expect(await sendFile(path, PDF, "application/pdf", "Plan.pdf")).toBe("200");
    const before = await getState();
    expect(await sendFile(path, PDF, "application/pdf", "Plan.pdf")).toBe("409");
    expect(await getState()).toEqual(before);
  });

  it.each([
    ["hidden characters", "plan\u202efdp.exe\u0007", "planfdp.exe"],
    ["accents", "Façade n° 2 – côté rue.pdf", "Façade n° 2 – côté rue.pdf"],
    ["nothing to see", "\u200b ", "plan.pdf"],
    ["too many letters", "é".repeat(300), "é".repeat(255)],
  ])("may use a file name with %s", async (_what, fileName, stored) => {
    const id = randomUUID();
    expect(await sendFile(`file/${id}/plan.pdf`, PDF, "application/pdf", fileName)).toBe("200");
    const [quote] = await owner`select file_name from public.quotes where id = ${id}`;
    expect(quote?.file_name).toBe(stored);
  });

  it("sends no file name: the stored name stands for it", async () => {
    const path = `file/${randomUUID()}/plan.pdf`;
    const { error } = await getBucket().upload(path, PDF, { contentType: "application/pdf" });
    expect(error).toBeNull();
    const [quote] = await owner`select file_name from public.quotes where file_path = ${path}`;
    expect(quote?.file_name).toBe("plan.pdf");
  });

  const anId = randomUUID();
  it.each<[string, string, Buffer, string, string]>([
    ["of a type that is not taken", `file/${anId}/a.txt`, Buffer.from("bonjour"), "text/plain", "415"],
    ["that only claims to be an image", `image/${anId}/a.png`, Buffer.from("MZ\x90\x00"), "image/png", "415"],
    [
      "that is HTML with another type",
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
    ["with an invalid id", "file/1234/a.pdf", PDF, "application/pdf", "403"],
    ["in a deeper folder", `file/${anId}/b/a.pdf`, PDF, "application/pdf", "403"],
    ["of a name that is not safe", `file/${anId}/A%20b.pdf`, PDF, "application/pdf", "403"],
    [
      "of a name that ends otherwise than its content",
      `file/${anId}/plan.html`,
      PDF,
      "application/pdf",
      "400",
    ],
    ["of the name of another image type", `image/${anId}/mur.jpg`, ONE_PIXEL_PNG, "image/jpeg", "400"],
    ["of a name with two dots", `file/${anId}/a.pdf.exe`, PDF, "application/pdf", "403"],
  ])("cannot send a file %s", async (_what, path, body, type, status) => {
    const before = await getState();
    expect(await sendFile(path, body, type)).toBe(status);
    expect(await getState()).toEqual(before);
  });

  it("cannot add a file to another visitor's quote", async () => {
    const id = randomUUID();
    expect(await sendFile(`file/${id}/plan.pdf`, PDF, "application/pdf")).toBe("200");
    const before = await getState();
    expect(await sendFile(`file/${id}/autre.pdf`, PDF, "application/pdf")).toBe("409");
    expect(await sendFile(`image/${id}/plan.png`, ONE_PIXEL_PNG, "image/png")).toBe("409");
    expect(await getState()).toEqual(before);
  });

  it("cannot create a quote without a file", async () => {
    const row = { id: randomUUID(), kind: "file" as const, file_path: "file/x/y.pdf", file_name: "y.pdf" };
    for (const client of [backend.client(), customer.client, admin.client]) {
      const { error } = await client.from("quotes").insert(row);
      expect(error?.code).toBe("42501");
    }
  });
});

describe("a sent file", () => {
  let path: string;
  beforeAll(async () => {
    path = `file/${randomUUID()}/plan.pdf`;
    await sendFile(path, PDF, "application/pdf");
  });

  it("cannot be read, listed, signed, replaced, moved or deleted by visitors and customers", async () => {
    for (const bucket of [getBucket(), getBucket(customer.client)]) {
      expect((await bucket.download(path)).error).not.toBeNull();
      expect((await bucket.list(path.replace("/plan.pdf", ""))).data).toEqual([]);
      expect((await bucket.list("file")).data).toEqual([]);
      expect(toErrorSummary(await bucket.createSignedUrl(path, 60))).toEqual(NOT_FOUND_ERROR);
      expect(
        toErrorSummary(await bucket.upload(path, ONE_PIXEL_PNG, { upsert: true, contentType: "image/png" })),
      ).toEqual(ACCESS_DENIED_ERROR);
      expect((await bucket.update(path, ONE_PIXEL_PNG, { contentType: "image/png" })).error).not.toBeNull();
      expect((await bucket.move(path, `file/${randomUUID()}/plan.pdf`)).error).not.toBeNull();
      expect((await bucket.copy(path, `file/${randomUUID()}/plan.pdf`)).error).not.toBeNull();
      expect((await bucket.remove([path])).data).toEqual([]);
    }
    const { publicUrl } = getBucket().getPublicUrl(path).data;
    expect((await backend.fetch(publicUrl)).ok).toBe(false);
    expect((await customer.client.from("quotes").select("id")).data).toEqual([]);
    const { data } = await getBucket(admin.client).download(path);
    expect(data && Buffer.from(await data.arrayBuffer())).toEqual(PDF);
  });

  it("is found by an administrator in the list, opened by a signed URL, and deleted with its quote", async () => {
    const { data: quote } = await admin.client
      .from("quotes")
      .select("id,reference,file_path,file_name")
      .eq("file_path", path)
      .single()
      .throwOnError();
    expect(quote.reference).toMatch(/^COT-[0-9A-F]{8}$/);
    const bucket = getBucket(admin.client);
    const { data: signed } = await bucket.createSignedUrl(quote.file_path, 60);
    const json = await backend.fetch(signed?.signedUrl ?? "");
    expect(json.headers.get("content-type")).toBe("application/pdf");
    expect(json.headers.get("content-disposition")).toMatch(/^attachment; filename="plan\.pdf"/);
    expect(json.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(json.headers.get("x-content-type-options")).toBe("nosniff");
    expect(json.headers.get("cache-control")).toBe("private, no-cache");
    expect(Buffer.from(await json.arrayBuffer())).toEqual(PDF);

    // The row cannot be deleted alone: its file would stay behind unreferenced.
    expect((await admin.client.from("quotes").delete().eq("id", quote.id)).error?.code).toBe("42501");
    expect((await bucket.remove([path])).data).toHaveLength(1);
    expect((await admin.client.from("quotes").select("id").eq("id", quote.id)).data).toEqual([]);
  });
});
