/**
 * Who a caller is for the limits: the address, and the network around it, which one person can change addresses
 * within. An IPv6 customer owns a whole /64, so its addresses count as one. An IPv4 address that arrives on an IPv6
 * socket counts as the IPv4 address. The migration of the limits has the same rule for networks, in SQL.
 */
import { isIPv4, isIPv6 } from "node:net";

const MAPPED_IPV4 = /^::ffff:(?<ipv4>\d+\.\d+\.\d+\.\d+)$/i;

/** `192.0.2.1` or `2001:db8::/64`; `unknown` without an address. */
export function getClientAddress(ip: string): string {
  if (!isIPv6(ip)) return ip || "unknown";
  return MAPPED_IPV4.exec(ip)?.groups?.ipv4 ?? `${getIpv6Prefix(ip, 64)}/64`;
}

/** `192.0.2.0/24` or `2001:db8::/56`; the same as the address when it is no IP address. */
export function getClientNetwork(ip: string): string {
  const address = isIPv6(ip) ? (MAPPED_IPV4.exec(ip)?.groups?.ipv4 ?? ip) : ip || "unknown";
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf("."))}.0/24`;
  return isIPv6(address) ? `${getIpv6Prefix(address, 56)}/56` : address;
}

/** Whether a client is on this machine: a program of the shop's owner, or a proxy that the shop was not told of. */
export function isOwnMachine(ip: string): boolean {
  return ["127.0.0.0/24", "::/56"].includes(getClientNetwork(ip));
}

/** The first 64 or 56 bits as a URL's host has them, which is how Postgres writes them too: `2001:db8:0:100::`. */
function getIpv6Prefix(ip: string, bits: 64 | 56): string {
  const [head = "", tail] = ip.split("%", 1).join("").split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = new Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0");
  const groups = [...before, ...gap, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16));
  if (bits === 56) groups[3] = (groups[3] ?? 0) & 0xff00;
  const prefix = groups.map((group) => group.toString(16)).join(":");
  return new URL(`http://[${prefix}::]`).hostname.slice(1, -1);
}
