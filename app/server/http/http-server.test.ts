import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type HttpServer, listen } from "./http-server.ts";

let http: HttpServer;
afterEach(() => http.close());

const url = (path: string) => `http://127.0.0.1:${http.port}${path}`;

describe("the HTTP server", () => {
  it("queues requests until it has a listener", async () => {
    http = await listen(0, "127.0.0.1");
    const early = fetch(url("/"));
    await new Promise((resolve) => http.server.once("request", resolve));
    http.handleRequests((_, response) => response.end("open"));
    expect(await (await early).text()).toBe("open");
  });

  it("passes those that match to their listener first, while the others still wait", async () => {
    http = await listen(0, "127.0.0.1");
    const page = fetch(url("/"));
    await new Promise((resolve) => http.server.once("request", resolve));
    const early = fetch(url("/rest/v1/orders"));
    await new Promise((resolve) => http.server.once("request", resolve));
    http.handleFirst(
      (request) => request.url === "/rest/v1/orders",
      (_, response) => response.end("an order"),
    );
    expect(await (await early).text()).toBe("an order");
    expect(await (await fetch(url("/rest/v1/orders"))).text()).toBe("an order");
    http.handleRequests((_, response) => response.end("a page"));
    expect(await (await page).text()).toBe("a page");
    expect(await (await fetch(url("/rest/v1/orders"))).text()).toBe("an order");
  });

  it("tells a request that it queued for too long to come back", async () => {
    http = await listen(0, "127.0.0.1", { queueTimeoutMs: 20 });
    const response = await fetch(url("/"));
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    http.handleRequests((_, answer) => answer.end("open"));
    expect(await (await fetch(url("/"))).text()).toBe("open");
  });

  it("queues five hundred requests, and tells others to come back", async () => {
    http = await listen(0, "127.0.0.1");
    const early = Array.from({ length: 501 }, () => fetch(url("/")));
    expect((await Promise.race(early)).status).toBe(503);
    http.handleRequests((_, response) => response.end("open"));
    const statuses = (await Promise.all(early)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(500);
  });

  it("finishes requests in flight when it is closed, and accepts no new ones", async () => {
    http = await listen(0, "127.0.0.1");
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>();
    http.handleRequests((_, response) => arrive(() => response.end("late")));
    const inFlight = fetch(url("/"));
    const finish = await arrived;
    const closed = http.close();
    await expect(fetch(url("/"))).rejects.toThrow();
    finish();
    expect(await (await inFlight).text()).toBe("late");
    await closed;
  });

  it("accepts connections by several sockets, and closes all of them", async () => {
    http = await listen(0, "127.0.0.1");
    http.handleRequests((_, response) => response.end("answered"));
    const { port } = http;
    const address = `http://127.0.0.1:${port}`;
    const texts = await Promise.all(Array.from({ length: 64 }, async () => (await fetch(address)).text()));
    expect(new Set(texts)).toEqual(new Set(["answered"]));
    await expect(listen(port, "127.0.0.1")).rejects.toMatchObject({ code: "EADDRINUSE" });
    await http.close();
    await expect(fetch(address)).rejects.toThrow("fetch failed");
  });

  it("handles a request that offers another protocol like any other, and passes on upgrade requests", async () => {
    http = await listen(0, "127.0.0.1");
    http.handleRequests((_, response) => response.end("a page"));
    const request = (path: string) =>
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
    expect(await request("/socket")).toContain("a page");
    http.handleUpgrades(
      ({ url }) => url === "/socket",
      (_, socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
    );
    expect(await request("/page")).toContain("a page");
    expect(await request("/socket")).toContain("HTTP/1.1 101");
  });

  it.each([
    ["two names", ["shop.test", "other.test"]],
    ["the same name twice", ["shop.test", "shop.test"]],
    ["a path", ["shop.test/other"]],
    ["a user", ["shop.test@other.test"]],
    ["a list", ["shop.test, other.test"]],
    ["nothing", [""]],
    ["an address of five numbers", ["1.2.3.4.5"]],
    ["a port that does not exist", ["shop.test:99999"]],
  ])("refuses a request whose Host is %s, upgrades too", async (_, hosts) => {
    http = await listen(0, "127.0.0.1");
    http.handleRequests((_request, response) => response.end("a page"));
    http.handleUpgrades(
      () => true,
      (_request, socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
    );
    const names = hosts.map((host) => `host: ${host}\r\n`).join("");
    for (const upgrade of ["", "connection: upgrade\r\nupgrade: websocket\r\n"]) {
      const socket = connect(http.port, "127.0.0.1");
      socket.write(`GET / HTTP/1.1\r\n${names}${upgrade}\r\n`);
      const [data] = await once(socket, "data");
      expect(String(data)).toContain("HTTP/1.1 400");
      socket.destroy();
    }
  });

  it.each(["shop.test", "shop.test:443", "127.0.0.1", "[::1]:3000", "my_shop"])(
    "answers a request whose Host is %s",
    async (host) => {
      http = await listen(0, "127.0.0.1");
      http.handleRequests((_, response) => response.end("a page"));
      const socket = connect(http.port, "127.0.0.1");
      socket.write(`GET / HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
      const [data] = await once(socket, "data");
      expect(String(data)).toContain("a page");
      socket.destroy();
    },
  );

  it.each([
    ["http://shop.test/page?q=1", "/page?q=1"],
    ["HTTPS://shop.test", "/"],
    ["http://shop.test?q=1", "/?q=1"],
    ["http://other.test/page", "HTTP/1.1 400"],
    ["http://shop.test:81/page", "HTTP/1.1 400"],
    ["http://user@shop.test/page", "HTTP/1.1 400"],
    ["http:///page", "HTTP/1.1 400"],
  ])("answers a request for %s by %s", async (target, expected) => {
    http = await listen(0, "127.0.0.1");
    http.handleRequests((request, response) => response.end(`${request.url} `));
    const socket = connect(http.port, "127.0.0.1");
    socket.write(`GET ${target} HTTP/1.1\r\nhost: shop.test\r\n\r\n`);
    const [data] = await once(socket, "data");
    expect(String(data)).toContain(expected.startsWith("/") ? `\r\n\r\n${expected} ` : expected);
    socket.destroy();
  });

  it("rejects headers that are too long", async () => {
    http = await listen(0, "127.0.0.1");
    http.handleRequests((_, response) => response.end());
    const response = await fetch(url("/"), { headers: { "x-long": "a".repeat(40_000) } });
    expect(response.status).toBe(431);
  });
});
