import { expect, test } from "vitest";
import { NetworkTurns } from "./network-turns.ts";

/** Tasks that end when they are told to, with the order in which they began. */
function createTasks(turns: NetworkTurns) {
  const begun: string[] = [];
  const run = (ip: string, name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const ended = turns.run(ip, () => {
      begun.push(name);
      return promise;
    });
    return { ended, end: () => resolve(name), fail: () => reject(new Error(name)) };
  };
  return { begun, run };
}

test("a network has so many tasks under way, and its others wait in their order", async () => {
  const { begun, run } = createTasks(new NetworkTurns(() => 2));
  const [first, second, third, fourth] = ["a", "b", "c", "d"].map((name) => run("198.51.100.7", name));
  const neighbour = run("198.51.100.9", "e");
  const other = run("203.0.113.1", "f");
  expect(begun).toEqual(["a", "b", "f"]);
  second?.fail();
  await expect(second?.ended).rejects.toThrow("b");
  expect(begun).toEqual(["a", "b", "f", "c"]);
  for (const task of [first, third, fourth, neighbour, other]) task?.end();
  expect(await Promise.all([first, third, fourth, neighbour, other].map((task) => task?.ended))).toEqual([
    "a",
    "c",
    "d",
    "e",
    "f",
  ]);
});

test("a maximum of none still lets one begin, and a lower one holds from then on", async () => {
  let maximum: number | null = null;
  const { begun, run } = createTasks(new NetworkTurns(() => maximum));
  const tasks = ["a", "b"].map((name) => run("198.51.100.7", name));
  maximum = 0;
  const late = run("198.51.100.7", "c");
  tasks[0]?.end();
  await tasks[0]?.ended;
  expect(begun).toEqual(["a", "b"]);
  tasks[1]?.end();
  await tasks[1]?.ended;
  expect(begun).toEqual(["a", "b", "c"]);
  late.end();
  expect(await late.ended).toBe("c");
});
