/**
 * Pages are rendered on the server and hydrated. The route manifest is one immutable file next to the other
 * assets (routeDiscovery "initial"): the shop has some forty addresses, so asking the server for pieces of the
 * manifest would cost a slow phone more round trips than the two kilobytes it saves.
 */
import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  buildDirectory: "build",
  routeDiscovery: { mode: "initial" },
} satisfies Config;
