import { expect, test } from "vitest";
import { getClientAddress, getClientNetwork } from "./client-network.ts";

test.each([
  ["192.0.2.7", "192.0.2.7", "192.0.2.0/24"],
  ["::ffff:192.0.2.7", "192.0.2.7", "192.0.2.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/56"],
  ["2001:0DB8:1:2ff::9", "2001:db8:1:2ff::/64", "2001:db8:1:200::/56"],
  ["2001:db8::9", "2001:db8::/64", "2001:db8::/56"],
  ["::1", "::/64", "::/56"],
  ["::", "::/64", "::/56"],
  ["fe80::1%eth0", "fe80::/64", "fe80::/56"],
  ["", "unknown", "unknown"],
  ["not an address", "not an address", "not an address"],
])("%j is the address %j in the network %j", (ip, address, network) => {
  expect([getClientAddress(ip), getClientNetwork(ip)]).toEqual([address, network]);
});
