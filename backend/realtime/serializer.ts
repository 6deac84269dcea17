/**
 * Text messages of the Phoenix protocol, in its two versions: an object in 1.0.0, a list in 2.0.0. Client
 * messages are validated here, so that the rest of the service deals with one shape.
 */
import { parseJson } from "#backend/core/values/parse-json.ts";

export type Version = "1.0.0" | "2.0.0";

export interface Message {
  /** The `ref` of the join that opened the channel: a client drops messages of an earlier join. */
  joinRef: string | null;
  /** The ref of the message that a reply belongs to; null for a message that the server initiates. */
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
}

export function isVersion(text: string | null): text is Version {
  return text === "1.0.0" || text === "2.0.0";
}

/** Null when the text is not a message of this version. */
export function decode(version: Version, text: string): Message | null {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null) return null;
  if (version === "1.0.0") return Array.isArray(value) ? null : fromObject(value);
  return Array.isArray(value) && value.length === 5 ? fromParts(value) : null;
}

/** `payload` is JSON already, because one payload goes to many clients. */
export function encode(version: Version, message: Omit<Message, "payload">, payload: string): string {
  const { joinRef, ref, topic, event } = message;
  const [j, r, t, e] = [joinRef, ref, topic, event].map((part) => JSON.stringify(part));
  return version === "2.0.0"
    ? `[${j},${r},${t},${e},${payload}]`
    : `{"topic":${t},"event":${e},"payload":${payload},"ref":${r},"join_ref":${j}}`;
}

function fromObject(value: object): Message | null {
  const { join_ref, ref, topic, event, payload } = {
    join_ref: null,
    ref: null,
    topic: null,
    event: null,
    payload: {},
    ...value,
  };
  return fromParts([join_ref, ref, topic, event, payload]);
}

function fromParts([joinRef, ref, topic, event, payload]: unknown[]): Message | null {
  if (typeof topic !== "string" || typeof event !== "string") return null;
  if (!isRef(joinRef) || !isRef(ref)) return null;
  return { joinRef, ref, topic, event, payload };
}

function isRef(value: unknown): value is string | null {
  return value === null || (typeof value === "string" && value.length <= 255);
}
