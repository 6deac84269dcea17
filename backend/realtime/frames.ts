/**
 * The binary frames of protocol version 2.0.0, for broadcasts only. The first byte is the kind, the next ones
 * are the lengths of the header texts, and the rest is the payload.
 */
import { parseJson } from "#backend/core/values/parse-json.ts";
import type { Message } from "./serializer.ts";

export const TOPIC_PREFIX = "realtime:";

const KIND = { userBroadcastPush: 3, userBroadcast: 4 } as const;
const JSON_ENCODING = 1;
const BYTES_ENCODING = 0;

/** A broadcast that a client pushed; null when the bytes are not such a frame. */
export function decodeFrame(bytes: Buffer): Message | null {
  const [kind, ...lengths] = bytes.subarray(0, 6);
  const encoding = bytes[6];
  if (kind !== KIND.userBroadcastPush || lengths.length < 5) return null;
  let offset = 7;
  const texts = lengths.map((length) => {
    offset += length;
    return bytes.toString("utf8", offset - length, offset);
  });
  if (offset > bytes.length) return null;
  const [joinRef = "", ref = "", topic = "", event = ""] = texts;
  const body = bytes.subarray(offset);
  if (encoding !== BYTES_ENCODING && encoding !== JSON_ENCODING) return null;
  const payload = encoding === BYTES_ENCODING ? body : parseJson(body.toString("utf8"));
  if (payload === undefined) return null;
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: "broadcast",
    payload: { event, payload },
  };
}

/**
 * A broadcast of bytes. Topic, event and the JSON of `meta` are at most 255 bytes long. Text payloads are sent as
 * text frames.
 */
export function encodeFrame(topic: string, event: string, payload: Uint8Array, meta?: object): Buffer {
  const texts = [topic, event, meta ? JSON.stringify(meta) : ""].map((text) => Buffer.from(text));
  const header = Buffer.from([KIND.userBroadcast, ...texts.map((text) => text.length), BYTES_ENCODING]);
  return Buffer.concat([header, ...texts, payload]);
}
