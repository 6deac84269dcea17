/**
 * Which addresses count as one client. An IPv6 customer owns a whole /64, so its addresses count as one. An
 * IPv4 address that arrives on an IPv6 socket counts as the IPv4 address.
 */
import { isIPv6 } from "node:net";

const MAPPED_IPV4 = /^::ffff:(?<ipv4>\d+\.\d+\.\d+\.\d+)$/i;

/** `192.0.2.1` or `2001:db8:0:0::/64`; `unknown` without an address. */
export function getClientNetwork(ip: string): string {
  if (!isIPv6(ip)) return ip || "unknown";
  const mapped = MAPPED_IPV4.exec(ip)?.groups?.ipv4;
  if (mapped) return mapped;
  const [head = "", tail] = ip.split("%", 1).join("").split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = new Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0");
  const groups = [...before, ...gap, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
