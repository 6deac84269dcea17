/** Files over HTTP: ranges, conditional requests, and headers that keep a browser from executing them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ONE_PIXEL_PNG,
  type StorageUser,
  startStorage,
  type TestStorage,
} from "#tests/support/storage-fixture.ts";

let storage: TestStorage;
let ada: StorageUser;
beforeAll(async () => {
  storage = await startStorage();
  ada = await storage.createUser();
  await put("digits.txt", "0123456789", "text/plain");
  await put("folder/pixel.png", ONE_PIXEL_PNG, "image/png");
});
afterAll(() => storage.close());

const put = async (key: string, body: string | Buffer, contentType: string) => {
  const { error } = await storage.service.from("window").upload(key, body, { contentType });
  expect(error).toBeNull();
};
const get = (key: string, headers: HeadersInit = {}, method = "GET") =>
  storage.fetch(`/storage/v1/object/public/window/${key}`, { method, headers });

describe("a public object", () => {
  test("is sent to anyone, with cache headers", async () => {
    const response = await get("digits.txt");
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("0123456789");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/plain",
      "content-length": "10",
      "accept-ranges": "bytes",
      "cache-control": "public, max-age=3600",
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
      "last-modified": expect.stringMatching(/ GMT$/),
      "x-robots-tag": "none",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "access-control-allow-origin": "*",
    });
    expect(response.headers.has("set-cookie")).toBe(false);
  });

  test("is cached privately when its owner requests it", async () => {
    const headers = {
      "x-upsert": "true",
      "content-type": "text/plain",
      "cache-control": "private, max-age=60",
    };
    const authorization = `Bearer ${storage.keys.serviceRoleKey}`;
    const address = "/storage/v1/object/window/personal.txt";
    await storage.fetch(address, { method: "POST", headers: { ...headers, authorization }, body: "a" });
    expect((await get("personal.txt")).headers.get("cache-control")).toBe("private, max-age=60");
  });

  test("is sent to a user whose token has expired", async () => {
    const exp = Math.floor(Date.now() / 1000) - 600;
    const token = await storage.tokens.sign({ sub: ada.id, role: "authenticated", exp });
    expect((await get("digits.txt", { authorization: `Bearer ${token}` })).status).toBe(200);
  });

  test("is described by HEAD, without a body", async () => {
    const response = await get("digits.txt", {}, "HEAD");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe("10");
    expect(await response.text()).toBe("");
    expect((await get("nothing.txt", {}, "HEAD")).status).toBe(400);
  });

  test("has its ETag in its description, too", async () => {
    const etag = (await get("digits.txt")).headers.get("etag");
    for (const route of ["object/info/public", "object/info"]) {
      const response = await storage.fetch(`/storage/v1/${route}/window/digits.txt`, { method: "HEAD" });
      expect([response.status, response.headers.get("etag"), await response.text()]).toEqual([200, etag, ""]);
      expect(Date.parse(response.headers.get("last-modified") ?? "")).toBeLessThanOrEqual(Date.now());
    }
  });

  test.each([
    ["bytes=2-4", "234", "bytes 2-4/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-2", "89", "bytes 8-9/10"],
  ])("is sent in part: %s", async (range, text, contentRange) => {
    const response = await get("digits.txt", { range });
    expect([response.status, await response.text()]).toEqual([206, text]);
    expect(response.headers.get("content-range")).toBe(contentRange);
    expect(response.headers.get("content-length")).toBe(String(text.length));
  });

  test("has no range past its end, and is sent whole when it has changed", async () => {
    const beyond = await get("digits.txt", { range: "bytes=10-" });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get("content-range")).toBe("bytes */10");
    expect(await beyond.json()).toMatchObject({ code: "InvalidRange", statusCode: "416" });
    const changed = await get("digits.txt", { range: "bytes=2-4", "if-range": '"other"' });
    expect([changed.status, await changed.text()]).toEqual([200, "0123456789"]);
  });

  test("is not sent again to a client that has it", async () => {
    const etag = (await get("digits.txt")).headers.get("etag") ?? "";
    const again = await get("digits.txt", { "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("etag")).toBe(etag);
    await put("changing.txt", "one", "text/plain");
    const before = (await get("changing.txt")).headers.get("etag") ?? "";
    await storage.service.from("window").update("changing.txt", "two");
    expect((await get("changing.txt", { "if-none-match": before })).status).toBe(200);
  });

  test("is saved under its own name, or another, when it is requested as a download", async () => {
    const named = async (query: string) =>
      (await get(`folder/pixel.png${query}`)).headers.get("content-disposition");
    expect(await named("")).toBeNull();
    expect(await named("?download")).toMatch(/^attachment; filename="pixel\.png"/);
    expect(await named("?download=a%22b%0D%0Ac.png")).toBe(
      "attachment; filename=\"a_b__c.png\"; filename*=UTF-8''a%22b%0D%0Ac.png",
    );
  });
});

