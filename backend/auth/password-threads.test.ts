import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PasswordThreads } from "./password-threads.ts";

test("passwords are hashed and compared in the order in which they come", async () => {
  const threads = new PasswordThreads({ threads: 1, waiting: 2 });
  const order: string[] = [];
  const asked = ["first", "second", "third"].map(async (password) => {
    const hash = await threads.ask({ password, hash: null });
    order.push(password);
    return String(hash);
  });
  const [hash = ""] = await Promise.all(asked);
  expect(order).toEqual(["first", "second", "third"]);
  expect(hash).toMatch(/^\$2b\$10\$/);
  expect(await threads.ask({ password: "first", hash })).toBe(true);
  expect(await threads.ask({ password: "second", hash })).toBe(false);
  expect(await threads.ask({ password: "first", hash: hash.replace("$2b$", "$2y$") })).toBe(true);
});

test("who comes when too many wait is asked to try again", async () => {
  const threads = new PasswordThreads({ threads: 1, waiting: 1 });
  const ask = () => threads.ask({ password: "any", hash: null });
  const served = Promise.all([ask(), ask()]);
  await expect(ask()).rejects.toMatchObject({ status: 503, code: "over_request_rate_limit" });
  await served;
});

test("a task that kills its thread fails alone", async () => {
  const threads = new PasswordThreads({ threads: 1, waiting: 1 });
  // A hash of Firebase's with a cost that scrypt refuses.
  const hash = "$fbscrypt$v=1,n=0,r=8,p=1,sk=AAAA$AAAA$AAAA";
  const failed = threads.ask({ password: "any", hash });
  const next = threads.ask({ password: "any", hash: null });
  await expect(failed).rejects.toThrow();
  expect(await next).toMatch(/^\$2b\$/);
});

test.runIf(process.platform === "linux")("a thread that hashes yields to all others", async () => {
  const threads = new PasswordThreads({ threads: 1, waiting: 0 });
  await threads.ask({ password: "any", hash: null });
  const own = niceness("/proc/self/stat");
  const others = readdirSync("/proc/self/task").map((id) => niceness(`/proc/self/task/${id}/stat`));
  expect(others).toContain(Math.min(own + 5, 19));
});

function niceness(file: string): number {
  const stat = readFileSync(file, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
}
