import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./passwords.ts";

test("passwords are hashed and compared", async () => {
  const hash = await hashPassword("first");
  expect(hash).toMatch(/^\$2b\$10\$/);
  expect(await verifyPassword("first", hash)).toBe(true);
  expect(await verifyPassword("second", hash)).toBe(false);
  expect(await verifyPassword("first", hash.replace("$2b$", "$2y$"))).toBe(true);
});

test("who comes when too many wait is asked to try again", async () => {
  // What is no hash takes no time to compare with.
  const asked = Array.from({ length: 900 }, async () => verifyPassword("any", "no hash"));
  const refused = await Promise.allSettled(asked);
  expect(refused.filter(({ status }) => status === "fulfilled").length).toBeGreaterThanOrEqual(100);
  expect(refused.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { status: 503, code: "over_request_rate_limit" },
  });
});

test("a password that cannot be compared fails alone", async () => {
  // A hash of Firebase's with a cost that scrypt refuses.
  const failed = verifyPassword("any", "$fbscrypt$v=1,n=0,r=8,p=1,sk=AAAA$AAAA$AAAA");
  const next = hashPassword("any");
  await expect(failed).rejects.toThrow();
  expect(await next).toMatch(/^\$2b\$/);
});

test.runIf(process.platform === "linux")("a thread that hashes yields to all others", async () => {
  await hashPassword("any");
  const own = niceness("/proc/self/stat");
  const others = readdirSync("/proc/self/task").map((id) => niceness(`/proc/self/task/${id}/stat`));
  expect(others).toContain(Math.min(own + 5, 19));
});

function niceness(file: string): number {
  const stat = readFileSync(file, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
}
