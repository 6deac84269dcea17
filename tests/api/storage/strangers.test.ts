/** What nobody may do with the objects of others, whoever asks: as someone signed in, as a visitor, by forged means. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureOf, MISSING, type Person, REFUSED, startStorage, type TestStorage } from "./service.ts";

let storage: TestStorage;
let ada: Person;
let ben: Person;
let secret: string;
beforeAll(async () => {
  storage = await startStorage();
  [ada, ben] = await Promise.all([storage.person(), storage.person()]);
  secret = `${ada.id}/secret.txt`;
  expect((await ada.storage.from("papers").upload(secret, "ada's")).error).toBeNull();
});
afterAll(() => storage.close());

const unchanged = async () =>
  expect(await (await ada.storage.from("papers").download(secret)).data?.text()).toBe("ada's");

test("who brings no key at all is told that one is missing", async () => {
  for (const path of ["bucket", `object/authenticated/papers/${secret}`, `object/info/papers/${secret}`]) {
    const answer = await storage.fetch(`/storage/v1/${path}`);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { statusCode: "403", message: "Invalid Compact JWS" },
    ]);
  }
});

describe.each(["someone signed in", "a visitor"])("%s", (who) => {
  const papers = () => (who === "a visitor" ? storage.anon : ben.storage).from("papers");

  test("does not read, as if it were missing", async () => {
    expect(failureOf(await papers().info(secret))).toEqual(MISSING);
    expect((await papers().exists(secret)).data).toBe(false);
    expect(failureOf(await papers().createSignedUrl(secret, 60))).toEqual(MISSING);
    const { data } = await papers().createSignedUrls([secret], 60);
    expect(data?.[0]).toMatchObject({ signedUrl: null, error: expect.stringContaining("does not exist") });
    const [hidden, missing] = await Promise.all([
      papers().download(secret),
      papers().download(`${ada.id}/nothing`),
    ]);
    expect(hidden.error).toMatchObject({ status: 400 });
    expect(hidden.error?.message).toBe(missing.error?.message);
  });

  test("does not list", async () => {
    expect((await papers().list()).data).toEqual([]);
    expect((await papers().list(ada.id)).data).toEqual([]);
  });

  test("does not overwrite", async () => {
    expect(failureOf(await papers().upload(secret, "theirs"))).toEqual(REFUSED);
    expect(failureOf(await papers().upload(secret, "theirs", { upsert: true }))).toEqual(REFUSED);
    expect(failureOf(await papers().update(secret, "theirs"))).toEqual(REFUSED);
    expect(failureOf(await papers().createSignedUploadUrl(secret, { upsert: true }))).toEqual(REFUSED);
    await unchanged();
  });

  test("does not add to the folder", async () => {
    expect(failureOf(await papers().upload(`${ada.id}/theirs.txt`, "theirs"))).toEqual(REFUSED);
    expect(failureOf(await papers().createSignedUploadUrl(`${ada.id}/theirs.txt`))).toEqual(REFUSED);
  });

  test("does not move or copy", async () => {
    for (const to of [`${ben.id}/mine.txt`, `${ada.id}/renamed.txt`]) {
      expect(failureOf(await papers().move(secret, to))).toEqual(MISSING);
      expect(failureOf(await papers().copy(secret, to))).toEqual(MISSING);
      expect(failureOf(await papers().copy(secret, "mine.txt", { destinationBucket: "box" }))).toEqual(
        MISSING,
      );
    }
    await unchanged();
  });

  test("does not delete", async () => {
    expect((await papers().remove([secret])).data).toEqual([]);
    const one = await storage.fetch(`/storage/v1/object/papers/${secret}`, {
      method: "DELETE",
      headers: { apikey: who === "a visitor" ? storage.keys.anonKey : ben.token },
    });
    expect(one.status).toBe(400);
    expect(await one.json()).toEqual({
      statusCode: "404",
      error: "not_found",
      message: "Object not found",
      code: "NoSuchKey",
    });
    await unchanged();
  });

  test("does nothing with buckets", async () => {
    const client = who === "a visitor" ? storage.anon : ben.storage;
    expect((await client.listBuckets()).data).toEqual([]);
    const noBucket = { status: 400, statusCode: "404", code: "NoSuchBucket" };
    expect(failureOf(await client.getBucket("papers"))).toEqual(noBucket);
    expect(failureOf(await client.createBucket("mine"))).toEqual(REFUSED);
    expect(failureOf(await client.updateBucket("papers", { public: true }))).toEqual(noBucket);
    expect(failureOf(await client.emptyBucket("papers"))).toEqual(REFUSED);
    expect(failureOf(await client.deleteBucket("papers"))).toEqual(noBucket);
    await unchanged();
  });
});

test("who may only put in reads nothing of it, and knows the answer all the same", async () => {
  const box = storage.anon.from("box");
  const put = await box.upload("letter.txt", "for the shop");
  expect(put.data).toEqual({ id: expect.any(String), path: "letter.txt", fullPath: "box/letter.txt" });
  expect(failureOf(await box.info("letter.txt"))).toEqual(MISSING);
  expect((await box.list()).data).toEqual([]);
  expect(failureOf(await box.upload("letter.txt", "another"))).toMatchObject({ code: "KeyAlreadyExists" });
  expect(failureOf(await box.upload("letter.txt", "another", { upsert: true }))).toEqual(REFUSED);
  const { data } = await storage.service.from("box").download("letter.txt");
  expect(await data?.text()).toBe("for the shop");
});

test("visitors from one address put in so much and no more, for a while", async () => {
  const put = async (index: number) => {
    const { error } = await storage.anon.from("box").upload(`flood/${index}`, "x");
    return error?.message ?? "taken";
  };
  const answers = [];
  for (let index = 0; index < 70; index++) answers.push(await put(index));
  expect(answers.slice(0, 20)).toEqual(Array(20).fill("taken"));
  expect(answers.at(-1)).toBe("Too many requests, please retry");
  const signed = await storage.anon.from("box").createSignedUploadUrl("flood/signed");
  expect(failureOf(signed)).toEqual({ status: 429, statusCode: "429", code: "SlowDown" });
  expect((await ben.storage.from("box").upload("flood/signed in", "x")).error).toBeNull();
  const answer = await storage.fetch("/storage/v1/object/box/flood/x", {
    method: "POST",
    headers: { apikey: storage.keys.anonKey },
    body: "x",
  });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("a folder of another bucket is another folder", async () => {
  expect(failureOf(await ben.storage.from("window").upload(`${ben.id}/x.txt`, "x"))).toEqual(REFUSED);
  const key = `${ben.id}/into the window.txt`;
  await ben.storage.from("papers").upload(key, "x");
  const move = await ben.storage.from("papers").move(key, key, { destinationBucket: "window" });
  expect(failureOf(move)).toEqual(REFUSED);
  const copy = await ben.storage.from("papers").copy(key, key, { destinationBucket: "window" });
  expect(failureOf(copy)).toEqual(REFUSED);
});

describe("tokens", () => {
  const read = (token: string) =>
    storage.fetch(`/storage/v1/object/papers/${secret}`, { headers: { authorization: `Bearer ${token}` } });

  test("that have expired, are forged or name another role open nothing", async () => {
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
      const answer = await read(token);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ statusCode: "403", error: "Unauthorized" });
    }
    expect((await read(ada.token)).status).toBe(200);
  });

  test("leave nothing behind for whoever comes next on the connection", async () => {
    for (let round = 0; round < 20; round++) {
      await storage.service.from("papers").info(secret);
      expect(failureOf(await storage.anon.from("papers").info(secret))).toEqual(MISSING);
    }
  });
});

describe("A policy may ask", () => {
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

  test("what the service was asked for", async () => {
    const stage = ada.storage.from("stage");
    expect((await stage.upload("a.txt", "a")).error).toBeNull();
    expect(failureOf(await stage.copy("a.txt", "b.txt"))).toEqual(MISSING);
    expect((await stage.list()).data).toMatchObject([{ name: "a.txt" }]);
    expect(failureOf(await stage.info("a.txt"))).toEqual(MISSING);
    expect((await stage.createSignedUrl("a.txt", 60)).error).toBeNull();
    expect((await stage.createSignedUrls(["a.txt"], 60)).data).toMatchObject([{ signedUrl: null }]);
    expect(failureOf(await stage.createSignedUploadUrl("c.txt"))).toEqual(REFUSED);
    const [told] =
      await storage.owner`select storage.allow_only_operation('object.list') as only, storage.operation() as name`;
    expect(told).toEqual({ only: false, name: null });
  });

  test("how it was asked", async () => {
    const answer = await storage.fetch("/storage/v1/object/stage/d.txt", {
      method: "POST",
      headers: { authorization: `Bearer ${ada.token}`, "content-type": "text/plain" },
      body: "d",
    });
    expect(await answer.json()).toMatchObject({ statusCode: "403" });
  });
});
