import { describe, expect, test } from "vitest";
import { readBytes } from "./http.ts";

function post(body: BodyInit | null): Request {
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
  return new Request("http://shop.test", init);
}

describe("a body", () => {
  test("is read whole, and is empty when there is none", async () => {
    expect(String(await readBytes(post("abc"), 3))).toBe("abc");
    expect(await readBytes(post(null), 3)).toHaveLength(0);
  });

  test("that is too long is not read on", async () => {
    expect(await readBytes(post("abcd"), 3)).toBeNull();
  });

  test("whose sender hangs up is nobody's failure", async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) });
    expect(await readBytes(post(broken), 3)).toBeNull();
  });
});
