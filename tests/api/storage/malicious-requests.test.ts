/** Malicious requests: path traversal, forged signatures, files with false types. */
import { randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ONE_PIXEL_PNG,
  type StorageUser,
  startStorage,
  type TestStorage,
  toErrorSummary,
} from "#tests/support/storage-fixture.ts";

let storage: TestStorage;
let ada: StorageUser;
beforeAll(async () => {
  storage = await startStorage();
  ada = await storage.createUser();
  await storage.owner.unsafe(`
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
      ('images', 'images', true, 100000, '{image/png,image/jpeg}'),
      ('letters', 'letters', false, 100000, '{text/*}')`);
});
afterAll(() => storage.close());

/** As service_role, which bypasses the policies. */
const call = (path: string, init: RequestInit & { headers?: Record<string, string>; duplex?: "half" } = {}) =>
  storage.fetch(`/storage/v1${path}`, {
    ...init,
    headers: { apikey: storage.keys.serviceRoleKey, ...init.headers },
  });
const getErrorCode = async (response: Response) => {
  const body: unknown = await response.json();
  return typeof body === "object" && body !== null && "code" in body ? body.code : body;
};

describe("keys", () => {
  const wrong = [
    "../a",
    "a/../../b",
    "a//b",
    "a/",
    "./a",
    "a\0b",
    "a\\b",
    "a\nb",
    "clé",
    "a%b",
    "x".repeat(1025),
  ];

  test.each(wrong)("%j is rejected", async (key) => {
    const before = await storage.files();
    const encoded = encodeURIComponent(key).replaceAll(".", "%2E").replaceAll("%2E%2E%2F", "..%2F");
    const upload = await call(`/object/window/${encoded}`, { method: "POST", body: "x" });
    expect([upload.status, await getErrorCode(upload)]).toEqual([400, "InvalidKey"]);
    const post = (path: string, body: unknown) => call(path, { method: "POST", body: JSON.stringify(body) });
    await storage.service.from("window").upload("a", "x", { upsert: true });
    const to = { bucketId: "window", sourceKey: "a", destinationKey: key };
    for (const path of ["/object/move", "/object/copy"]) {
      expect(await getErrorCode(await post(path, to))).toBe("InvalidKey");
    }
    await storage.service.from("window").remove(["a"]);
    expect(await storage.files()).toEqual(before);
  });

  test.each(wrong)("nothing is found at %j", async (key) => {
    const { service } = storage;
    expect(toErrorSummary(await service.from("window").createSignedUrls([key], 60))).toBeNull();
    expect((await service.from("window").remove([key])).data).toEqual([]);
    for (const path of ["/object/move", "/object/copy"]) {
      const body = { bucketId: "window", sourceKey: key, destinationKey: "b" };
      expect(await getErrorCode(await call(path, { method: "POST", body: JSON.stringify(body) }))).toBe(
        "NoSuchKey",
      );
    }
  });

  test("an encoded slash is a slash, for policies as well", async () => {
    const headers = { authorization: `Bearer ${ada.token}` };
    const path = `/object/papers/x%2F..%2F${ada.id}%2Fa.txt`;
    expect(await getErrorCode(await call(path, { method: "POST", body: "x", headers }))).toBe("InvalidKey");
    const mine = await call(`/object/papers/${ada.id}%2Fa.txt`, { method: "POST", body: "x", headers });
    expect(await mine.json()).toMatchObject({ Key: `papers/${ada.id}/a.txt` });
  });

  test("an encoded route is the same route", async () => {
    await storage.service.from("window").upload("disguise.txt", "x");
    const response = await call("/object/%70ublic/window/disguise.txt");
    expect([response.status, await response.text()]).toEqual([200, "x"]);
    expect((await call("/object/%70ublic/papers/disguise.txt")).status).toBe(400);
  });

  test.each(["..", "a%2Fb", "%00", "%", "%C3%A9"])("no bucket %s", async (bucket) => {
    const response = await call(`/object/${bucket}/a.txt`, { method: "POST", body: "x" });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    await response.body?.cancel();
  });

  test("a row inserted by SQL cannot refer to a file outside", async () => {
    await storage.owner`
      insert into storage.objects (bucket_id, name, version) values ('window', 'by hand', '../../keys.json')`;
    expect(await getErrorCode(await call("/object/public/window/by%20hand"))).toBe("NoSuchKey");
    expect(await getErrorCode(await call("/render/image/public/window/by%20hand?width=9"))).toBe("NoSuchKey");
    expect((await storage.service.from("window").remove(["by hand"])).data).toHaveLength(1);
  });
});

