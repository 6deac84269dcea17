/** TLS and HTTP/2 of the server: both protocols on one port, with the same limits, and a certificate that is renewed. */
import { readFileSync } from "node:fs";
import {
  type ClientHttp2Session,
  connect as connectHttp2,
  constants,
  type OutgoingHttpHeaders,
} from "node:http2";
import { request } from "node:https";
import { connect as connectTcp, type Socket } from "node:net";
import { join } from "node:path";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  END_HEADERS,
  END_STREAM,
  FRAMES,
  listFrames,
  NOTHING,
  PREFACE,
  toFrame,
  toSetting,
} from "#harness/http2-frames.ts";
import { type HttpServer, listen, type RequestListener } from "./http-server.ts";

const read = (name: string) => readFileSync(join(import.meta.dirname, "../../../tests/support/tls", name));
const certificate = { cert: read("localhost.crt"), key: read("localhost.key") };
const ca = certificate.cert;

let http: HttpServer;
beforeEach(async () => {
  http = await listen(0, "localhost", { certificate });
});
afterEach(() => http.close());

const reply: RequestListener = ({ url = "" }, response) => void response.end(url);

function openSession(): ClientHttp2Session {
  const session = connectHttp2(`https://localhost:${http.port}`, { ca });
  session.on("error", () => {});
  onTestFinished(() => session.destroy());
  return session;
}

/** Resolves with the status and the body, or rejects when the stream was reset. */
function ask(session: ClientHttp2Session, headers: OutgoingHttpHeaders): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const stream = session.request(headers);
    let status = 0;
    let body = "";
    stream.on("response", (head) => {
      status = Number(head[":status"]);
    });
    stream.setEncoding("utf8").on("data", (part: string) => {
      body += part;
    });
    stream.on("error", reject);
    stream.on("end", () => resolve([status, body]));
  });
}

const askHttp1 = (path: string, headers: Record<string, string> = {}) =>
  new Promise<[number | undefined, string]>((resolve, reject) => {
    request({ host: "localhost", port: http.port, path, ca, headers, agent: false }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        body += part;
      });
      response.on("end", () => resolve([response.statusCode, body]));
    })
      .on("error", reject)
      .end();
  });

/** GET https://localhost/, as the header compression of HTTP/2 writes it. */
const head = Buffer.concat([Buffer.from([0x82, 0x87, 0x84, 0x41, 9]), Buffer.from("localhost")]);

