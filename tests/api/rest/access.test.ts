/** Roles: who a request runs as, what the database sees of it, and that no state stays on the connection. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asUser, type Cinema, ORIGIN, openCinema, USER } from "./cinema.ts";

let cinema: Cinema;
beforeAll(async () => {
  cinema = await openCinema({ maxConnections: 1, bodyLimit: 1000 });
});
afterAll(() => cinema.close());

test("a read writes nothing, even in a function that would", async () => {
  const owner = cinema.database.connect("supabase_admin", 1);
  await owner.unsafe(`
    create function cinema.noted(cinema.genres) returns int language sql volatile as
      'insert into cinema.people (name) values (''noted'') returning id'`);
  // A known statement is sent as a prepared one.
  for (let again = 0; again < 4; again++) {
    for (const accept of ["application/json", "application/vnd.pgrst.object+json"]) {
      const response = await cinema.call("GET", "genres?select=noted&id=eq.1", { headers: { accept } });
      expect(response).toMatchObject({ status: 405, json: { code: "25006" } });
    }
  }
  expect((await cinema.call("GET", "people?name=eq.noted")).json).toEqual([]);
});

describe("the role", () => {
  test("is the token's, otherwise the anonymous one, with its own timeout", async () => {
    const anonymous = await cinema.call("GET", "rpc/whoami", {
      headers: { "x-agent": "it's \\ me", cookie: "a=b" },
    });
    expect(anonymous.json).toEqual({
      role: "anon",
      claims: { role: "anon" },
      method: "GET",
      path: "/rpc/whoami",
      agent: "it's \\ me",
      cookie: "b",
      timeout: "3s",
      zone: expect.any(String),
    });
    const user = await cinema.call("POST", "rpc/whoami", {
      claims: asUser,
      headers: { prefer: "timezone=Africa/Ouagadougou" },
    });
    expect(user.json).toMatchObject({
      role: "authenticated",
      claims: { sub: USER },
      method: "POST",
      timeout: "8s",
      zone: "Africa/Ouagadougou",
    });
    expect(user.headers.get("preference-applied")).toBe("timezone=Africa/Ouagadougou");
  });

  test.each(["postgres", "supabase_admin", "authenticator", "nobody_at_all", "", 'x"; drop table y; --'])(
    "%s cannot be claimed by any token",
    async (role) => {
      expect(await cinema.call("GET", "people", { claims: { role } })).toMatchObject({
        status: 401,
        json: { code: "22023", message: `role "${role}" does not exist`, details: null, hint: null },
      });
    },
  );

  test("decides which rows are read and written", async () => {
    const body = { entry: "mine" };
    const prefer = "return=representation";
    const mine = await cinema.call("POST", "diary?select=entry,owner", {
      body,
      headers: { prefer },
      claims: asUser,
    });
    expect(mine).toMatchObject({ status: 201, json: [{ entry: "mine", owner: USER }] });
    const other = { ...asUser, sub: "aaaaaaaa-0000-4000-8000-000000000002" };
    expect((await cinema.call("GET", "diary?select=entry", { claims: other })).json).toEqual([]);
    expect(
      (await cinema.call("GET", "diary?select=entry", { claims: { role: "service_role" } })).json,
    ).toHaveLength(1);
    expect(
      await cinema.call("POST", "diary", { body: { entry: "x", owner: USER }, claims: other }),
    ).toMatchObject({ status: 403, json: { code: "42501" } });
    expect(cinema.logged.at(-1)).toMatchObject({
      msg: "access was refused",
      ...{ code: "42501", role: "authenticated", user: other.sub, method: "POST", path: "/rest/v1/diary" },
    });
    const changed = await cinema.call("PATCH", "diary?id=gt.0&select=id", {
      body,
      headers: { prefer },
      claims: other,
    });
    expect(changed.json).toEqual([]);
  });

  test("without a privilege gets 401 when anonymous and 403 otherwise, in any clause", async () => {
    for (const query of ["select=mood", "select=id&mood=eq.x", "select=id&order=mood"]) {
      expect(await cinema.call("GET", `diary?${query}`), query).toMatchObject({
        status: 401,
        json: { code: "42501" },
      });
      expect(await cinema.call("GET", `diary?${query}`, { claims: asUser }), query).toMatchObject({
        status: 403,
      });
    }
  });

  test("leaves no state behind, after success and failure", async () => {
    const calls = [
      () =>
        cinema.call("GET", "rpc/whoami", {
          claims: { role: "service_role" },
          headers: { prefer: "timezone=Asia/Tokyo" },
        }),
      () => cinema.call("GET", "people?nope=eq.1", { claims: { role: "service_role" } }),
      () =>
        cinema.call("PATCH", "people?id=lt.3", {
          claims: asUser,
          body: { name: "x" },
          headers: { accept: "application/vnd.pgrst.object+json" },
        }),
      () => cinema.call("GET", "people?select=id&limit=1", { claims: { role: "service_role" } }),
    ];
    for (let i = 0; i < 16; i++) {
      await calls[i % 4]?.();
      const { json } = await cinema.call("GET", "rpc/whoami");
      expect(json).toMatchObject({ role: "anon", claims: { role: "anon" }, timeout: "3s" });
      expect(json).not.toMatchObject({ zone: "Asia/Tokyo" });
    }
    expect((await cinema.call("GET", "people?name=eq.x")).json).toEqual([]);
  });
});

describe("an invalid token", () => {
  test.each([
    ["signature", "PGRST301"],
    ["malformed", "PGRST301"],
    ["expired", "PGRST303"],
    ["claims", "PGRST303"],
  ] as const)("is rejected for its %s with %s", async (reason, code) => {
    const response = await cinema.call("GET", "people", { tokenFailure: { reason, message: "JWT wrong" } });
    expect(response).toMatchObject({ status: 401, json: { code, message: "JWT wrong" } });
    expect(response.headers.get("www-authenticate")).toBe(
      'Bearer error="invalid_token", error_description="JWT wrong"',
    );
  });
});

describe("limits", () => {
  test("a body over the limit is rejected, with and without a content-length", async () => {
    const body = JSON.stringify({ name: "x".repeat(2000) });
    expect((await cinema.call("POST", "people", { body })).status).toBe(413);
    const stream = new ReadableStream({
      start(controller) {
        for (const part of body.match(/.{1,500}/g) ?? []) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    const init = { method: "POST", body: stream, duplex: "half" };
    const request = new Request(`${ORIGIN}/rest/v1/people`, init);
    expect((await cinema.rest.fetch(request, { ip: "", claims: null, tokenFailure: null })).status).toBe(413);
  });

  test("invalid JSON and an unknown content type are client errors", async () => {
    expect(await cinema.call("POST", "people", { body: '{"name":' })).toMatchObject({
      status: 400,
      json: { code: "PGRST102", message: "Empty or invalid json" },
    });
    expect(
      await cinema.call("POST", "people", { body: "x", headers: { "content-type": "image/png" } }),
    ).toMatchObject({
      status: 400,
      json: { code: "PGRST102" },
    });
    expect(await cinema.call("POST", "people", { body: '{"name":"a\\u0000b"}' })).toMatchObject({
      status: 400,
    });
    expect(await cinema.call("GET", "people?name=eq.a%00b")).toMatchObject({
      status: 400,
      json: { code: "22021" },
    });
  });
});
