import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./passwords.ts";

const NETWORK = "198.51.100.7";

test.runIf(process.platform === "linux" && getPriority() < 19)(
  "what a network asks for beyond its first passwords is done at a lower priority",
  async () => {
    const lowered = Math.min(readNiceness("/proc/self/stat") + 5, 19);
    // Comparing with an invalid hash takes no time.
    const compare = () => verifyPassword("any", "no hash", NETWORK);
    await compare();
    await compare();
    expect(listThreadNiceness()).not.toContain(lowered);
    await Promise.all([compare(), compare()]);
    expect(listThreadNiceness()).toContain(lowered);
  },
);

test("hashes and compares passwords", async () => {
  const hash = await hashPassword("first");
  expect(hash).toMatch(/^\$2b\$10\$/);
  expect(await verifyPassword("first", hash)).toBe(true);
  expect(await verifyPassword("second", hash)).toBe(false);
  expect(await verifyPassword("first", hash.replace("$2b$", "$2y$"))).toBe(true);
});

test("a caller is told to retry when the queue is full", async () => {
  // Comparing with an invalid hash takes no time.
  const attempts = Array.from({ length: 900 }, async () => verifyPassword("any", "no hash"));
  const results = await Promise.allSettled(attempts);
  expect(results.filter(({ status }) => status === "fulfilled").length).toBeGreaterThanOrEqual(100);
  expect(results.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { status: 503, code: "over_request_rate_limit" },
  });
});

test("a failing comparison does not affect others", async () => {
  // A Firebase hash with a cost that scrypt rejects.
  const failed = verifyPassword("any", "$fbscrypt$v=1,n=0,r=8,p=1,sk=AAAA$AAAA$AAAA");
  const next = hashPassword("any");
  await expect(failed).rejects.toThrow();
  expect(await next).toMatch(/^\$2b\$/);
});

function listThreadNiceness(): number[] {
  return readdirSync("/proc/self/task").map((id) => readNiceness(`/proc/self/task/${id}/stat`));
}

test.runIf(process.getuid?.() === 0)(
  "a shop that runs at a higher priority compares passwords, too",
  async () => {
    const work = `const { hashPassword } = await import(${JSON.stringify(import.meta.resolve("./passwords.ts"))});
    console.log(await hashPassword("any"));`;
    const args = ["-n", "-6", process.execPath, "--input-type=module", "-e", work];
    const { stdout } = await promisify(execFile)("nice", args);
    expect(stdout).toMatch(/^\$2b\$10\$/);
  },
);

function readNiceness(file: string): number {
  const stat = readFileSync(file, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
}