describe("a server with a certificate", () => {
  it("answers HTTP/2 and HTTP/1.1", async () => {
    http.handleRequests((message, response) => void response.end(`${message.httpVersion} ${message.url}`));
    expect(await ask(openSession(), { ":path": "/a" })).toEqual([200, "2.0 /a"]);
    expect(await askHttp1("/b")).toEqual([200, "1.1 /b"]);
  });

  it("queues requests of both until it has a listener", async () => {
    const early = [ask(openSession(), { ":path": "/a" }), askHttp1("/b")];
    const arrived = new Promise((resolve) => http.server.once("request", resolve));
    await arrived;
    http.handleRequests(reply);
    expect(await Promise.all(early)).toEqual([
      [200, "/a"],
      [200, "/b"],
    ]);
  });

  it("passes on upgrades, whose connection is not counted any more", async () => {
    const release = vi.fn();
    http.handleConnections((address) => {
      expect(address).toMatch(/127\.0\.0\.1|::1/);
      return release;
    });
    http.handleRequests(reply);
    http.handleUpgrades(
      () => true,
      (_, socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
    );
    const socket = connectTls({ host: "localhost", port: http.port, ca, ALPNProtocols: ["http/1.1"] });
    socket.write(
      "GET /socket HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n",
    );
    const [answer] = await new Promise<[Buffer]>((resolve) => socket.once("data", (data) => resolve([data])));
    expect(answer.toString()).toContain("101");
    expect(release).toHaveBeenCalledOnce();
    socket.destroy();
  });

  it("closes connections that are not admitted before it greets them", async () => {
    http.handleRequests(reply);
    http.handleConnections(() => null);
    await expect(askHttp1("/")).rejects.toThrow();
  });

  it("shows a renewed certificate to new connections", async () => {
    http.handleRequests(reply);
    const session = openSession();
    await ask(session, { ":path": "/" });
    http.renewCertificate({ ...certificate, cert: read("ended.crt") });
    const socket = connectTls({ host: "localhost", port: http.port, rejectUnauthorized: false });
    await new Promise((resolve) => socket.once("secureConnect", resolve));
    expect(socket.getPeerCertificate().subject.CN).toBe("shop.test");
    expect(await ask(session, { ":path": "/still" })).toEqual([200, "/still"]);
    socket.destroy();
  });

  it("finishes requests in flight when it is closed, and accepts no new ones", async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>();
    http.handleRequests((_, response) => arrive(() => response.end("late")));
    const session = openSession();
    const inFlight = ask(session, { ":path": "/" });
    const finish = await arrived;
    const closed = http.close();
    await new Promise((resolve) => session.once("goaway", resolve));
    await expect(ask(session, { ":path": "/more" })).rejects.toThrow();
    finish();
    expect(await inFlight).toEqual([200, "late"]);
    await closed;
  });

  it("rejects headers that are too long, in both protocols", async () => {
    http.handleRequests(reply);
    const long = "a".repeat(40_000);
    expect((await askHttp1("/", { "x-long": long }))[0]).toBe(431);
    const answer = ask(openSession(), { ":path": "/", "x-long": long }).catch(() => [431, ""]);
    expect((await answer)[0]).toBe(431);
  });

  it("refuses a request of HTTP/2 that names two sites", async () => {
    http.handleRequests(reply);
    const session = openSession();
    const askFor = (names: OutgoingHttpHeaders) => ask(session, { ":path": "/", ...names });
    expect((await askFor({ ":authority": "localhost", host: "other.test" }))[0]).toBe(400);
    expect((await askFor({ ":authority": "localhost", host: "localhost" }))[0]).toBe(200);
  });

  it.each([
    ["an old version", { maxVersion: "TLSv1.1", minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" }],
    ["an old cipher", { maxVersion: "TLSv1.2", ciphers: "ECDHE-ECDSA-AES128-SHA" }],
  ] as const)("refuses %s of TLS, and takes 1.2", async (_, options) => {
    const greet = (offered: ConnectionOptions) =>
      new Promise((resolve) => {
        const socket = connectTls({ host: "localhost", port: http.port, ca, ...offered });
        socket.once("error", () => resolve("refused"));
        socket.once("secureConnect", () => {
          resolve(socket.getProtocol());
          socket.destroy();
        });
      });
    expect(await greet(options)).toBe("refused");
    expect(await greet({ maxVersion: "TLSv1.2" })).toBe("TLSv1.2");
  });

  it("lets a connection have a hundred requests at once", async () => {
    http.handleRequests(reply);
    const session = openSession();
    await ask(session, { ":path": "/" });
    expect(session.remoteSettings.maxConcurrentStreams).toBe(100);
  });

  it("ends the connection of a client that cancels request after request", async () => {
    http.handleRequests(() => {});
    const socket = connectTls({ host: "localhost", port: http.port, ca, ALPNProtocols: ["h2"] });
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => {});
    const ping = toFrame(FRAMES.ping, 0, 0, Buffer.alloc(8));
    const answer = new Promise((resolve) => {
      let received = NOTHING;
      socket.on("data", (data) => {
        received = Buffer.concat([received, data]);
        const types = listFrames(received).map(({ type }) => type);
        const pings = types.filter((type) => type === FRAMES.ping).length;
        if (types.includes(FRAMES.goaway)) resolve("ended");
        else if (pings > 1) resolve("goes on");
        // What arrived together with the first one may have been answered before the end.
        else if (pings === 1) socket.write(ping);
      });
    });
    const cancel = Buffer.from([0, 0, 0, constants.NGHTTP2_CANCEL]);
    socket.write(PREFACE);
    socket.write(toFrame(FRAMES.settings, 0, 0, NOTHING));
    // 300, since 33 more are allowed with each second that begins meanwhile.
    for (let stream = 1; stream < 600; stream += 2) {
      socket.write(toFrame(FRAMES.headers, END_STREAM | END_HEADERS, stream, head));
      socket.write(toFrame(FRAMES.rstStream, 0, stream, cancel));
    }
    socket.write(ping);
    expect(await answer).toBe("ended");
  });
});

describe("a slow client", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("that asks for nothing loses its connection", async () => {
    http.handleRequests(reply);
    const session = openSession();
    await new Promise((resolve) => session.once("remoteSettings", resolve));
    const closed = new Promise((resolve) => session.once("close", resolve));
    vi.advanceTimersByTime(10_000);
    await closed;
  });

  it("that goes on holding a connection after its requests loses it", async () => {
    http.handleRequests(reply);
    const session = openSession();
    expect(await ask(session, { ":path": "/" })).toEqual([200, "/"]);
    const closed = new Promise((resolve) => session.once("close", resolve));
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    vi.advanceTimersByTime(65_000);
    await closed;
  });

  it("that sends a request in drops loses the request", async () => {
    http.handleRequests(() => {});
    const session = openSession();
    const stream = session.request({ ":path": "/", ":method": "POST" });
    const ended = new Promise((resolve) => stream.once("close", resolve));
    stream.on("error", () => {});
    stream.write("a drop");
    await new Promise((resolve) => session.once("remoteSettings", resolve));
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(600_000);
    await ended;
  });
});

it("a client that reads nothing, breaks the protocol and leaves does not keep its connection", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const server = await listen(0, "localhost", { certificate });
  const connections: Socket[] = [];
  server.server.on("connection", (connection) => connections.push(connection));
  onTestFinished(async () => {
    vi.useRealTimers();
    for (const connection of connections) connection.destroy();
    await server.close();
  });
  const socket = connectTls({ host: "localhost", port: server.port, ca, ALPNProtocols: ["h2"] });
  socket.pause();
  const ended = new Promise((resolve) =>
    server.handleRequests((_, response) => {
      response.once("close", resolve);
      response.end(Buffer.alloc(20_000_000));
      // Written while the response waits for the client.
      setImmediate(() => socket.write(toFrame(FRAMES.data, 0, 0, Buffer.from("x")), () => socket.destroy()));
    }),
  );
  const largeWindow = toSetting(constants.NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, 0x7f000000);
  socket.write(PREFACE);
  socket.write(toFrame(FRAMES.settings, 0, 0, largeWindow));
  socket.write(toFrame(FRAMES.windowUpdate, 0, 0, largeWindow.subarray(2)));
  socket.write(toFrame(FRAMES.headers, END_STREAM | END_HEADERS, 1, head));
  await ended;
  vi.advanceTimersByTime(10_000);
  await vi.waitFor(() => expect(connections.map(({ closed }) => closed)).toEqual([true]));
});

it("a connection that does not encrypt is closed", async () => {
  http.handleRequests(reply);
  const socket = connectTcp(http.port, "localhost");
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await closed;
});
