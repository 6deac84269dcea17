/**
 * Pages are rendered on the server and hydrated. A page contains the routes that it needs; the routes behind
 * its links are requested after hydration (routeDiscovery "lazy"), so that visitors do not load the list of
 * all screens, and the admin area does not make the shop's pages larger.
 */
import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  buildDirectory: "build",
  routeDiscovery: { mode: "lazy" },
  splitRouteModules: false,
} satisfies Config;
