import { describe, expect, test } from "vitest";
import { readBodyBytes } from "./http.ts";

function post(body: BodyInit | null): Request {
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
  return new Request("http://shop.test", init);
}

describe("a request body", () => {
  test("is read completely, and is empty when there is none", async () => {
    expect(String(await readBodyBytes(post("abc"), 3))).toBe("abc");
    expect(await readBodyBytes(post(null), 3)).toHaveLength(0);
  });

  test("is not read further when it is too long", async () => {
    expect(await readBodyBytes(post("abcd"), 3)).toBeNull();
  });

  test("gives null when the client disconnects", async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) });
    expect(await readBodyBytes(post(broken), 3)).toBeNull();
  });
});
