import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createFastLane } from "./fast-lane.ts";
import { type HttpServer, listen } from "./http-server.ts";
import { Pages } from "./pages.ts";
import { StoredAnswer } from "./stored-answer.ts";

let http: HttpServer;
afterEach(() => http.close());

const url = (path: string) => `http://127.0.0.1:${http.port}${path}`;

describe("the listener", () => {
  it("holds requests back until it is opened", async () => {
    http = await listen(0, "127.0.0.1");
    const early = fetch(url("/"));
    await new Promise((resolve) => http.server.once("request", resolve));
    http.open((_, response) => response.end("open"));
    expect(await (await early).text()).toBe("open");
  });

  it("finishes what is in flight when it is closed, and takes nothing new", async () => {
    http = await listen(0, "127.0.0.1");
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>();
    http.open((_, response) => arrive(() => response.end("late")));
    const inFlight = fetch(url("/"));
    const finish = await arrived;
    const closed = http.close();
    await expect(fetch(url("/"))).rejects.toThrow();
    finish();
    expect(await (await inFlight).text()).toBe("late");
    await closed;
  });

  it("answers a request that offers another protocol like any other, and hands over those for a socket", async () => {
    http = await listen(0, "127.0.0.1");
    http.open((_, response) => response.end("a page"));
    const ask = (path: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(http.port, "127.0.0.1");
        socket.once("data", (data) => {
          resolve(data.toString());
          socket.destroy();
        });
        socket.write(
          `GET ${path} HTTP/1.1\r\nhost: shop.test\r\nconnection: Upgrade\r\nupgrade: h2c\r\n\r\n`,
        );
      });
    expect(await ask("/socket")).toContain("a page");
    http.openSockets(
      ({ url }) => url === "/socket",
      (_, socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
    );
    expect(await ask("/page")).toContain("a page");
    expect(await ask("/socket")).toContain("HTTP/1.1 101");
  });

  it("refuses headers that are too long", async () => {
    http = await listen(0, "127.0.0.1");
    http.open((_, response) => response.end());
    const response = await fetch(url("/"), { headers: { "x-long": "a".repeat(40_000) } });
    expect(response.status).toBe(431);
  });
});

describe("the fast lane", () => {
  async function open(): Promise<void> {
    http = await listen(0, "127.0.0.1");
    const pages = new Pages({
      render: async () =>
        new Response("<p>page</p>", {
          headers: { "content-type": "text/html", "cache-control": "s-maxage=9" },
        }),
      siteUrl: "http://localhost",
      connectTo: [],
      cacheBytes: 10_000,
      onMade: () => {},
      onError: () => {},
    });
    await pages.fetch(new Request("http://localhost/kept"));
    const robots = new StoredAnswer(
      200,
      new Headers({ "content-type": "text/plain" }),
      Buffer.from("robots"),
    );
    http.open(
      createFastLane({
        files: new Map([["/robots.txt", robots]]),
        pages,
        next: (request, response) => response.end(`next ${request.method}`),
      }),
    );
  }

  it("sends files and kept pages, and leaves everything else to the next", async () => {
    await open();
    const text = async (path: string, init?: RequestInit) => (await fetch(url(path), init)).text();
    expect(await text("/robots.txt")).toBe("robots");
    expect(await text("/kept")).toBe("<p>page</p>");
    expect(await text("/kept?fbclid=1")).toBe("<p>page</p>");
    expect(await text("/other")).toBe("next GET");
    expect(await text("/kept", { method: "POST" })).toBe("next POST");
    expect(await text("/kept", { headers: { authorization: "Bearer x" } })).toBe("next GET");
  });

  it("refuses addresses that are too long", async () => {
    await open();
    expect((await fetch(url(`/products?q=${"a".repeat(17_000)}`))).status).toBe(414);
  });

  it("does not take an absolute address for a path", async () => {
    await open();
    const socket = connect(http.port, "127.0.0.1");
    socket.end("GET http://evil.example/kept HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    let answer = "";
    for await (const chunk of socket) answer += chunk;
    expect(answer).toContain("next GET");
  });
});
