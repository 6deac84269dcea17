/** A client that sends arbitrary protocol messages. */
import { once } from "node:events";
import { WebSocket } from "ws";
import { eventually } from "./realtime-fixture.ts";

interface ReceivedMessage {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: { status?: string; response?: { reason?: string; postgres_changes?: object[] }; message?: string };
}

export interface RawClient {
  ws: WebSocket;
  received: ReceivedMessage[];
  /** Sends a message of version 2.0.0, and returns the response. */
  request(topic: string, event: string, payload?: unknown, joinRef?: string | null): Promise<ReceivedMessage>;
  /** The close code of the socket. */
  closed: Promise<number>;
}

export async function connectRawClient(
  port: number,
  key: string,
  headers: Record<string, string> = {},
): Promise<RawClient> {
  const url = `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`;
  const ws = new WebSocket(url, { headers });
  const received: ReceivedMessage[] = [];
  ws.on("message", (data) => {
    const [joinRef, ref, topic, event, payload] = JSON.parse(data.toString());
    received.push({ joinRef, ref, topic, event, payload });
  });
  const closed = new Promise<number>((resolve) => ws.once("close", resolve));
  await once(ws, "open");
  let lastRef = 0;
  return {
    ws,
    received,
    closed,
    request: async (topic, event, payload = {}, joinRef = null) => {
      const ref = String(++lastRef);
      ws.send(JSON.stringify([event === "phx_join" ? ref : joinRef, ref, topic, event, payload]));
      const replies: ReceivedMessage[] = [];
      await eventually(() => {
        replies.push(...received.filter((each) => each.ref === ref && each.event === "phx_reply"));
        if (replies.length === 0) throw new Error(`no reply to ${event} on ${topic}`);
      });
      const [reply] = replies;
      if (!reply) throw new Error("no reply");
      return reply;
    },
  };
}

/** The HTTP response to an upgrade request that fails. */
export async function getUpgradeError(
  address: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  const ws = new WebSocket(address, { headers });
  ws.on("error", () => {});
  const [, response] = await once(ws, "unexpected-response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) };
}
