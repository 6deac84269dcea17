/** Access to other users' objects is denied: to signed-in users, to visitors and with forged tokens. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ACCESS_DENIED_ERROR,
  NOT_FOUND_ERROR,
  type StorageUser,
  startStorage,
  type TestStorage,
  toErrorSummary,
} from "#tests/support/storage-fixture.ts";

let storage: TestStorage;
let ada: StorageUser;
let ben: StorageUser;
let secret: string;
beforeAll(async () => {
  storage = await startStorage();
  [ada, ben] = await Promise.all([storage.createUser(), storage.createUser()]);
  secret = `${ada.id}/secret.txt`;
  expect((await ada.storage.from("papers").upload(secret, "ada's")).error).toBeNull();
});
afterAll(() => storage.close());

const expectUnchanged = async () =>
  expect(await (await ada.storage.from("papers").download(secret)).data?.text()).toBe("ada's");

test("a request without an API key is told which header is missing", async () => {
  const list = { method: "POST", headers: { "content-type": "application/json" }, body: '{"prefix":""}' };
  for (const [path, init] of [
    ["object/list/papers", list],
    ["bucket", {}],
    [`object/authenticated/papers/${secret}`, {}],
    [`object/info/papers/${secret}`, {}],
  ] as const) {
    const response = await storage.fetch(`/storage/v1/${path}`, init);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { statusCode: "400", error: "Error", message: "headers must have required property 'authorization'" },
    ]);
  }
});

test("a request with a header that is no token is rejected with a reason", async () => {
  const response = await storage.fetch("/storage/v1/bucket", { headers: { authorization: "Basic YTpi" } });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { statusCode: "403", message: "Invalid Compact JWS" },
  ]);
});

describe.each(["a signed-in user", "a visitor"])("%s", (caller) => {
  const papers = () => (caller === "a visitor" ? storage.anon : ben.storage).from("papers");

  test("cannot read, as if the object were missing", async () => {
    expect(toErrorSummary(await papers().info(secret))).toEqual(NOT_FOUND_ERROR);
    expect((await papers().exists(secret)).data).toBe(false);
    expect(toErrorSummary(await papers().createSignedUrl(secret, 60))).toEqual(NOT_FOUND_ERROR);
    const { data } = await papers().createSignedUrls([secret], 60);
    expect(data?.[0]).toMatchObject({ signedUrl: null, error: expect.stringContaining("does not exist") });
    const [hidden, missing] = await Promise.all([
      papers().download(secret),
      papers().download(`${ada.id}/nothing`),
    ]);
    expect(hidden.error).toMatchObject({ status: 400 });
    expect(hidden.error?.message).toBe(missing.error?.message);
  });

  test("cannot list", async () => {
    expect((await papers().list()).data).toEqual([]);
    expect((await papers().list(ada.id)).data).toEqual([]);
  });

  test("cannot overwrite", async () => {
    expect(toErrorSummary(await papers().upload(secret, "theirs"))).toEqual(ACCESS_DENIED_ERROR);
    expect(toErrorSummary(await papers().upload(secret, "theirs", { upsert: true }))).toEqual(
      ACCESS_DENIED_ERROR,
    );
    expect(toErrorSummary(await papers().update(secret, "theirs"))).toEqual(ACCESS_DENIED_ERROR);
    expect(toErrorSummary(await papers().createSignedUploadUrl(secret, { upsert: true }))).toEqual(
      ACCESS_DENIED_ERROR,
    );
    await expectUnchanged();
  });

  test("cannot add to the folder", async () => {
    expect(toErrorSummary(await papers().upload(`${ada.id}/theirs.txt`, "theirs"))).toEqual(
      ACCESS_DENIED_ERROR,
    );
    expect(toErrorSummary(await papers().createSignedUploadUrl(`${ada.id}/theirs.txt`))).toEqual(
      ACCESS_DENIED_ERROR,
    );
  });

  test("cannot move or copy", async () => {
    for (const to of [`${ben.id}/mine.txt`, `${ada.id}/renamed.txt`]) {
      expect(toErrorSummary(await papers().move(secret, to))).toEqual(NOT_FOUND_ERROR);
      expect(toErrorSummary(await papers().copy(secret, to))).toEqual(NOT_FOUND_ERROR);
      expect(toErrorSummary(await papers().copy(secret, "mine.txt", { destinationBucket: "box" }))).toEqual(
        NOT_FOUND_ERROR,
      );
    }
    await expectUnchanged();
  });

  test("cannot delete", async () => {
    expect((await papers().remove([secret])).data).toEqual([]);
    const one = await storage.fetch(`/storage/v1/object/papers/${secret}`, {
      method: "DELETE",
      headers: { apikey: caller === "a visitor" ? storage.keys.anonKey : ben.token },
    });
    expect(one.status).toBe(400);
    expect(await one.json()).toEqual({
      statusCode: "404",
      error: "not_found",
      message: "Object not found",
      code: "NoSuchKey",
    });
    await expectUnchanged();
  });

  test("cannot use buckets", async () => {
    const client = caller === "a visitor" ? storage.anon : ben.storage;
    expect((await client.listBuckets()).data).toEqual([]);
    const noBucket = { status: 400, statusCode: "404", code: "NoSuchBucket" };
    expect(toErrorSummary(await client.getBucket("papers"))).toEqual(noBucket);
    expect(toErrorSummary(await client.createBucket("mine"))).toEqual(ACCESS_DENIED_ERROR);
    expect(toErrorSummary(await client.updateBucket("papers", { public: true }))).toEqual(noBucket);
    expect(toErrorSummary(await client.emptyBucket("papers"))).toEqual(ACCESS_DENIED_ERROR);
    expect(toErrorSummary(await client.deleteBucket("papers"))).toEqual(noBucket);
    await expectUnchanged();
  });
});

test("a user who may only upload reads nothing, and still gets the response of the upload", async () => {
  const box = storage.anon.from("box");
  const put = await box.upload("letter.txt", "for the shop");
  expect(put.data).toEqual({ id: expect.any(String), path: "letter.txt", fullPath: "box/letter.txt" });
  expect(toErrorSummary(await box.info("letter.txt"))).toEqual(NOT_FOUND_ERROR);
  expect((await box.list()).data).toEqual([]);
  expect(toErrorSummary(await box.upload("letter.txt", "another"))).toMatchObject({
    code: "KeyAlreadyExists",
  });
  expect(toErrorSummary(await box.upload("letter.txt", "another", { upsert: true }))).toEqual(
    ACCESS_DENIED_ERROR,
  );
  const { data } = await storage.service.from("box").download("letter.txt");
  expect(await data?.text()).toBe("for the shop");
});

test("uploads of visitors are limited per IP address and time", async () => {
  const anonymous = await storage.createUser({ is_anonymous: true });
  const put = async (index: number) => {
    const { error } = await storage.anon.from("box").upload(`flood/${index}`, "x");
    return error?.message ?? "taken";
  };
  const responses = [];
  for (let index = 0; index < 70; index++) responses.push(await put(index));
  expect(responses.slice(0, 20)).toEqual(Array(20).fill("taken"));
  expect(responses.at(-1)).toBe("Too many requests, please retry");
  const signed = await storage.anon.from("box").createSignedUploadUrl("flood/signed");
  expect(toErrorSummary(signed)).toEqual({ status: 429, statusCode: "429", code: "SlowDown" });
  expect((await ben.storage.from("box").upload("flood/signed in", "x")).error).toBeNull();
  // An account that costs nothing is worth no more than none.
  const theirs = await anonymous.storage.from("box").upload("flood/anonymous", "x");
  expect(theirs.error?.message).toBe("Too many requests, please retry");
  const response = await storage.fetch("/storage/v1/object/box/flood/x", {
    method: "POST",
    headers: { apikey: storage.keys.anonKey },
    body: "x",
  });
  expect(response.status).toBe(429);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("the same folder in another bucket is separate", async () => {
  expect(toErrorSummary(await ben.storage.from("window").upload(`${ben.id}/x.txt`, "x"))).toEqual(
    ACCESS_DENIED_ERROR,
  );
  const key = `${ben.id}/into the window.txt`;
  await ben.storage.from("papers").upload(key, "x");
  const move = await ben.storage.from("papers").move(key, key, { destinationBucket: "window" });
  expect(toErrorSummary(move)).toEqual(ACCESS_DENIED_ERROR);
  const copied = await ben.storage.from("papers").copy(key, key, { destinationBucket: "window" });
  expect(toErrorSummary(copied)).toEqual(ACCESS_DENIED_ERROR);
});

describe("tokens", () => {
  const read = (token: string) =>
    storage.fetch(`/storage/v1/object/papers/${secret}`, { headers: { authorization: `Bearer ${token}` } });

  test("that have expired, are forged or name another role are rejected", async () => {
    const seconds = Math.floor(Date.now() / 1000);
    const claims = { sub: ada.id, role: "authenticated" };
    const [header, , signature] = ada.token.split(".");
    const payload = Buffer.from(JSON.stringify({ ...claims, exp: seconds + 60 })).toString("base64url");
    for (const token of [
      await storage.tokens.sign({ ...claims, exp: seconds - 60 }),
      await storage.tokens.sign({ ...claims, role: "postgres", exp: seconds + 60 }),
      await storage.tokens.sign({ ...claims, role: "supabase_storage_admin", exp: seconds + 60 }),
      [header, payload, signature].join("."),
      "nonsense",
    ]) {
      const response = await read(token);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ statusCode: "403", error: "Unauthorized" });
    }
    expect((await read(ada.token)).status).toBe(200);
  });

  test("leave no state on the connection for the next request", async () => {
    for (let round = 0; round < 20; round++) {
      await storage.service.from("papers").info(secret);
      expect(toErrorSummary(await storage.anon.from("papers").info(secret))).toEqual(NOT_FOUND_ERROR);
    }
  });
});

describe("A policy can read", () => {
  beforeAll(async () => {
    await storage.owner.unsafe(`
      insert into storage.buckets (id, name) values ('stage', 'stage');
      create policy "Seen, never read" on storage.objects for select to authenticated
        using (bucket_id = 'stage' and storage.allow_any_operation(array['object.list', 'storage.object.sign']));
      create policy "Uploads of the app" on storage.objects for insert to authenticated with check (
        bucket_id = 'stage' and storage.allow_only_operation('object.upload')
        and current_setting('request.headers')::json ->> 'x-client-info' like 'supabase-js%'
        and current_setting('request.method') = 'POST'
        and current_setting('request.path') = '/object/stage/' || name
        and current_setting('request.jwt.claim.sub') = auth.uid()::text
        and current_setting('request.jwt.claim.role') = 'authenticated');
    `);
  });

  test("the requested operation", async () => {
    const stage = ada.storage.from("stage");
    expect((await stage.upload("a.txt", "a")).error).toBeNull();
    expect(toErrorSummary(await stage.copy("a.txt", "b.txt"))).toEqual(NOT_FOUND_ERROR);
    expect((await stage.list()).data).toMatchObject([{ name: "a.txt" }]);
    expect(toErrorSummary(await stage.info("a.txt"))).toEqual(NOT_FOUND_ERROR);
    expect((await stage.createSignedUrl("a.txt", 60)).error).toBeNull();
    expect((await stage.createSignedUrls(["a.txt"], 60)).data).toMatchObject([{ signedUrl: null }]);
    expect(toErrorSummary(await stage.createSignedUploadUrl("c.txt"))).toEqual(ACCESS_DENIED_ERROR);
    const [row] =
      await storage.owner`select storage.allow_only_operation('object.list') as only, storage.operation() as name`;
    expect(row).toEqual({ only: false, name: null });
  });

  test("the request's method and headers", async () => {
    const response = await storage.fetch("/storage/v1/object/stage/d.txt", {
      method: "POST",
      headers: { authorization: `Bearer ${ada.token}`, "content-type": "text/plain" },
      body: "d",
    });
    expect(await response.json()).toMatchObject({ statusCode: "403" });
  });
});
