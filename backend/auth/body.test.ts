import { expect, test } from "vitest";
import { z } from "zod";
import { metadata, readBody, text } from "./body.ts";

const schema = z.object({ email: text, data: metadata });

function read(body: string | ReadableStream<Uint8Array>) {
  const init = { method: "POST", body, duplex: "half" };
  return readBody(new Request("http://shop.test/auth/v1/signup", init), schema);
}

test("null counts as absent, and unknown fields are dropped", async () => {
  expect(await read('{"email": null, "unknown": 1}')).toEqual({});
  expect(await read('{"email": "a@b.bf", "data": {"a": [null, {"b": "é"}]}}')).toEqual({
    email: "a@b.bf",
    data: { a: [null, { b: "é" }] },
  });
});

test.each([
  ['{"data": {"a": "\\u0000"}}', "data cannot be stored"],
  ['{"data": {"a\\u0000": 1}}', "data cannot be stored"],
  ['{"data": {"a": ["\\ud800"]}}', "data cannot be stored"],
  [`{"data": ${'{"a":'.repeat(40)}1${"}".repeat(40)}}`, "data cannot be stored"],
  [`{"data": {"a": "${"é".repeat(4000)}"}}`, "data is too large"],
  ['{"email": "\\u0000"}', "email contains characters that cannot be stored"],
])("%.40s is a validation failure", async (body, message) => {
  await expect(read(body)).rejects.toMatchObject({ status: 400, code: "validation_failed", message });
});

test("a type error names the field but not its value", async () => {
  const failure = await read('{"email": {"secret": "hunter2"}}').catch((error: unknown) => String(error));
  expect(failure).toContain("email");
  expect(failure).not.toContain("hunter2");
});

test("reading of an endless body stops at the size limit", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
  });
  await expect(read(endless)).rejects.toMatchObject({ status: 413, code: "request_entity_too_large" });
  expect(sent).toBeLessThan(20);
});