test.each([
  ["page.html", "text/html"],
  ["page.png", "text/html; charset=utf-8"],
  ["drawing.svg", "image/svg+xml"],
  ["data.xml", "application/xml"],
  ["page.xhtml", "application/xhtml+xml"],
  ["script.js", "text/javascript"],
  ["paper.pdf", "application/pdf"],
  ["upper.html", "TEXT/HTML"],
])("%s, declared %s, is never rendered by a browser", async (key, type) => {
  await put(key, "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", type);
  const { data } = await storage.service.from("window").createSignedUrl(key, 60);
  const service = { apikey: storage.keys.serviceRoleKey };
  for (const response of [
    await get(key),
    await storage.fetch(data?.signedUrl ?? ""),
    await storage.fetch(`/storage/v1/object/authenticated/window/${key}`, { headers: service }),
    await storage.fetch(`/storage/v1/object/window/${key}`),
  ]) {
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(response.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    await response.body?.cancel();
  }
});

test("a private object is not stored in shared caches", async () => {
  const key = `${ada.id}/private.txt`;
  await ada.storage.from("papers").upload(key, "private");
  const signed = await ada.storage.from("papers").createSignedUrl(key, 60);
  const bearer = { authorization: `Bearer ${ada.token}` };
  for (const response of [
    await storage.fetch(`/storage/v1/object/papers/${key}`, { headers: bearer }),
    await storage.fetch(`/storage/v1/object/authenticated/papers/${key}`, { headers: bearer }),
    await storage.fetch(signed.data?.signedUrl ?? ""),
  ]) {
    expect(await response.text()).toBe("private");
    expect(response.headers.get("cache-control")).toBe("private, no-cache");
  }
});

test("a private bucket has no public URLs", async () => {
  const key = `${ada.id}/closed.txt`;
  await ada.storage.from("papers").upload(key, "closed");
  for (const route of ["object/public", "object/info/public", "render/image/public"]) {
    const headers = { authorization: `Bearer ${ada.token}` };
    const response = await storage.fetch(`/storage/v1/${route}/papers/${key}`, { headers });
    expect([response.status, await response.json()]).toMatchObject([400, { code: "NoSuchBucket" }]);
  }
});

test("responses for missing objects are errors like any other", async () => {
  const response = await storage.fetch("/storage/v1/nothing/here");
  expect([response.status, await response.json()]).toMatchObject([404, { statusCode: "404" }]);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  const preflight = await storage.fetch("/storage/v1/object/window/x", {
    method: "OPTIONS",
    headers: { "access-control-request-headers": "x-upsert,cache-control" },
  });
  expect(preflight.headers.get("access-control-allow-headers")).toBe("x-upsert,cache-control");
});

test("the service tells that it runs, and its version", async () => {
  const status = await storage.fetch("/storage/v1/status");
  expect([status.status, await status.text()]).toEqual([200, ""]);
  const version = await storage.fetch("/storage/v1/version");
  expect([version.status, await version.text()]).toEqual([200, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
});
