/** The session's client, for what may come before it: a page of a customer brings it along, others fetch it. */
import { onDemand } from "./on-demand.ts";

export const authCode = onDemand(() => import("./auth.client.ts"));
