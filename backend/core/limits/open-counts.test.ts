import { expect, test } from "vitest";
import { Limits } from "./limits.ts";
import { OpenCounts } from "./open-counts.ts";

const createCounts = (address: number | null, network: number) =>
  new OpenCounts(
    new Limits({
      "sockets/everyone/address": { maximum: address, periodSeconds: null },
      "sockets/everyone/network": { maximum: network, periodSeconds: null },
    }),
    "sockets",
  );

test("an address and its network have as many open as they may, and what has ended counts no more, once", () => {
  const counts = createCounts(2, 3);
  const first = counts.take("192.0.2.1");
  expect([counts.take("192.0.2.1"), counts.take("192.0.2.1")]).toEqual([expect.any(Function), null]);
  expect([counts.take("192.0.2.2"), counts.take("192.0.2.3")]).toEqual([expect.any(Function), null]);
  expect(counts.take("198.51.100.1")).not.toBeNull();
  first?.();
  first?.();
  expect([counts.take("192.0.2.1"), counts.take("192.0.2.1")]).toEqual([expect.any(Function), null]);
});

test("without a maximum for addresses the network's holds", () => {
  const counts = createCounts(null, 1);
  expect([counts.take("2001:db8::1"), counts.take("2001:db8:0:1::1")]).toEqual([expect.any(Function), null]);
});
