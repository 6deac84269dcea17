/** Frames of HTTP/2 (RFC 9113), for what Node's client does not do. */

export const FRAMES = {
  data: 0,
  headers: 1,
  priority: 2,
  rstStream: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;
export const END_STREAM = 1;
export const END_HEADERS = 4;

/** What a client sends first; its settings follow. */
export const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
export const NOTHING = Buffer.alloc(0);

export function toFrame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** The frames that have arrived completely. */
export function listFrames(received: Buffer): { type: number; payload: Buffer }[] {
  const frames: { type: number; payload: Buffer }[] = [];
  for (let at = 0; at + 9 <= received.length; ) {
    const end = at + 9 + received.readUIntBE(at, 3);
    if (end > received.length) break;
    frames.push({ type: received.readUInt8(at + 3), payload: received.subarray(at + 9, end) });
    at = end;
  }
  return frames;
}

/** A value of the settings, as their frame has it. */
export function toSetting(id: number, value: number): Buffer {
  const setting = Buffer.alloc(6);
  setting.writeUInt16BE(id, 0);
  setting.writeUInt32BE(value, 2);
  return setting;
}

/** A header without compression, which is not remembered. Names and values are shorter than 127 bytes. */
export function toHeader(name: string, value: string): Buffer {
  return Buffer.concat([Buffer.from([0]), toText(name), toText(value)]);
}

function toText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}
