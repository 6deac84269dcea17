/** A bucket that hangs, or that is none: every request ends, and nothing that is not the file counts as it. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { waitForPort } from "#harness/wait-for-port.ts";
import { S3Bucket } from "./s3-bucket.ts";

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "yaare-test-"));
  path = join(folder, "file");
  await writeFile(path, "x".repeat(1000));
});
afterAll(() => rm(folder, { recursive: true }));

async function openBucket(answer: RequestListener, silenceMs: number): Promise<S3Bucket> {
  const server = createServer(answer);
  const port = await waitForPort(server.listen(0, "127.0.0.1"));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const keys = { accessKeyId: "key", secretAccessKey: "secret", region: "us-east-1" };
  return new S3Bucket({ ...keys, url: `http://127.0.0.1:${port}/bucket` }, silenceMs);
}

async function readAll(bucket: S3Bucket): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of (await bucket.get("file")) ?? []) parts.push(part);
  return Buffer.concat(parts).toString();
}

test("a bucket that accepts and never answers fails", async () => {
  const bucket = await openBucket(() => {}, 50);
  await expect(bucket.put("file", path)).rejects.toThrow("S3 does not answer");
  await expect(bucket.get("file")).rejects.toThrow("S3 does not answer");
  await expect(bucket.remove("file")).rejects.toThrow("S3 does not answer");
});

/** What nothing holds is forgotten, as in a shop that is busy while it waits. */
async function collectMemory(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  for (let i = 0; i < 5; i++) {
    if (typeof collect === "function") collect();
    await setImmediate();
  }
}

test("a bucket that never answers fails though the memory of the request is collected", async () => {
  const { promise: asked, resolve: onRequest } = Promise.withResolvers<void>();
  const bucket = await openBucket(() => onRequest(), 500);
  // Expected from the beginning: on a busy machine it fails while memory is being collected.
  const failed = expect(bucket.put("file", path)).rejects.toThrow("S3 does not answer");
  await Promise.race([asked, failed]);
  await collectMemory();
  await failed;
});

test("so does one that stops in the middle of a file, a list or a copy", async () => {
  const { promise: asked, resolve: onThird } = Promise.withResolvers<void>();
  let requests = 0;
  const bucket = await openBucket((_request, response) => {
    response.writeHead(200, { etag: '"1"', "content-length": "10" });
    response.write("half ");
    requests += 1;
    if (requests === 3) onThird();
  }, 500);
  const reads = Promise.allSettled([readAll(bucket), bucket.list("").next(), bucket.copy("file", "other")]);
  // On a busy machine one may be given up before it was sent.
  await Promise.race([asked, reads]);
  await collectMemory();
  expect((await reads).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
});

test("a bucket that stops in the middle of a file fails", async () => {
  const bucket = await openBucket((_request, response) => {
    response.writeHead(200, { etag: '"1"', "content-length": "10" });
    response.write("half ");
  }, 500);
  // On a busy machine it may be given up before it has begun.
  await expect(readAll(bucket)).rejects.toThrow(/S3 (did not send the whole file|does not answer)/);
});

test("a page of somebody else is no file, and has stored none", async () => {
  const bucket = await openBucket((request, response) => {
    request.resume();
    response.end("<html>Connectez-vous au Wi-Fi</html>");
  }, 10_000);
  await expect(bucket.put("file", path)).rejects.toThrow("S3 is not what answered 200");
  await expect(bucket.get("file")).rejects.toThrow("S3 is not what answered 200");
});
