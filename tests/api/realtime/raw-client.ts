/** A client that says exactly what a test wants said. */
import { once } from "node:events";
import { WebSocket } from "ws";
import { eventually } from "./service.ts";

interface Said {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: { status?: string; response?: { reason?: string; postgres_changes?: object[] }; message?: string };
}

export interface RawClient {
  ws: WebSocket;
  said: Said[];
  /** Sends a message of version 2.0.0, and gives the answer to it. */
  ask(topic: string, event: string, payload?: unknown, joinRef?: string | null): Promise<Said>;
  /** The code that the socket is closed with. */
  closed: Promise<number>;
}

export async function connect(
  port: number,
  key: string,
  headers: Record<string, string> = {},
): Promise<RawClient> {
  const url = `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`;
  const ws = new WebSocket(url, { headers });
  const said: Said[] = [];
  ws.on("message", (data) => {
    const [joinRef, ref, topic, event, payload] = JSON.parse(data.toString());
    said.push({ joinRef, ref, topic, event, payload });
  });
  const closed = new Promise<number>((resolve) => ws.once("close", resolve));
  await once(ws, "open");
  let lastRef = 0;
  return {
    ws,
    said,
    closed,
    ask: async (topic, event, payload = {}, joinRef = null) => {
      const ref = String(++lastRef);
      ws.send(JSON.stringify([event === "phx_join" ? ref : joinRef, ref, topic, event, payload]));
      const answers: Said[] = [];
      await eventually(() => {
        answers.push(...said.filter((each) => each.ref === ref && each.event === "phx_reply"));
        if (answers.length === 0) throw new Error(`no answer to ${event} on ${topic}`);
      });
      const [answer] = answers;
      if (!answer) throw new Error("no answer");
      return answer;
    },
  };
}

/** What a request for a socket is answered with when it is not given one. */
export async function refusalOf(
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
