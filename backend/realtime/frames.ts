/**
 * The binary frames of version 2.0.0: broadcasts only. The first byte names the kind, the next ones say how long each
 * of the texts at the front is, and what is left is the payload.
 */
import { parseJson } from "./json.ts";
import type { Message } from "./serializer.ts";

export const TOPIC_PREFIX = "realtime:";

const KIND = { pushed: 3, told: 4 } as const;
const JSON_ENCODING = 1;
const BYTES_ENCODING = 0;

/** What a client pushed; null when the bytes are no such frame. */
export function decodeFrame(bytes: Buffer): Message | null {
  const [kind, ...lengths] = bytes.subarray(0, 6);
  const encoding = bytes[6];
  if (kind !== KIND.pushed || lengths.length < 5) return null;
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

/** A broadcast of bytes. Topic and event are at most 255 bytes long. What is text goes as text: see writeBroadcast. */
export function encodeFrame(topic: string, event: string, payload: Uint8Array): Buffer {
  const texts = [topic, event, ""].map((text) => Buffer.from(text));
  const header = Buffer.from([KIND.told, ...texts.map((text) => text.length), BYTES_ENCODING]);
  return Buffer.concat([header, ...texts, payload]);
}
