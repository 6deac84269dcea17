/**
 * Files for quotes need no account. One network cannot use up what the shop takes in an hour, nor fill its disk:
 * customers of other networks send theirs meanwhile.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";

const PDF = "%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n";

let backend: TestBackend;
let owner: Sql;
beforeAll(async () => {
  backend = await startTestBackend();
  owner = backend.database.connect("postgres");
});
afterAll(() => backend.close());
beforeEach(() => owner`delete from private.limit_buckets`);

const getHeaders = () => ({
  apikey: backend.keys.anonKey,
  authorization: `Bearer ${backend.keys.anonKey}`,
  "content-type": "application/pdf",
});

/** Sends a small file, and returns the status of the protocol's body. */
async function sendFile(ip: string, padding = 0): Promise<string> {
  const response = await backend.fetch(
    `/storage/v1/object/quotes/file/${randomUUID()}/plan.pdf`,
    { method: "POST", headers: getHeaders(), body: PDF + " ".repeat(padding) },
    ip,
  );
  const body: { statusCode?: string } = await response.json();
  return response.ok ? "200" : (body.statusCode ?? "");
}

/** As `sendFile`, by a signed URL, whose upload is nobody's. */
async function sendSigned(ip: string): Promise<string> {
  const key = `file/${randomUUID()}/plan.pdf`;
  const headers = getHeaders();
  const signed = await backend.fetch(
    `/storage/v1/object/upload/sign/quotes/${key}`,
    { method: "POST", headers },
    ip,
  );
  const { url = "", statusCode }: { url?: string; statusCode?: string } = await signed.json();
  if (!signed.ok) return statusCode ?? "";
  const response = await backend.fetch(`/storage/v1${url}`, { method: "PUT", headers, body: PDF }, ip);
  const body: { statusCode?: string } = await response.json();
  return response.ok ? "200" : (body.statusCode ?? "");
}

const count = (statuses: string[], status: string) => statuses.filter((one) => one === status).length;
const setLimit = (name: string, scope: string, maximum: number) =>
  owner`update public.limits set maximum = ${maximum} where name = ${name} and scope = ${scope}`;

it("a network that sends files without end gets its share, and a customer sends theirs", async () => {
  const statuses = await Promise.all(
    Array.from({ length: 60 }, (_, index) => sendFile(`203.0.113.${index % 6}`)),
  );
  expect([count(statuses, "200"), count(statuses, "429")]).toEqual([40, 20]);
  expect(await sendFile("198.51.100.9")).toBe("200");
});

it("one address gets less than its network", async () => {
  const statuses = await Promise.all(Array.from({ length: 24 }, () => sendFile("2001:db8:1::1")));
  expect([count(statuses, "200"), count(statuses, "429")]).toEqual([20, 4]);
  expect(await sendFile("2001:db8:1:0:ffff::2")).toBe("429");
  expect(await sendFile("2001:db8:1:1::2")).toBe("200");
});

it("uploads by signed URLs count as well", async () => {
  await setLimit("quote_files", "address", 2);
  const statuses = [];
  for (let sent = 0; sent < 4; sent++) statuses.push(await sendSigned("203.0.113.9"));
  expect(statuses).toEqual(["200", "200", "429", "429"]);
  await setLimit("quote_files", "address", 20);
});

it("the bytes of a network, and those of all files, are limited", async () => {
  await setLimit("quote_bytes", "network", 100_000);
  expect(await sendFile("192.0.2.7", 60_000)).toBe("200");
  expect(await sendFile("192.0.2.8", 60_000)).toBe("429");
  expect(await sendFile("192.0.2.8", 1_000)).toBe("200");
  await setLimit("quote_bytes", "network", 200_000_000);
  const [stored] = await owner<{ bytes: number }[]>`
    select sum((metadata ->> 'size')::int)::int as bytes from storage.objects where bucket_id = 'quotes'`;
  await setLimit("quote_bytes", "shop", (stored?.bytes ?? 0) + 5_000);
  expect(await sendFile("192.0.2.9", 6_000)).toBe("429");
  expect(await sendFile("192.0.2.9", 100)).toBe("200");
  await setLimit("quote_bytes", "shop", 1e10);
});

it("all files together have an upper limit, even when they are sent at once", async () => {
  await setLimit("quote_files", "shop", 10);
  const statuses = await Promise.all(Array.from({ length: 18 }, (_, index) => sendFile(`198.51.${index}.1`)));
  expect([count(statuses, "200"), count(statuses, "429")]).toEqual([10, 8]);
  const [rows] = await owner`
    select (select count(*) from public.quotes) = (select count(*) from storage.objects) as same`;
  expect(rows?.same).toBe(true);
});
