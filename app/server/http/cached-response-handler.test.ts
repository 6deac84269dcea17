import { connect } from "node:net";
import { afterEach, expect, it } from "vitest";
import { PageRenderer } from "#app/server/page-renderer.ts";
import { CachedResponse } from "./cached-response.ts";
import { createCachedResponseHandler } from "./cached-response-handler.ts";
import { type HttpServer, listen } from "./http-server.ts";

let http: HttpServer;
afterEach(() => http.close());

const url = (path: string) => `http://127.0.0.1:${http.port}${path}`;

async function start(): Promise<void> {
  http = await listen(0, "127.0.0.1");
  const pages = new PageRenderer({
    render: async () => ({
      status: 200,
      headers: [
        ["content-type", "text/html"],
        ["cache-control", "s-maxage=9"],
      ],
      body: new TextEncoder().encode("<p>page</p>").buffer,
      encoding: "identity",
    }),
    siteUrl: "http://localhost",
    connectTo: [],
    freshMs: 300_000,
    getPendingChanges: () => null,
    cacheBytes: 10_000,
    routes: [],
  });
  await pages.fetch(new Request("http://localhost/cached"), "a network");
  const robots = new CachedResponse(
    200,
    new Headers({ "content-type": "text/plain" }),
    Buffer.from("robots"),
  );
  http.handleRequests(
    createCachedResponseHandler({
      files: new Map([["/robots.txt", robots]]),
      pages,
      next: (request, response) => response.end(`next ${request.method}`),
    }),
  );
}

it("sends files and cached pages, and passes everything else on", async () => {
  await start();
  const text = async (path: string, init?: RequestInit) => (await fetch(url(path), init)).text();
  expect(await text("/robots.txt")).toBe("robots");
  expect(await text("/cached")).toBe("<p>page</p>");
  expect(await text("/cached?fbclid=1")).toBe("<p>page</p>");
  expect(await text("/other")).toBe("next GET");
  expect(await text("/cached", { method: "POST" })).toBe("next POST");
  expect(await text("/cached", { headers: { authorization: "Bearer x" } })).toBe("next GET");
});

it("rejects URLs that are too long", async () => {
  await start();
  expect((await fetch(url(`/products?q=${"a".repeat(17_000)}`))).status).toBe(414);
});

/** What the server answers to a request that `fetch` does not send. */
async function sendRaw(requestLine: string): Promise<string> {
  const socket = connect(http.port, "127.0.0.1");
  socket.end(`${requestLine}\r\nHost: x\r\nConnection: close\r\n\r\n`);
  let text = "";
  for await (const chunk of socket) text += chunk;
  return text;
}

it("answers no cached page for the address of another site", async () => {
  await start();
  expect(await sendRaw("GET http://evil.example/cached HTTP/1.1")).toContain("400 Bad Request");
});

it("does not echo a request", async () => {
  await start();
  expect(await sendRaw("TRACE /cached HTTP/1.1")).toMatch(/^HTTP\/1\.1 405 /);
});
