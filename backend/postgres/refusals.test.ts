import { expect, it } from "vitest";
import { awaitRefusals } from "./refusals.ts";

const CHECK_MS = 1;
const fail = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

/** What each connection does; the last one aborts. Resolves with the answer and the connections that were not tried. */
async function run(...connections: (string | null)[]) {
  const stopping = new AbortController();
  const connect = () => {
    const code = connections.shift();
    if (connections.length === 0) stopping.abort();
    return code ? fail(code) : Promise.resolve();
  };
  return [await awaitRefusals(connect, stopping.signal, CHECK_MS), connections.length];
}

it.each(["58P01", "ENOENT", "ECONNREFUSED"])("%s is a refusal, three times in a row", async (code) => {
  expect(await run(code, code, null, code, code, code, "not tried")).toEqual([true, 1]);
});

it.each(["53300", "57P03", "53100", "CONNECT_TIMEOUT", "58030"])("%s is none", async (code) => {
  expect(await run("58P01", "58P01", code, "58P01", "58P01", code, null)).toEqual([false, 0]);
});

it("a server that was stopped meanwhile is not restarted", async () => {
  expect(await run("58P01", "58P01", "58P01")).toEqual([false, 0]);
});
