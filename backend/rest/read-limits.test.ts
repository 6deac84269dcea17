import { expect, test } from "vitest";
import { Limits } from "#backend/core/limits/limits.ts";
import { getNetwork } from "./read-limits.ts";

test.for([
  ["198.51.100.7", "198.51.100.0/24"],
  ["2001:db8:0:101::1", "2001:db8:0:100::/56"],
  // A proxy that the shop was not told of brings everybody.
  ["127.0.0.1", undefined],
  ["::1", undefined],
] as const)("%s is of the network %s", ([ip, expected]) => {
  for (const priority of ["anonymous-read", "write"] as const)
    expect(getNetwork(new Limits(), { ip, audience: "visitor", priority })?.id).toBe(expected);
});
