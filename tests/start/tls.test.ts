/** A shop that speaks TLS itself: both protocols, sockets, the redirect from plain HTTP, and an orderly stop. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:http2";
import { request } from "node:https";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { createShopDataDir, startShopProcess } from "./shop-process.ts";

const TLS = join(import.meta.dirname, "../support/tls");
const TLS_CERT = join(TLS, "localhost.crt");
const TOKEN = "a-token-of-the-scraper";

test("a shop with a certificate serves both protocols, and redirects plain HTTP", async () => {
  const ca = await readFile(TLS_CERT);
  const dataDir = await createShopDataDir();
  const shop = startShopProcess({
    DATA_DIR: dataDir,
    TLS_CERT,
    TLS_KEY: join(TLS, "localhost.key"),
    HTTP_REDIRECT_PORT: "0",
    METRICS_TOKEN: TOKEN,
  });
  const url = await shop.opened;
  const session = connect(url, { ca });
  onTestFinished(() => session.destroy());
  const askHttp2 = (path: string, headers = {}) =>
    new Promise<[number, string]>((resolve, reject) => {
      const stream = session.request({ ":path": path, ...headers });
      let body = "";
      let status = 0;
      stream.on("response", (head) => {
        status = Number(head[":status"]);
      });
      stream.setEncoding("utf8").on("data", (part: string) => {
        body += part;
      });
      stream.on("error", reject);
      stream.on("end", () => resolve([status, body]));
    });

  expect(await askHttp2("/rest/v1/brands?select=name")).toEqual([200, "[]"]);
  const [status, page] = await askHttp2("/terms");
  expect([status, page.slice(0, 15)]).toEqual([200, "<!DOCTYPE html>"]);
  expect(await askHttp2("/terms")).toEqual([200, page]);
  const [, metrics] = await askHttp2("/metrics", { authorization: `Bearer ${TOKEN}` });
  expect(metrics).toMatch(/^yaare_tls_certificate_expiry_timestamp_seconds 4733510400$/m);

  // The reason is in the status line of HTTP/1.1 only.
  const reason = await new Promise((resolve, reject) => {
    const path = "/rest/v1/nothing";
    request(url + path, { ca, agent: false }, (response) => resolve(response.resume().statusMessage))
      .on("error", reject)
      .end();
  });
  expect(reason).toBe("Not Found");

  const { anonKey }: { anonKey: string } = JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));
  const socket = new WebSocket(`${url.replace("https", "wss")}/realtime/v1/websocket?apikey=${anonKey}`, {
    ca,
  });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));

  const plain = /Plain HTTP is redirected from port (?<port>\d+)/.exec(shop.stdout())?.groups?.port;
  const ask = (path: string, method = "GET") =>
    fetch(`http://localhost:${plain}${path}`, { method, redirect: "manual" });
  const redirect = await ask("/products?q=vis");
  expect([redirect.status, redirect.headers.get("location")]).toEqual([308, `${url}/products?q=vis`]);
  expect((await ask("/auth/v1/token", "POST")).status).toBe(403);
  // As certbot does, which demands that the folder is there.
  await mkdir(join(dataDir, "acme/.well-known"));
  const challenges = join(dataDir, "acme/.well-known/acme-challenge");
  await mkdir(challenges);
  await writeFile(join(challenges, "token"), "proof");
  expect(await (await ask("/.well-known/acme-challenge/token")).text()).toBe("proof");
  expect((await ask("/.well-known/acme-challenge/other")).status).toBe(404);

  const socketClosed = new Promise((resolve) => socket.once("close", resolve));
  const sessionClosed = new Promise((resolve) => session.once("close", resolve));
  shop.child.kill("SIGTERM");
  expect(await shop.exited).toBe(0);
  await Promise.all([socketClosed, sessionClosed]);
});
