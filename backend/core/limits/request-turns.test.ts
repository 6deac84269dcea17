import { AsyncLocalStorage } from "node:async_hooks";
import { EventEmitter } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeEach, expect, it, vi } from "vitest";
import { RequestTurns } from "./request-turns.ts";

let now = 0;
beforeEach(() => {
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  return () => clock.mockRestore();
});

const FLOOD = "198.51.100.";
const VISITOR = "203.0.113.9";

/** Each request takes a millisecond. */
function record() {
  const begun: string[] = [];
  const turns = new RequestTurns();
  const refuse = vi.fn();
  const arrive = (ip: string) => {
    const response = new EventEmitter();
    const start = () => {
      now += 1;
      begun.push(ip);
    };
    turns.begin(ip, response, start, { tooMany: refuse, overload: null });
    return response;
  };
  return { begun, refuse, arrive };
}

it("begins requests for as long as the rest of a turn took", async () => {
  const { begun, arrive } = record();
  for (let n = 0; n < 100; n++) arrive(`${FLOOD}${n}`);
  await nextTurn();
  const before = begun.length;
  now += 20;
  await nextTurn();
  expect(begun.length - before).toBe(20);
  while (begun.length < 100) await nextTurn();
});

it("begins the request of a visitor after one of a network that has a hundred waiting", async () => {
  const { begun, arrive } = record();
  for (let n = 0; n < 100; n++) arrive(`${FLOOD}${n}`);
  await nextTurn();
  arrive(VISITOR);
  await nextTurn();
  expect(begun).toContain(VISITOR);
  expect(begun.length).toBeLessThan(5);
});

it("begins all of them, those of a network in their order", async () => {
  const { begun, arrive } = record();
  const sent = Array.from({ length: 100 }, (_, n) => `${FLOOD}${n}`);
  for (const ip of sent) arrive(ip);
  arrive(VISITOR);
  while (begun.length < 101) await nextTurn();
  expect(begun.filter((ip) => ip !== VISITOR)).toEqual(sent);
});

it("begins each in the context in which it arrived", async () => {
  const context = new AsyncLocalStorage<string>();
  const begun: unknown[] = [];
  const turns = new RequestTurns();
  for (const id of ["a", "b"]) {
    context.run(id, () =>
      turns.begin(VISITOR, new EventEmitter(), () => begun.push(context.getStore()), {
        tooMany: vi.fn(),
        overload: null,
      }),
    );
  }
  await nextTurn();
  expect(begun).toEqual(["a", "b"]);
});

it("begins none whose client has gone: nobody would release what it takes", async () => {
  const turns = new RequestTurns();
  const response = new EventEmitter();
  const start = vi.fn();
  turns.begin(VISITOR, response, start, { tooMany: vi.fn(), overload: null });
  response.emit("close");
  await nextTurn();
  expect(start).not.toHaveBeenCalled();
});

it("refuses what a network sends beyond 2,000 that wait, before it is begun", async () => {
  const { begun, refuse, arrive } = record();
  for (let n = 0; n < 2_001; n++) arrive(`${FLOOD}1`);
  expect(refuse).toHaveBeenCalledOnce();
  expect(begun).toEqual([]);
  arrive(VISITOR);
  await nextTurn();
  expect(begun).toContain(VISITOR);
});

it("counts none of those that are cancelled while they wait", () => {
  const { refuse, arrive } = record();
  for (let n = 0; n < 3_000; n++) arrive(VISITOR).emit("close");
  expect(refuse).not.toHaveBeenCalled();
});

it("lets others go before each long body of a network", async () => {
  const begun: string[] = [];
  const turns = new RequestTurns();
  const parse = async () => {
    await turns.take(`${FLOOD}1`);
    now += 100;
    begun.push("a body");
  };
  const all = Array.from({ length: 10 }, parse);
  turns.begin(VISITOR, new EventEmitter(), () => begun.push(VISITOR), { tooMany: vi.fn(), overload: null });
  await Promise.all(all);
  expect(begun.indexOf(VISITOR)).toBeLessThan(3);
  expect(begun).toHaveLength(11);
});

it("refuses in an overload what may be refused and has waited too long, and begins the rest", async () => {
  const turns = new RequestTurns();
  const begun: string[] = [];
  const refused: string[] = [];
  const arrive = (name: string, mayRefuse: boolean) =>
    turns.begin(`203.0.${begun.length}.1`, new EventEmitter(), () => begun.push(name), {
      tooMany: vi.fn(),
      overload: mayRefuse ? () => refused.push(name) : null,
    });
  // For more than half a second, each waits for 450 ms.
  for (const name of ["a", "b", "c"]) {
    arrive(name, true);
    now += 450;
    await nextTurn();
  }
  arrive("read", true);
  arrive("order", false);
  now += 450;
  await nextTurn();
  arrive("in time", true);
  await nextTurn();
  expect({ begun, refused }).toEqual({ begun: ["a", "b", "order", "in time"], refused: ["c", "read"] });
});

it("leaves nothing of a request that a short garbage collection would not free", async () => {
  setFlagsFromString("--expose-gc");
  const collect: NonNullable<typeof globalThis.gc> = runInNewContext("gc");
  const turns = new RequestTurns();
  const refusals = { tooMany: () => {}, overload: () => {} };
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < 300; n++) {
    const body = Array.from({ length: 5_000 }, () => 0);
    turns.begin(VISITOR, new EventEmitter(), () => body.pop(), refusals);
    await nextTurn();
    if (n % 20 === 0) collect({ type: "minor" });
  }
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(4 * 2 ** 20);
});
