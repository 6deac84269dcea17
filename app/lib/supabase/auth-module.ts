/** The auth client as a lazy module: the customers' pages bundle it, other pages load it on demand. */
import { createLazyModule } from "#app/lib/lazy-module.ts";

export const authModule = createLazyModule(() => import("./auth.client.ts"));
