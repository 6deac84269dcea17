/** Tells a customer that an order is cancelled. */
import { createOrderStatusTemplate } from "./order-status.ts";

export const template = createOrderStatusTemplate("cancelled");
