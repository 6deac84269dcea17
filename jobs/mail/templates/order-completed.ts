/** Tells a customer that an order is completed, where the request for reviews does not: its products are no longer sold. */
import { createOrderStatusTemplate } from "./order-status.ts";

export const template = createOrderStatusTemplate("completed");
