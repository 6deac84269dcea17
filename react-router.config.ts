/**
 * Pages are rendered on the server and hydrated. A page brings the routes it needs; the routes behind its links are
 * asked for once it lives (routeDiscovery "lazy"), so that a visitor does not pay for the list of every screen, and
 * the back office makes no page of the shop heavier.
 */
import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  buildDirectory: "build",
  routeDiscovery: { mode: "lazy" },
  splitRouteModules: false,
} satisfies Config;
