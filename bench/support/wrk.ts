/** Generates load with wrk, which uses a fraction of a core itself. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { cpuMilliseconds, listProcessTree, readCpu } from "./cpu.ts";

export interface LoadOptions {
  url: string;
  headers?: Record<string, string>;
  /** A Lua script that creates the requests. */
  script?: string;
}

export interface MeasuredProcesses {
  /** The process id of the server. */
  node: number;
  /** The process id of the Postgres server behind it, if any. */
  postgres?: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  p99Milliseconds: number;
  /** Processor milliseconds for each request. */
  nodeCpu: number;
  postgresCpu: number;
}

const CONNECTIONS = 32;
const SECONDS = 4;

/**
 * Runs 32 connections for 4 seconds. Throws when a response was not a success: the result would mean nothing.
 */
export async function measureLoad(
  { url, headers = {}, script }: LoadOptions,
  target: MeasuredProcesses,
): Promise<LoadResult> {
  const sessions = () => (target.postgres ? listProcessTree(target.postgres) : []);
  const before = { node: readCpu([target.node]), postgres: readCpu(sessions()) };
  const output = await runWrk([
    "-t1",
    `-c${CONNECTIONS}`,
    `-d${SECONDS}s`,
    "--latency",
    ...(script ? ["-s", script] : []),
    ...Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]),
    url,
  ]);
  if (/Non-2xx/.test(output)) throw new Error(`${url} did not always answer with success:\n${output}`);
  const requests = Number(/(?<count>\d+) requests in/.exec(output)?.groups?.count);
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+(?<rate>[\d.]+)/.exec(output)?.groups?.rate),
    p99Milliseconds: parseMilliseconds(/99%\s+(?<time>[\d.]+)(?<unit>us|ms|s)/.exec(output)),
    nodeCpu: cpuMilliseconds(before.node, readCpu([target.node])) / requests,
    postgresCpu: cpuMilliseconds(before.postgres, readCpu(sessions())) / requests,
  };
}

async function runWrk(args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)("wrk", args)).stdout;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new Error("wrk is not installed: apt-get install wrk (or brew install wrk).");
    }
    throw new Error(`wrk failed for ${args.at(-1)}.`, {
      cause: error instanceof Error && "stderr" in error && error.stderr,
    });
  }
}

function parseMilliseconds(match: RegExpExecArray | null): number {
  const factor = { us: 0.001, ms: 1, s: 1000 }[match?.groups?.unit ?? "ms"] ?? Number.NaN;
  return Number(match?.groups?.time) * factor;
}