describe("signed URLs", () => {
  const getUrlToken = (url: string) => new URL(url).searchParams.get("token") ?? "";
  const sign = async (key: string, seconds = 60) =>
    getUrlToken((await storage.service.from("papers").createSignedUrl(key, seconds)).data?.signedUrl ?? "");
  const read = (key: string, token: string, route = "object/sign") =>
    storage.fetch(`/storage/v1/${route}/papers/${key}?token=${token}`);

  beforeAll(async () => {
    for (const key of ["one.png", "two.png"]) {
      await storage.service.from("papers").upload(key, ONE_PIXEL_PNG, { contentType: "image/png" });
    }
  });

  test("allow only the operation that they were signed for", async () => {
    const token = await sign("one.png");
    expect((await read("one.png", token)).status).toBe(200);
    for (const [key, route] of [
      ["two.png", "object/sign"],
      ["one.png", "render/image/sign"],
    ]) {
      const response = await read(key ?? "", token, route);
      expect([response.status, await getErrorCode(response)]).toEqual([400, "InvalidSignature"]);
    }
    const put = await storage.fetch(`/storage/v1/object/upload/sign/papers/one.png?token=${token}`, {
      method: "PUT",
      body: "x",
    });
    expect(await getErrorCode(put)).toBe("InvalidSignature");
  });

  test("for uploads allow neither another key nor a read, and replace only when they were signed for it", async () => {
    const { data } = await storage.service.from("papers").createSignedUploadUrl("three.png");
    const put = (key: string, token = data?.token) =>
      storage.fetch(`/storage/v1/object/upload/sign/papers/${key}?token=${token}`, {
        method: "PUT",
        headers: { "x-upsert": "true" },
        body: "x",
      });
    expect(await getErrorCode(await put("one.png"))).toBe("InvalidSignature");
    expect(await getErrorCode(await read("three.png", data?.token ?? ""))).toBe("InvalidSignature");
    expect((await put("three.png")).status).toBe(200);
    expect(await getErrorCode(await put("three.png"))).toBe("KeyAlreadyExists");
    const replacing = await storage.service
      .from("papers")
      .createSignedUploadUrl("three.png", { upsert: true });
    expect((await put("three.png", replacing.data?.token)).status).toBe(200);
  });

  test("for a transformed image allow neither the original nor another size", async () => {
    const transform = { width: 1 };
    const { data } = await storage.service.from("papers").createSignedUrl("one.png", 60, { transform });
    expect((await storage.fetch(data?.signedUrl ?? "")).status).toBe(200);
    expect(await getErrorCode(await read("one.png", getUrlToken(data?.signedUrl ?? "")))).toBe(
      "InvalidSignature",
    );
  });

  test("are rejected when they are forged, expired or of another kind", async () => {
    const claims = { scope: "download", url: "papers/one.png" };
    const forge = (key: Uint8Array, exp = "1h") =>
      new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).setExpirationTime(exp).sign(key);
    const [header, payload] = (await sign("one.png")).split(".");
    const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    for (const token of [
      await forge(Buffer.from(storage.keys.jwtSecret)),
      await forge(randomBytes(32)),
      await storage.tokens.sign({ ...claims, exp: Math.floor(Date.now() / 1000) + 60 }),
      `${none}.${payload}.`,
      `${header}.${payload}.AAAA`,
      storage.keys.serviceRoleKey,
      "x",
    ]) {
      const response = await read("one.png", token);
      expect([response.status, await getErrorCode(response)]).toEqual([400, "InvalidJWT"]);
    }
    expect(await getErrorCode(await read("one.png", ""))).toBe("InvalidRequest");
  });

  test("give no access to the rest of the backend", async () => {
    const token = await sign("one.png");
    const response = await storage.fetch("/storage/v1/object/papers/two.png", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await getErrorCode(response)).toBe("AccessDenied");
  });
});

describe("content", () => {
  const upload = (bucket: string, contentType: string, body: Buffer | string) =>
    storage.service.from(bucket).upload("file", body, { contentType, upsert: true });
  const WRONG = { status: 400, statusCode: "415", code: "InvalidMimeType" };

  test("of a type that the bucket allows is accepted, by its bytes", async () => {
    expect((await upload("images", "image/png", ONE_PIXEL_PNG)).error).toBeNull();
    expect((await upload("letters", "text/plain", "bonjour")).error).toBeNull();
  });

  test.each([
    ["another type", "text/html", "<script>"],
    ["a page that claims to be an image", "image/png", "<html><script>alert(1)</script>"],
    ["an SVG that claims to be an image", "image/png", '<?xml version="1.0"?><svg onload="alert(1)"/>'],
    ["a PDF that claims to be an image", "image/jpeg", "%PDF-1.7\n"],
    ["an empty file that claims to be an image", "image/png", Buffer.alloc(0)],
    ["not a type at all", "images please", ONE_PIXEL_PNG],
  ])("is rejected: %s", async (_what, type, body) => {
    const before = await storage.files();
    expect(toErrorSummary(await upload("images", type, body))).toEqual(WRONG);
    const form = new FormData();
    form.append("", new Blob([new Uint8Array(Buffer.from(body))], { type }));
    const viaForm = await storage.service.from("images").upload("form", form);
    expect(toErrorSummary(viaForm)).toEqual(WRONG);
    expect(await storage.files()).toEqual(before);
  });

  test("is rejected: a program that claims to be text", async () => {
    expect(toErrorSummary(await upload("letters", "text/plain", Buffer.from("\x7fELF\x02\x01\x01")))).toEqual(
      WRONG,
    );
  });

  test("is checked against the bucket when it is moved or copied", async () => {
    await upload("window", "text/html", "<html>");
    const to = { destinationBucket: "images" };
    expect(toErrorSummary(await storage.service.from("window").copy("file", "page", to))).toEqual(WRONG);
    expect(toErrorSummary(await storage.service.from("window").move("file", "page", to))).toEqual(WRONG);
    await storage.service.from("window").upload("large", Buffer.alloc(100_001), { contentType: "image/png" });
    const tooLarge = { status: 400, statusCode: "413", code: "EntityTooLarge" };
    expect(toErrorSummary(await storage.service.from("window").move("large", "large", to))).toEqual(tooLarge);
  });
});

