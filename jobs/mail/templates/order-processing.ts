/** Tells a customer that an order is processing. */
import { createOrderStatusTemplate } from "./order-status.ts";

export const template = createOrderStatusTemplate("processing");
