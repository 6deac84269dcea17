/**
 * Runs inside the process of a drill's shop (`node --import`): sets its clock apart from the machine's, and tells what it
 * holds. Nothing of the shop knows of it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

const CLOCK_INTERVAL_MS = 50;

const real = Date.now;
let offset = 0;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [real() + offset] : args, newTarget),
  get: (target, name, receiver) =>
    name === "now" ? () => real() + offset : Reflect.get(target, name, receiver),
});

// Each thread reads the file, so that all of them have one clock.
const clockFile = process.env.DRILL_CLOCK;
if (clockFile) {
  setInterval(() => {
    try {
      offset = Number(readFileSync(clockFile, "utf8"));
    } catch {
      offset = 0;
    }
  }, CLOCK_INTERVAL_MS).unref();
}

const socket = process.env.DRILL_SOCKET;
if (socket && isMainThread && process.argv[1]?.endsWith("build/process/server.js")) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  createServer((_request, response) => {
    collect();
    /** @type {Record<string, number>} */
    const resources = {};
    for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1;
    const files = readdirSync("/proc/self/fd").length;
    response.setHeader("connection", "close");
    response.end(JSON.stringify({ heap: process.memoryUsage().heapUsed, files, resources }));
  })
    .listen(socket)
    .unref();
}