describe("size", () => {
  const endless = (pulled: { bytes: number }) =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled.bytes += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });

  test("that is declared too large is rejected before anything is read", async () => {
    const pulled = { bytes: 0 };
    const response = await call("/object/letters/large", {
      method: "POST",
      body: endless(pulled),
      headers: { "content-type": "text/plain", "content-length": "100001" },
      duplex: "half",
    });
    expect(await response.json()).toEqual({
      statusCode: "413",
      error: "Payload too large",
      message: "The object exceeded the maximum allowed size",
      code: "EntityTooLarge",
    });
    expect(pulled.bytes).toBeLessThan(200_000);
  });

  test("beyond the limit is rejected as soon as it is reached", async () => {
    const before = await storage.files();
    const pulled = { bytes: 0 };
    const response = await call("/object/letters/large", {
      method: "POST",
      body: endless(pulled),
      headers: { "content-type": "text/plain" },
      duplex: "half",
    });
    expect(await getErrorCode(response)).toBe("EntityTooLarge");
    expect(pulled.bytes).toBeLessThan(400_000);
    expect(await storage.files()).toEqual(before);
  });

  test("of a form is the size of its file", async () => {
    const put = async (size: number) => {
      const file = new Blob([new Uint8Array(size).fill(65)], { type: "text/plain" });
      return toErrorSummary(await storage.service.from("letters").upload(`form of ${size}`, file));
    };
    expect(await put(100_000)).toBeNull();
    expect(await put(100_001)).toMatchObject({ code: "EntityTooLarge" });
  });
});

describe("bodies", () => {
  test.each([
    ["invalid JSON", "/object/move", "nonsense"],
    ["no object", "/object/copy", "[]"],
    ["nothing", "/object/sign/window/a", ""],
    ["a wrong type", "/object/list/window", '{"prefix":1}'],
    [
      "a column that does not exist",
      "/object/list/window",
      '{"prefix":"","sortBy":{"column":"owner; drop table"}}',
    ],
    ["a negative expiry", "/object/sign/window/a", '{"expiresIn":-1}'],
  ])("%s", async (_what, path, body) => {
    const response = await call(path, { method: "POST", body });
    expect([response.status, await getErrorCode(response)]).toEqual([400, "InvalidRequest"]);
  });

  test("that are too long", async () => {
    const response = await call("/object/move", { method: "POST", body: `{"x":"${"y".repeat(2 ** 20)}"}` });
    expect(await getErrorCode(response)).toBe("EntityTooLarge");
  });

  test.each(["nonsense", "bnVsbA==", "W10="])("metadata %s", async (metadata) => {
    const headers = { "x-metadata": metadata };
    const response = await call("/object/window/metadata", { method: "POST", body: "x", headers });
    expect(await getErrorCode(response)).toBe("InvalidRequest");
  });

  test("metadata that Postgres cannot store", async () => {
    const metadata = { text: "a\0b" };
    const response = await storage.service.from("window").upload("nul.txt", "x", { metadata });
    expect(toErrorSummary(response)).toMatchObject({ code: "InvalidRequest" });
  });

  test("forms without a file, with two, or truncated", async () => {
    const before = await storage.files();
    const none = new FormData();
    none.append("cacheControl", "60");
    const two = new FormData();
    for (const name of ["", "other"]) two.append(name, new Blob(["x"]));
    for (const body of [none, two]) {
      expect(await getErrorCode(await call("/object/window/form", { method: "POST", body }))).toBe(
        "InvalidRequest",
      );
    }
    const cutOff = '--b\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nhalf';
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    const response = await call("/object/window/form", { method: "POST", body: cutOff, headers });
    expect(await getErrorCode(response)).toBe("InvalidRequest");
    expect(await storage.files()).toEqual(before);
  });
});
