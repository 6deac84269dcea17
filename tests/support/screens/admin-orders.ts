/** Helpers for the order list of the admin. */
import type { UserEvent } from "@testing-library/user-event";
import { clickButton, findDialog, findRow } from "./admin-lists.ts";
import { expect, screen, waitFor } from "./screen.ts";

interface OrderNumber {
  number: string;
}

export const toPanelName = ({ number }: OrderNumber) => `Commande ${number}`;

export const findPanel = (order: OrderNumber) => screen.findByRole("region", { name: toPanelName(order) });

export const getToggle = ({ number }: OrderNumber) =>
  screen.getByRole("button", { name: `Détails de la commande ${number}` });

export const getCompleteButton = ({ number }: OrderNumber) =>
  screen.getByRole("button", { name: `Terminer la commande ${number}` });

/** Presses «Terminer» in the order's row, and confirms it. */
export async function completeOrder(user: UserEvent, order: OrderNumber): Promise<void> {
  await clickButton(user, `Terminer la commande ${order.number}`);
  const dialog = await findDialog(`Terminer la commande ${order.number} ?`);
  await clickButton(user, "Terminer la commande", dialog);
}

/** Asserts the status in the row of this order. */
export async function expectStatus({ number }: OrderNumber, status: string): Promise<void> {
  await waitFor(() => expect(findRow(number)?.querySelector(".badge")?.textContent).toBe(status));
}
