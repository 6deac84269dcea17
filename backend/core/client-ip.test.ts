import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { getClientIp } from "./client-ip.ts";

test.each([
  ["203.0.113.9, 192.0.2.1", "192.0.2.1"],
  ["192.0.2.1:4711", "192.0.2.1"],
  ["2001:db8::1", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:4711", "2001:db8::1"],
  ["unknown", "unknown"],
])("behind a proxy that says %j the client is %j", (header, ip) => {
  const request = new IncomingMessage(new Socket());
  request.headers["x-forwarded-for"] = header;
  expect(getClientIp(request, true)).toBe(ip);
  expect(getClientIp(request, false)).toBe("");
});
